/**
 * A plan as plain readonly data: what would be done to which files, what is in doubt, and who wins before and after.
 * It can be written as JSON, shown, changed by answers, applied, and undone.
 */
import type { Difference } from '../compare';
import type { Message } from '../message';
import type { ProfileId, Scope } from '../types';

/** Which skills are meant: some of them, all of a root, or all of a scope. Ids are those of the resolution. */
export type Selection =
  | { readonly candidates: readonly string[] }
  | { readonly root: string }
  | { readonly scope: Scope };

/**
 * Where skills go: the canonical directory of the scope they are in, that of another scope, or a root that they were
 * dragged onto.
 */
export type Destination = 'canonical' | { readonly scope: 'project' | 'user' } | { readonly root: string };

/** What a person asks for. */
export type PlanRequest =
  | {
      readonly kind: 'copy';
      readonly what: Selection;
      readonly to: Destination;
      /** Texts that the copies' skill files get in place of their own, by the id of the candidate. */
      readonly texts?: Readonly<Record<string, string>>;
      /** Names of folders or files that the copies get in place of their own, by the id of the candidate. */
      readonly names?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'move';
      readonly what: Selection;
      readonly to: Destination;
      /** Leave a link in the old place, so that a tool that reads only there still finds the skill. */
      readonly leaveLink?: boolean;
    }
  | {
      /** `name.md` becomes `name/SKILL.md`. */
      readonly kind: 'to-folder';
      readonly what: Selection;
      /** `same`: in the root where the flat file is. */
      readonly to: 'same' | Destination;
    }
  | { readonly kind: 'delete'; readonly what: Selection }
  | {
      /** Of one skill: its folder or file, and the name that it declares. */
      readonly kind: 'rename';
      readonly what: Selection;
      readonly name: string;
    }
  | {
      /** A new skill. */
      readonly kind: 'create';
      /** `id` of the root. */
      readonly root: string;
      readonly name: string;
      /** Empty: one that says what belongs there. */
      readonly description: string;
    }
  | {
      /** Removes a directory with nothing in it that hides another one. */
      readonly kind: 'remove-empty-root';
      readonly root: string;
    }
  | {
      /** Has agents load the same file. The context must know them. */
      readonly kind: 'make-visible';
      readonly what: Selection;
      readonly agents: readonly ProfileId[];
    }
  | {
      /** Has the product load what another one loads and it does not. The context must know the other one. */
      readonly kind: 'rescue';
      /** The product that loads it. */
      readonly from: ProfileId;
      /** Ids of documents such as `README.md` to take along. */
      readonly documents?: readonly string[];
    };

/** Answers by the id of the question. `conflict:*` answers all questions whose id starts with `conflict:`. */
export type Answers = Readonly<Record<string, string>>;

/** One possible answer. */
export interface Choice {
  readonly value: string;
  readonly label: Message;
  /** What speaks for it, or follows from it. */
  readonly why?: Message;
}

/** Something that the plan cannot know. Until it is answered, the plan goes by the default. */
export interface Question {
  /** The key for the answer: a kind, a colon, and the id of the candidate or root that it is about. */
  readonly id: string;
  readonly kind:
    | 'conflict'
    | 'new-name'
    | 'folder-name'
    | 'fill-in'
    | 'inner-links'
    | 'link'
    | 'scope'
    | 'user-directory'
    | 'hide-generic'
    | 'removal'
    | 'undo-rest';
  readonly text: Message;
  /** Why it is asked. */
  readonly why: Message;
  /** Empty where any text will do, such as a new name. */
  readonly choices: readonly Choice[];
  /** The answer that counts now. Null: it must be answered before the plan can be applied. */
  readonly answer: string | null;
  /** What counts while nobody answers. */
  readonly default: string | null;
  /** Why the given answer could not be taken: the default counts instead. */
  readonly fault?: Message;
}

/** A target that is there already. */
export interface Conflict extends Question {
  readonly kind: 'conflict';
  readonly candidate: string;
  readonly source: string;
  readonly target: string;
  /** Same bytes, links and modes in the whole folder. */
  readonly identical: boolean;
  /** Paths below the skill's folder. `first` is the source. */
  readonly differences: readonly Difference[];
}

/** What a copy of a tree has differently from its source. Paths are relative to the source, `/` between their parts. */
export type Change =
  | { readonly path: string; readonly kind: 'text'; readonly before: string; readonly after: string }
  | { readonly path: string; readonly kind: 'link'; readonly before: string; readonly after: string }
  /** In place of the link, a copy of what it leads to. */
  | { readonly path: string; readonly kind: 'dereference'; readonly before: string; readonly leadsTo: string }
  /** In place of a file or folder, a link: takes a `dereference` back. */
  | { readonly path: string; readonly kind: 'relink'; readonly after: string; readonly leadsTo: string };

/**
 * What is copied as what: a folder with all in it, a single file, a link as a link, a flat file that becomes the
 * `SKILL.md` of a new folder, or such a folder that becomes a flat file again.
 */
export type Shape = 'tree' | 'file' | 'link' | 'file-to-folder' | 'folder-to-file';

interface OperationBase {
  /** Operations of one unit are done together or not at all: usually one skill. */
  readonly unit: number;
  readonly text: Message;
}

/** Copies or moves one skill. */
export interface Transfer extends OperationBase {
  readonly kind: 'copy' | 'move';
  readonly from: string;
  readonly to: string;
  readonly shape: Shape;
  readonly changes: readonly Change[];
  /** State of the source when the plan was made: where it is another one now, nothing is done. */
  readonly fingerprint: string;
}

export interface MakeLink extends OperationBase {
  readonly kind: 'make-link';
  readonly from: null;
  readonly to: string;
  /** As it is written into the link. */
  readonly target: string;
  readonly leadsTo: 'directory' | 'file';
}

export interface MakeDirectory extends OperationBase {
  readonly kind: 'make-directory';
  readonly from: null;
  readonly to: string;
}

/** Makes a file that was not there. */
export interface CreateFile extends OperationBase {
  readonly kind: 'create-file';
  readonly from: null;
  readonly to: string;
  readonly content: string;
}

/** Moves what is in the way, or unwanted, to a backup beside the root. */
export interface SetAside extends OperationBase {
  readonly kind: 'set-aside';
  readonly from: string;
  readonly to: string;
  readonly fingerprint: string;
}

export interface Removal extends OperationBase {
  readonly kind: 'trash' | 'delete';
  readonly from: string;
  readonly to: null;
  readonly fingerprint: string;
  /** Another place that must still hold the same, or nothing is deleted: the original of a copy. */
  readonly only?: { readonly path: string; readonly fingerprint: string };
  /** What would bring it back, where anything would: the copy, link or file is made again. */
  readonly again?: Transfer | MakeLink | CreateFile;
}

/** Only where it is empty. `optional`: where it is not, it just stays. */
export interface RemoveDirectory extends OperationBase {
  readonly kind: 'remove-directory';
  readonly from: string;
  readonly to: null;
  readonly optional: boolean;
}

/** One step, with absolute paths. */
export type Operation =
  | MakeDirectory
  | Transfer
  | MakeLink
  | CreateFile
  | SetAside
  | Removal
  | RemoveDirectory;

export type OperationKind = Operation['kind'];

/** Something to know before it is done. `followUp` is a request that would put it right. */
export interface Note {
  readonly severity: 'information' | 'warning';
  readonly code: string;
  readonly text: Message;
  readonly path?: string;
  readonly followUp?: PlanRequest;
}

/** Something that is asked for but not done, and why. */
export interface Refusal {
  readonly code: string;
  readonly text: Message;
  /** The file or folder that it is about. */
  readonly path: string;
  readonly candidate?: string;
}

/** Who loads under a name, in one of the two layouts. */
export interface Holder {
  readonly file: string;
  /** The skill's folder, or the flat file. */
  readonly path: string;
  readonly scope: Scope;
  readonly ambiguous: boolean;
}

/** One name before and after. Null: nothing loads under it. */
export interface OutcomeRow {
  readonly name: string;
  readonly before: Holder | null;
  readonly after: Holder | null;
  readonly change: 'same' | 'moved' | 'gained' | 'lost' | 'other';
  readonly text: Message;
}

/** The outcome for another product than the one that is planned for. */
export interface OtherOutcome {
  readonly profile: ProfileId;
  /** Name and version. */
  readonly product: string;
  readonly outcome: readonly OutcomeRow[];
}

/** Another tool that finds a skill no longer, or from now on. */
export interface ToolChange {
  readonly tool: string;
  readonly change: 'loses' | 'gains';
  /** Folder or file names of the skills, sorted. */
  readonly skills: readonly string[];
  readonly text: Message;
}

/** Everything that a preview shows. */
export interface Plan {
  readonly version: 1;
  readonly title: Message;
  readonly request:
    | PlanRequest
    | { readonly kind: 'undo'; readonly id: string }
    /** A quick fix of a file. */
    | { readonly kind: 'fix'; readonly file: string }
    /** A backup goes back to where it was kept from. */
    | { readonly kind: 'restore'; readonly backup: string };
  readonly answers: Answers;
  readonly operations: readonly Operation[];
  readonly conflicts: readonly Conflict[];
  readonly questions: readonly Question[];
  readonly notes: readonly Note[];
  /** What is left out because nothing needs to be done, or because it was not meant. */
  readonly skipped: readonly Refusal[];
  /** What cannot be done. The rest of the plan can be applied all the same. */
  readonly refusals: readonly Refusal[];
  /** Every name that is touched, and every other name whose winner changes. */
  readonly outcome: readonly OutcomeRow[];
  /** The same for the other products that the context knows. */
  readonly others?: readonly OtherOutcome[];
  readonly tools: readonly ToolChange[];
  /** Whether there is something to apply and nothing that must be answered first. */
  readonly ready: boolean;
}
