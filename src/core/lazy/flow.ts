/** Reading the diagram of a flow, kept apart so that it is loaded only where a skill is of type flow. */
export { readFlow } from '../flow/read-flow';
