/** The `which-skill` command. */
import { run } from './cli/run';

async function main(): Promise<void> {
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  const { output, errors, status } = await run(process.argv.slice(2), {
    cwd: process.cwd(),
    environment: process.env,
    width,
  });
  process.stderr.write(errors);
  process.stdout.write(output);
  process.exitCode = status;
}

// A reader that goes away (`which-skill list | head`) is no error.
process.stdout.on('error', () => process.exit());

main().catch((error: unknown) => {
  process.stderr.write(`which-skill: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
