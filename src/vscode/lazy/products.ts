/** Everything that compares products, as a lazy part. */
export { SideBySide } from '../products/side-by-side';
