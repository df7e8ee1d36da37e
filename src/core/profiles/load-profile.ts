/** From the name of a product to its rules, which load on first use. */
import { productOf } from '../products';
import type { ProfileId } from '../types';
import type { Profile } from './profile';

/** The rules of a product. */
export async function loadProfile(id: ProfileId): Promise<Profile> {
  if (productOf(id).isKimi) {
    const kimi = (await import('../lazy/kimis')).kimiProfile(id);
    if (kimi) return kimi;
  }
  return (await import('../lazy/agents')).agentProfile(id);
}
