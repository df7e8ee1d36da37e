/** Resolving one work directory for several products, with each file read once. */
import { nodeFileSystem } from './file-system';
import type { Overrides } from './profiles/profile';
import { type ResolveOptions, resolve } from './resolve';
import { sharedReads } from './shared-reads';
import type { ProfileId, Resolution } from './types';

export interface ResolveAllOptions extends Omit<ResolveOptions, 'profile' | 'overrides' | 'reads'> {
  readonly profiles: readonly ProfileId[];
  /** What replaces the inputs of each product. A data directory or configuration file belongs to one of them only. */
  readonly overridesFor?: (profile: ProfileId) => Overrides;
}

/**
 * Resolves for each product. Out: in the order of `profiles`.
 * @throws only the reason of the signal, when it is aborted
 */
export async function resolveAll(options: ResolveAllOptions): Promise<readonly Resolution[]> {
  const { profiles, overridesFor, files = nodeFileSystem, ...rest } = options;
  const reads = sharedReads(files);
  const resolutions: Resolution[] = [];
  for (const profile of profiles) {
    const overrides = overridesFor?.(profile) ?? {};
    resolutions.push(await resolve({ ...rest, profile, overrides, reads }));
  }
  return resolutions;
}
