/** Asking far disks, kept apart so that it is loaded only where there is one. */
export { Far } from '../far/far';
