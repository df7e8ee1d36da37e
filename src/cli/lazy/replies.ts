/** All that the command answers beside which file a name is, what loads, and the table of agents: those load at once. */
export { exportText } from '../../core/export';
export { check, noHome } from '../check';
export { compare } from '../compare';
export { HELP } from '../help';
export { HELP_IN_CHINESE } from '../help-in-chinese';
export { rescue } from '../rescue';
export { applyRescue } from '../rescue-apply';
export { tidy } from '../tidy';
export { undo } from '../undo';
export { why } from '../why';
