/** Everything that explains, as a lazy part: pages, problems, fixes, and help in the editor. */
export { Explainer } from '../explain/explainer';
