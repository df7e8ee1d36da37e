/** The `which-skill` command. */
import path from 'node:path';
import { translateBy } from './cli/language';
import { run } from './cli/run';
import { printable } from './cli/text';
import { native } from './core/file-system';

async function main(): Promise<void> {
  const terminal = process.stdout.isTTY ? { width: process.stdout.columns } : null;
  const { output, errors, status } = await run(process.argv.slice(2), {
    currentDirectory: () => process.cwd(),
    environment: process.env,
    terminal,
    texts: language => translateBy(path.join(__dirname, '..', 'l10n', `bundle.l10n.${language}.json`)),
  });
  process.exitCode = status;
  process.stderr.write(errors, () => {
    // A path whose name is not UTF-8 goes out with its own bytes, so that it still leads to the file.
    process.stdout.write(native(output), error => {
      // Ends at once: taking apart the memory of ten thousand skills would take as long as some of the reading.
      if (!error) process.exit();
    });
  });
}

function fail(error: unknown): void {
  process.exitCode = 2;
  process.stderr.write(`which-skill: ${printable(error instanceof Error ? error.message : String(error))}\n`);
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that goes away (`which-skill list | head`) is no error.
  if (error.code !== 'EPIPE') fail(error);
});
process.stderr.on('error', () => {
  // There is nowhere left to say it.
});

main().catch(fail);
