/**
 * What the names come to that macOS and Windows take for one: case does not count, nor whether an accent is a letter of
 * its own. Where a disk tells them apart all the same, that makes two names alike that are not: never the other way round.
 */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
