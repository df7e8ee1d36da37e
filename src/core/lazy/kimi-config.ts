/** Reading kimi-cli's configuration, kept apart so that it is loaded only where there is a file of it. */
export { readKimiConfig } from '../kimi-config';
