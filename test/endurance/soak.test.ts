/** A short soak; `npm run bench -- --soak` has a long one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { soak } from '../core/live/soak';

/** Directories from the top of the disk down to those that decide where roots are. */
const MOST_LEFT = 40;

describe('random changes', { skip: process.platform === 'win32' }, () => {
  it('end as from scratch after every burst, and leave no watch behind', async t => {
    const result = await soak(20_000, 20_261_130);
    t.diagnostic(JSON.stringify(result));
    assert.ok(result.bursts > 5);
    assert.ok(result.watchedAtEnd <= MOST_LEFT, `${result.watchedAtEnd} directories are still watched`);
  });
});
