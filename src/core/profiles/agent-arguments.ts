/** Reading the arguments that an agent is started with, of which only a few matter to its skills. */

/**
 * The values of an option, in order: `--name value`, `--name=value`.
 * @param many whether all up to the next option are values
 */
export function valuesOf(args: readonly string[], option: string, many = false): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--') break;
    if (argument.startsWith(`${option}=`)) values.push(argument.slice(option.length + 1));
    if (argument !== option) continue;
    for (let next = args[index + 1]; next !== undefined && !next.startsWith('-'); next = args[index + 1]) {
      values.push(next);
      index++;
      if (!many) break;
    }
  }
  return values;
}

/** Whether a switch such as `--bare` is given. */
export function isGiven(args: readonly string[], option: string): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes(option);
}
