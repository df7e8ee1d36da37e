/** What mends a skill file: a lazy part of the command, which mostly only looks. */
export { checkCandidate } from '../checks/check-resolution';
export { fixesFor } from '../fixes/fixes-for';
