/** Random changes for a while, and whether what is kept up to date is right after each burst of them. */
import { buildLayout } from '../../layout';
import { RandomChanges } from './random-changes';
import { Watched } from './watched';

export interface SoakResult {
  readonly bursts: number;
  readonly changes: number;
  readonly resolved: number;
  /** Directories watched when all was deleted in the end. */
  readonly watchedAtEnd: number;
}

/**
 * @param onBurst called after each burst, once everything is as from scratch
 * @throws where a kept resolution does not become what is found from scratch
 */
export async function soak(
  milliseconds: number,
  seed: number,
  onBurst: (bursts: number) => void = () => {},
): Promise<SoakResult> {
  const layout = buildLayout({ 'R/.git': null, 'R/pkg': null, 'shared/skills': null });
  const watched = new Watched({
    profile: 'kimi-cli',
    workDir: layout.at('R/pkg'),
    home: layout.at('home'),
    environment: {},
    overrides: { extraSkillDirs: [layout.at('shared/skills')], builtinDir: null },
  });
  const random = new RandomChanges(layout.root, seed);
  let [bursts, changes] = [0, 0];
  try {
    await watched.start();
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      const size = 1 + (bursts % 12);
      for (let index = 0; index < size; index++) {
        random.change();
        changes++;
        // Some changes come while it is being looked.
        if (index % 3 === 2) await watched.next(3);
      }
      await watched.untilEqualToFresh();
      bursts++;
      onBurst(bursts);
    }
    const { rounds } = watched;
    layout.remove();
    await watched.untilEqualToFresh();
    return { bursts, changes, resolved: rounds, watchedAtEnd: watched.live.size };
  } finally {
    watched.dispose();
    layout.remove();
  }
}
