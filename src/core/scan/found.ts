/** What a scan finds: skills, and what could be one, each a candidate before names are compared. */
import { type Message, message } from '../message';
import type { Form, Remark, SkillType, Unlisted } from '../types';

/** What a product makes of the text of a skill file. */
export type ParseOutcome =
  | {
      readonly ok: true;
      readonly name: string;
      readonly description: string;
      readonly descriptionFrom: 'frontmatter' | 'body' | 'none';
      readonly type: SkillType;
      readonly unlisted?: Unlisted;
      readonly whenToUse?: string;
      /** Another name by which it can be called. */
      readonly alias?: string;
      /** Whether the skill says that its folder holds others. */
      readonly holdsSkills?: boolean;
      readonly remarks: readonly Remark[];
    }
  | {
      readonly ok: false;
      /** The declared name where it could still be read, else the default. */
      readonly name: string;
      readonly code: string;
      readonly reason: Message;
      /** Counted from 1. */
      readonly line?: number;
      readonly column?: number;
    };

/** Turns the text of a skill file into what the product makes of it. Never throws. */
export type ParseSkill = (
  text: string,
  defaultName: string,
  form: Form,
) => ParseOutcome | Promise<ParseOutcome>;

/** What becomes of what is no skill. */
export type LostVerdict = 'invalid' | 'unreadable' | 'not-read' | 'shadowed';

/** A file or folder in a root that is a skill or could be one, before names are compared. */
export interface Found {
  readonly entry: string;
  readonly form: Form;
  readonly dir: string;
  readonly file: string;
  readonly link?: string;
  readonly name: string;
  readonly outcome:
    | {
        readonly kind: 'skill';
        readonly description: string;
        readonly descriptionFrom: 'frontmatter' | 'body' | 'none';
        readonly type: SkillType;
        readonly unlisted?: Unlisted;
        readonly whenToUse?: string;
        readonly alias?: string;
        readonly holdsSkills?: boolean;
        /** Whether a setting keeps its description from the model. */
        readonly nameOnly?: boolean;
        /** Why a setting switches it off, where one does. */
        readonly disabled?: Unlisted;
      }
    | {
        readonly kind: 'lost';
        readonly verdict: LostVerdict;
        readonly code: string;
        readonly reason: Message;
        readonly line?: number;
        readonly column?: number;
        /** Whether this file keeps the product from starting at all. */
        readonly stopsProduct: boolean;
      };
  readonly remarks: readonly Remark[];
}

/** Where a skill is; `link` undefined where no link leads to it. */
export interface Place extends Pick<Found, 'entry' | 'form' | 'dir' | 'file'> {
  readonly link?: string | undefined;
}

/** A text of its own: a part of a longer one would keep the whole of that in memory. */
function detached(text: string): string {
  return `${text} `.slice(0, -1);
}

/**
 * A skill file that was parsed, as a candidate. In a skill that holds others, names are put together.
 * @param parent name of the skill that holds it
 */
export function toFound(place: Place, parsed: ParseOutcome, parent: string | null): Found {
  // Each object is given its fields at once: most of them are skills, and there can be very many.
  const { entry, form, dir, file, link } = place;
  const name = nameBelow(parent, parsed.name, entry);
  const linked = link === undefined ? undefined : { link };
  if (!parsed.ok) {
    const { code, reason, line, column } = parsed;
    const outcome: Found['outcome'] = {
      kind: 'lost',
      verdict: 'invalid',
      code,
      reason,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      stopsProduct: false,
    };
    return { entry, form, dir, file, ...linked, name, outcome, remarks: [] };
  }
  const { descriptionFrom, type, whenToUse, alias, holdsSkills, remarks } = parsed;
  const description = detached(parsed.description);
  const unlisted = parent === null ? parsed.unlisted : (parsed.unlisted ?? subSkill(parent));
  const outcome: Found['outcome'] =
    unlisted || whenToUse !== undefined || alias !== undefined || holdsSkills
      ? {
          kind: 'skill',
          description,
          descriptionFrom,
          type,
          ...(unlisted && { unlisted }),
          ...(whenToUse !== undefined && { whenToUse }),
          ...(alias !== undefined && { alias: detached(alias) }),
          ...(holdsSkills && { holdsSkills }),
        }
      : { kind: 'skill', description, descriptionFrom, type };
  return linked
    ? { entry, form, dir, file, ...linked, name, outcome, remarks }
    : { entry, form, dir, file, name, outcome, remarks };
}

/** Names that are those of their folder, as most are, share its text. */
function nameBelow(parent: string | null, name: string, entry: string): string {
  if (name === entry && parent === null) return entry;
  return parent === null || name.startsWith(`${parent}.`) ? detached(name) : `${parent}.${name}`;
}

function subSkill(parent: string): Unlisted {
  return { code: 'sub-skill', reason: message('not listed for the model: {0} holds it', parent) };
}

/** A candidate that does not load, for a reason that the scan can tell. */
export function lost(
  place: Place,
  name: string,
  verdict: LostVerdict,
  code: string,
  reason: Message,
  stopsProduct = false,
): Found {
  const { entry, form, dir, file, link } = place;
  return {
    entry,
    form,
    dir,
    file,
    ...(link !== undefined && { link }),
    name,
    outcome: { kind: 'lost', verdict, code, reason, stopsProduct },
    remarks: [],
  };
}
