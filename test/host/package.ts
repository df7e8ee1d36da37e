import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot, temporaryFolder } from './folders';
import { run } from './processes';

/** The first moment that a zip archive can name: 1 January 1980. What is in the archive says nothing of when it was made. */
const beginning = '315532800';

/**
 * `npm run package`: makes the one file that both marketplaces take. The same sources give the same bytes, in any
 * clone, on any day, for any user, with one version of Node.js, which carries the compression.
 */
export async function makePackage(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { out: { type: 'string', short: 'o' } } });
  const built = await run(process.execPath, ['esbuild.mjs'], { cwd: projectRoot });
  if (built.code !== 0) {
    console.error(built.output.trimEnd());
    return built.code;
  }
  const { folder, name, version, repository } = stage();
  const file = path.resolve(projectRoot, values.out ?? `${name}-${version}.vsix`);
  const vsce = path.join(projectRoot, 'node_modules', '@vscode', 'vsce', 'vsce');
  // The marketplaces find the pictures of the README in the repository, once package.json names it.
  const options = repository
    ? ['--no-dependencies']
    : ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  const { code, output } = await run(process.execPath, [vsce, 'package', ...options, '--out', file], {
    cwd: folder,
    // Zip archives hold local times, and vsce sorts by the user's language.
    env: { ...process.env, SOURCE_DATE_EPOCH: beginning, TZ: 'UTC', LC_ALL: 'C', LANG: 'C' },
  });
  console.log(output.trimEnd());
  if (code === 0) writeFileSync(file, withPlainModes(readFileSync(file)));
  return code;
}

/** A folder with what is shipped as it is shipped; `.vscodeignore` decides in the end. */
function stage() {
  const folder = temporaryFolder('package');
  for (const entry of readdirSync(projectRoot)) {
    if (/^(\.git|\.cache|node_modules|out|src|test)$/.test(entry) || entry.endsWith('.vsix')) continue;
    cpSync(path.join(projectRoot, entry), path.join(folder, entry), { recursive: true });
  }
  // Who installs it builds nothing.
  const {
    scripts: _,
    devDependencies: __,
    ...manifest
  } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const entry of readdirSync(folder)) {
    if (!/^README.*\.md$/.test(entry)) continue;
    const readme = path.join(folder, entry);
    writeFileSync(readme, withPlainPictures(readFileSync(readme, 'utf8')));
  }
  const { name, version, repository } = manifest;
  return { folder, name, version, repository };
}

/** vsce gives an `<img>` its address in the repository, and a `<source>` none: that one would be shown, broken. */
function withPlainPictures(readme: string): string {
  return readme.replace(/<picture>[\s\S]*?(<img [^>]*>)[\s\S]*?<\/picture>/g, '$1');
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
