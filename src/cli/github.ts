/** Commands to the runner of GitHub Actions, which are lines of the log. */

/**
 * One line such as `::error file=a.md,line=3::text`. Whatever is in the values stays within them: the runner undoes
 * exactly these escapes.
 */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string>>,
  text: string,
): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${command} ${list.join(',')}::${escapeData(text)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
