/** Everything that changes files, as a lazy part. */
export { Tidy } from '../tidy/tidy';
