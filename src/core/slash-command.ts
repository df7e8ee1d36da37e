/**
 * The command that runs a skill in kimi-cli, or null where none can be typed (rule 77).
 *
 * kimi-cli reads a command as segments of ASCII letters, digits, `_` and `-` with single colons between them. A skill
 * of another name loads and is listed to the model all the same. The spelling counts: there is no folding of case here.
 * A flow that holds has `/flow:` in place of `/skill:` as well.
 */
export function slashCommandFor(name: string): string | null {
  return isTypeable(name) ? `/skill:${name}` : null;
}

/** Whether a command of that name can be typed in kimi-cli (rule 77). */
export function isTypeable(name: string): boolean {
  return /^[A-Za-z0-9_-]+(?::[A-Za-z0-9_-]+)*$/.test(name);
}
