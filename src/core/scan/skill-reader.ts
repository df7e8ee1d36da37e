/** Reading one skill file: from its bytes to what the product makes of them, or why it makes nothing of them. */
import { faultMessage } from '../fault-message';
import { type FileState, isFault } from '../file-system';
import { message } from '../message';
import type { TextRead } from '../read-text';
import type { Remark } from '../types';
import { type Found, lost, type Place, toFound } from './found';
import type { ScanContext } from './scan-context';

const CUT: Remark = {
  code: 'cut',
  severity: 'warning',
  text: message('only its first megabyte was looked at'),
};

/** Reads skill files. `parent` is the name of the skill that holds this one, where names are put together. */
export class SkillReader {
  constructor(private readonly context: ScanContext) {}

  /** The skill in a file that was not looked at yet. */
  async readFile(place: Place, defaultName: string, parent: string | null): Promise<Found> {
    const state = this.context.files.state(place.file);
    if (!isFault(state)) return this.read(place, state, defaultName, parent);
    return lost(place, defaultName, 'unreadable', 'unreadable', faultMessage(state.fault));
  }

  /** The skill in a regular file. */
  read(place: Place, state: FileState, defaultName: string, parent: string | null): Found | Promise<Found> {
    const { memory, readText, slices, rules } = this.context;
    if (state.size > rules.largestFile) return tooLarge(place, state, defaultName, rules.largestFile);
    const known = memory?.recall(place, state, parent);
    if (known) return known;
    const started = memory ? Date.now() : 0;
    const remember = (found: Found) => {
      memory?.keep(found, state, parent, started);
      return found;
    };
    const read = readText(place.file, state.size, slices);
    const found =
      read instanceof Promise
        ? read.then(text => this.interpret(place, text, defaultName, parent))
        : this.interpret(place, read, defaultName, parent);
    return found instanceof Promise ? found.then(remember) : remember(found);
  }

  /** What the product makes of a text that could be read. In a skill that holds others, names are put together. */
  parsed(place: Place, text: string, defaultName: string, parent: string | null): Found | Promise<Found> {
    const parsed = this.context.parse(text, defaultName, place.form);
    return parsed instanceof Promise
      ? parsed.then(outcome => toFound(place, outcome, parent))
      : toFound(place, parsed, parent);
  }

  private interpret(
    place: Place,
    read: TextRead,
    defaultName: string,
    parent: string | null,
  ): Found | Promise<Found> {
    if (!read.ok) return this.unreadable(place, read, defaultName, parent);
    const found = this.parsed(place, read.text, defaultName, parent);
    if (!read.cut) return found;
    const withRemark = (one: Found) =>
      one.outcome.kind === 'skill' ? { ...one, remarks: [...one.remarks, CUT] } : one;
    return found instanceof Promise ? found.then(withRemark) : withRemark(found);
  }

  private async unreadable(
    place: Place,
    read: Extract<TextRead, { ok: false }>,
    defaultName: string,
    parent: string | null,
  ): Promise<Found> {
    if (!('byte' in read)) {
      return lost(place, defaultName, 'unreadable', 'unreadable', faultMessage(read.fault));
    }
    const byte = `0x${read.byte.toString(16).padStart(2, '0')}`;
    const { badBytes } = this.context.rules;
    if (badBytes === 'replaced') {
      const found = await this.parsed(place, read.replaced, defaultName, parent);
      const text = message(
        'not UTF-8: byte {0} at offset {1} is read as a replacement character',
        byte,
        read.position,
      );
      const remark: Remark = { code: 'not-utf8', severity: 'warning', text };
      return found.outcome.kind === 'skill' ? { ...found, remarks: [...found.remarks, remark] } : found;
    }
    const reason = message('not UTF-8: byte {0} at offset {1}', byte, read.position);
    // Only the directory form takes the whole program down (rule 45).
    return lost(
      place,
      defaultName,
      'invalid',
      'not-utf8',
      reason,
      badBytes === 'fatal' && place.form === 'directory',
    );
  }
}

function tooLarge(place: Place, { size }: FileState, defaultName: string, largest: number): Found {
  const reason = message('{0} bytes long: files of more than {1} bytes are not read', size, largest);
  return lost(place, defaultName, 'invalid', 'too-large', reason);
}
