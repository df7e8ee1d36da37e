import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from './folders';
import { run } from './processes';

/** The first moment that a zip archive can name: 1 January 1980. What is in the archive says nothing of when it was made. */
const beginning = '315532800';

/**
 * `npm run package`: makes the one file that both marketplaces take. The same sources give the same bytes, in any
 * clone, on any day, for any user, with one version of Node.js, which carries the compression.
 */
export async function makePackage(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { out: { type: 'string', short: 'o' } } });
  const { name, version, repository } = JSON.parse(
    readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
  );
  const file = path.resolve(projectRoot, values.out ?? `${name}-${version}.vsix`);
  const vsce = path.join('node_modules', '@vscode', 'vsce', 'vsce');
  // The marketplaces find the pictures of the README in the repository, once package.json names it.
  const options = repository
    ? ['--no-dependencies']
    : ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  const { code, output } = await run(process.execPath, [vsce, 'package', ...options, '--out', file], {
    cwd: projectRoot,
    // Zip archives hold local times, and vsce sorts by the user's language.
    env: { ...process.env, SOURCE_DATE_EPOCH: beginning, TZ: 'UTC', LC_ALL: 'C', LANG: 'C' },
  });
  console.log(output.trimEnd());
  if (code === 0) writeFileSync(file, withPlainModes(readFileSync(file)));
  return code;
}

/** The archive with the mode `rw-r--r--` for every file: what vsce writes depends on the umask of who cloned. */
export function withPlainModes(archive: Buffer): Buffer {
  const plain = Buffer.from(archive);
  const end = plain.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = plain.readUInt16LE(end + 10);
  let at = plain.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    plain.writeUInt32LE((0o100644 << 16) >>> 0, at + 38);
    at += 46 + plain.readUInt16LE(at + 28) + plain.readUInt16LE(at + 30) + plain.readUInt16LE(at + 32);
  }
  return plain;
}
