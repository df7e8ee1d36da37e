/** The text of `which-skill --help`. */
export const HELP = `Usage: which-skill [options] NAME...   the file that loads under a name
       which-skill -a NAME...          every candidate of a name, in rank order
       which-skill list                all skills by scope and root, with the losers and why
       which-skill prompt              the listing that the model is given, exactly
       which-skill compare             what each of several products loads, name by name
       which-skill rescue              what is lost in the move from kimi-cli to kimi-code,
                                       and what would mend it; --apply does that
       which-skill undo                what would be taken back of what --apply did last;
                                       --apply does that
       which-skill why NAME|PATH...    why it loads, or why not, and what would change that

Says which skills a coding agent loads here, from which file, and why not the others.

Options:
  -a, --all               every candidate, not only the winner
      --json              print JSON
      --apply             with rescue and undo: do it
      --profile ID        the product whose rules count: kimi-cli, kimi-code, or auto,
                          the one that this machine uses (default; kimi-cli where
                          there is no sign of any)
      --profiles ID,ID    for compare and rescue (kimi-cli,kimi-code)
      --cwd DIR           start from DIR instead of the current directory
      --skills-dir DIR    as the product's own --skills-dir: takes the place of the
                          project and user directories (repeatable)
      --extra-skill-dir DIR
                          in place of extra_skill_dirs in the configuration
                          (repeatable; ~ and paths relative to the project root
                          mean what they mean there)
      --no-merge-brands   as merge_all_available_skills = false
      --builtin-dir DIR   where the packaged skills lie
  -h, --help              this text
  -V, --version           the version of which-skill

A skill called list, prompt, compare, rescue, undo or why: which-skill -- list

Exit status: 0 found, 1 nothing loads under a name, 2 the question could not be
answered, or something failed. Nothing is written without --apply, and no network is used.
`;
