import { homedir } from 'node:os';
import { type DetectedProduct, detectProduct } from '../core/detect-product';
import type { FileSystem } from '../core/file-system';
import type { ProfileId } from '../core/types';
import { say } from './localize';
import type { Log } from './log';
import type { Settings } from './settings';

/** Which product's rules count: the one that the setting names, or the one that this machine uses. */
export class Product {
  private known: DetectedProduct | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
    /** Gives the file system to look at, each time that the machine is looked at. */
    private readonly files: () => FileSystem,
  ) {}

  get profile(): ProfileId {
    const choice = this.settings.productChoice;
    return choice === 'auto' ? this.detected.profile : choice;
  }

  /** Whether the machine decides. */
  get isAutomatic(): boolean {
    return this.settings.productChoice === 'auto';
  }

  /** What the machine looks like, whatever is set. Looked at once, until `forget`. */
  get detected(): DetectedProduct {
    this.known ??= this.detect();
    return this.known;
  }

  /** Has the machine looked at again. */
  forget(): void {
    this.known = undefined;
  }

  private detect(): DetectedProduct {
    const { dataDirs } = this.settings;
    const found = detectProduct({ home: homedir(), environment: process.env, dataDirs, files: this.files() });
    if (this.isAutomatic) this.log.info(`the product is ${found.why.map(reason => say(reason)).join('; ')}`);
    return found;
  }
}
