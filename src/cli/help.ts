/** The text of `which-skill --help`. */
export const HELP = `Usage: which-skill [options] NAME...   the file that loads under a name
       which-skill -a NAME...          every candidate of a name, in rank order
       which-skill list                all skills by scope and root, with the losers and why
       which-skill prompt              the listing that the model is given, exactly
       which-skill compare             what each of several products loads, name by name
       which-skill matrix              every skill against every agent on this machine: the
                                       file that it takes, or why none
       which-skill rescue              what is lost in the move from kimi-cli to kimi-code,
                                       and what would mend it; --apply does that
       which-skill check               whether a skill of the project is dropped, shadowed
                                       inside the project, ambiguous, or in one tool's own
                                       directory; for continuous integration
       which-skill export              the whole answer as text for an issue, with the home
                                       directory as ~
       which-skill undo [ID]           what would be taken back of what --apply did last,
                                       or of one that --list names; --apply does that
       which-skill why NAME|PATH...    why it loads, or why not, what would change that, and
                                       what other agents make of it

       which-skill new NAME            a new skill, with valid frontmatter
       which-skill rename WHAT NAME    its folder and the name that it declares, together
       which-skill copy WHAT           to the canonical directory of its scope, or --to
       which-skill migrate WHAT        the same, but move it there
       which-skill make-visible WHAT   have all of --agents load the same file: moved to the
                                       canonical directory, with links where one does not
                                       read that
       which-skill move WHAT --to project|user|DIR
       which-skill to-folder WHAT      turn name.md into name/SKILL.md
       which-skill prefer PATH         what would make this copy win
       which-skill delete WHAT         put it away into a backup
       which-skill fix NAME|PATH       what would mend it, as a diff; --fix N says which
       which-skill backups             what was replaced or deleted, but kept
       which-skill restore PATH        put a backup back where it was, or to --to DIR
       which-skill recover [ID]        finish or clean up what was interrupted

Says which skills a coding agent loads here, from which file, and why not the others,
and helps to tidy them up. The second group of commands shows what it would do, and
who would win then; it changes files only with --apply.

Options:
  -a, --all               every candidate, not only the winner
      --json              print JSON
      --apply             with all commands that change files: do it
      --before            for undo, where the last change cannot be undone (it was
                          deleted for good): take back the one before it
      --list              for undo: what can be undone, with its ID
      --partly            for undo, where some files have changed since: take back
                          the skills that are as they were
      --profile ID        the product whose rules count: kimi-cli, kimi-code,
                          claude-code, codex, copilot-cli, vscode, gemini-cli,
                          qwen-code, opencode, amp, goose, cursor; or auto, that one of
                          the two Kimis that this machine uses (default; kimi-cli where
                          there is no sign of any)
      --agents ID,ID      for matrix, make-visible and why: these, or all; default:
                          those that this machine has
      --agent-arg ARG     a word of the agent's own command line that matters here, such
                          as --agent-arg=--add-dir --agent-arg=../lib (repeatable)
      --profiles ID,ID    for compare and rescue (kimi-cli,kimi-code); for check, by the
                          rules of each
      --cwd DIR           start from DIR instead of the current directory
      --skills-dir DIR    as the product's own --skills-dir: takes the place of the
                          project and user directories (repeatable)
      --extra-skill-dir DIR
                          in place of extra_skill_dirs in the configuration
                          (repeatable; ~ and paths relative to the project root
                          mean what they mean there)
      --no-merge-brands   as merge_all_available_skills = false
      --builtin-dir DIR   where the packaged skills lie
      --lang LANG         en or zh-cn; default: what LC_ALL, LC_MESSAGES or LANG says

Options for check. Only skills below the project root count, whatever the machine has:
      --no-dropped, --no-shadowed, --no-ambiguous, --no-brand
                          leave one of the rules out
      --github            annotations of GitHub Actions after the list; without it, where
                          GITHUB_ACTIONS is true
      --no-github         no annotations

Options for export and matrix:
      --markdown          Markdown (the default of export), or JSON with --json

Options for new:
      --scope project|user, --root DIR
                          where it goes; without them, where tools share the skills of
                          the project
      --description TEXT  what it does, and when to use it

Options for changes. WHAT is names or paths of skills (of a name, the one that wins;
with -a all), or --root DIR, or --scope project|user:
      --to DIR            canonical (default), project, user, or a directory that is
                          looked at
      --leave-link        leave a link in the old place
      --on-conflict DO    skip (default), keep-both, replace (the old one is kept as a
                          backup), remove-source (where the same is there already)
      --inner-links DO    links that lead out of a skill: rebase (default), keep,
                          dereference
      --dereference       copy what a link leads to, instead of the link
      --fill-in           write a missing name and description into the frontmatter
      --user-dir DIR      ~/.agents/skills or ~/.config/agents/skills, where there is
                          neither
      --permanently       delete for good
      --answer ID=VALUE   the answer to one question of the plan (repeatable)
      --way N             for prefer: which of the ways
      --fix N             for fix: which of the fixes
      --clean             for recover: take back what is half done

  -h, --help              this text
  -V, --version           the version of which-skill

A skill called like a command: which-skill -- list

Exit status:
  0  found, planned or done
  1  nothing loads under a name; there is nothing to do, to undo or to recover; a question
     is open; check: a skill breaks a rule; rescue: something is lost, or with --apply
     something is left to you
  2  the question could not be answered, or a change failed: what is not done is as it was
  3  a disk of another machine, or of a program, did not answer within 5 seconds: what is
     printed is all but what lies there, and stderr names the disk
Nothing is written without --apply, and no network is used.
`;
