/** Everything about several agents, as a lazy part. */
export { MatrixPages } from '../agents/matrix-pages';
