import type { Message } from '../core/message';

/** Renders a message in the reader's language, with its paths as short as they can be understood. */
export type Say = (message: Message) => string;
