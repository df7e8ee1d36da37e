import { name, publisher } from '../../package.json';

/** What VS Code knows this extension by. The manifest alone says who publishes it. */
export const EXTENSION_ID = `${publisher}.${name}`;
