/** Disks that nothing can be written to, for real, where this process may mount. */
import { spawnSync } from 'node:child_process';

/**
 * Makes all below a directory read-only, as a disk is that was mounted so: not even root may write there.
 * Out: what takes that back; a text that says why where it cannot be done.
 */
export function mountReadOnly(place: string): (() => void) | string {
  if (process.platform !== 'linux') return 'no mounts but on Linux';
  const mount = (...args: string[]) => spawnSync('mount', args, { encoding: 'utf8' });
  const bound = mount('--bind', place, place);
  if (bound.status !== 0) return `this process may not mount: ${bound.stderr || bound.error}`.trim();
  const unmount = () => void spawnSync('umount', ['--lazy', place]);
  const changed = mount('-o', 'remount,bind,ro', place);
  if (changed.status === 0) return unmount;
  unmount();
  return `this process may not mount read-only: ${changed.stderr}`.trim();
}
