/** From the name of a product to its rules. Those of the agents beside the two Kimis load on first use. */
import type { ProfileId } from '../types';
import { kimiCli } from './kimi-cli';
import { kimiCode } from './kimi-code';
import type { Profile } from './profile';

const KIMI_PROFILES: Readonly<Partial<Record<ProfileId, Profile>>> = {
  'kimi-cli': kimiCli,
  'kimi-code': kimiCode,
};

/** The rules of a product. */
export async function loadProfile(id: ProfileId): Promise<Profile> {
  const kimi = KIMI_PROFILES[id];
  if (kimi) return kimi;
  const { agentProfile } = await import('../lazy/agents');
  return agentProfile(id);
}
