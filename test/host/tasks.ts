import { runBench } from '../bench/bench';
import { writeDocs } from './docs';
import { makePackage } from './package';
import { takePictures } from './pictures';
import { start } from './start';
import { runDesktopTests, runTests } from './test';

/** What `test/host/main.mjs` runs once the packages are there. Gives the exit code. */
export async function runTask([task, ...args]: readonly string[]): Promise<number> {
  try {
    switch (task) {
      case 'start':
        return await start(args);
      case 'test':
        return await runTests(args);
      case 'test-desktop':
        return await runDesktopTests();
      case 'bench':
        return await runBench(args);
      case 'docs':
        return writeDocs();
      case 'pictures':
        return await takePictures(args);
      case 'package':
        return await makePackage(args);
      default:
        throw new Error(
          `There is no task "${task}": start, test, test-desktop, bench, docs, package, pictures.`,
        );
    }
  } catch (error) {
    // The messages of this folder's own errors are complete; a stack would hide them.
    console.error(process.env.DEBUG ? error : (error as Error).message);
    return 1;
  }
}
