/** What the commands do, as a lazy part: a session can go by without one. */
export { runCommand } from '../commands/commands';
