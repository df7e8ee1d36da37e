/** One file of a zip archive. Sizes are in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly compressedSize: number;
}

/** Lists the files of a zip archive from its central directory. Throws when it is none. Without ZIP64. */
export function zipEntries(archive: Buffer): ZipEntry[] {
  // The end record has 22 bytes and a comment of at most 65,535.
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('This is not a zip archive: it has no end record.');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== 0x02014b50)
      throw new Error(`Entry ${index} of the zip archive is damaged.`);
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      compressedSize: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
