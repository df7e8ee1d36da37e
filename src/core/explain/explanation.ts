/** The answer to “why does my skill (not) load?” as plain data. */
import type { Comparison } from '../compare';
import type { FixId } from '../fixes/fix-id';
import type { PlanWish } from '../fixes/plan-wish';
import type { Message } from '../message';
import type {
  CandidateVerdict,
  ConfigurationInput,
  Form,
  Group,
  ProfileId,
  Remark,
  RootVerdict,
  Scope,
} from '../types';

/** What can be asked about: a row of the tree, a name, or any path, one that is not there included. */
export type Subject =
  | { readonly candidate: string }
  | { readonly name: string }
  /** Absolute. */
  | { readonly path: string };

/** A directory of the product's list, or one beside it in which something was found. */
export interface ExplainedDirectory {
  /** `id` of the root. */
  readonly id: string;
  readonly label: string;
  readonly location: string;
  /** Differs from `location` where a link leads elsewhere. */
  readonly path: string;
  readonly scope: Scope;
  readonly group: Group;
  readonly verdict: RootVerdict;
  /** Position among those that are read, from 1; null for the others. */
  readonly rank: number | null;
  readonly exists: boolean;
  readonly reason: Message;
  /** The rule in plain words, where there is more to say than the reason. */
  readonly rule: Message | null;
  /** Fragment of the page of explanations; null where there is none. */
  readonly anchor: string | null;
  /** How many of the candidates that the answer is about lie in it. */
  readonly holds: number;
}

/** One candidate of the name in question. */
export interface ExplainedCandidate {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly entry: string;
  readonly form: Form;
  readonly scope: Scope;
  readonly group: Group;
  /** `label` of its directory. */
  readonly directory: string;
  /** Position of its directory; null where that is not read. */
  readonly rank: number | null;
  readonly verdict: CandidateVerdict;
  readonly code: string;
  readonly anchor: string | null;
  /** The one reason that decided. */
  readonly reason: Message;
  /** The rule behind the reason, in plain words. */
  readonly rule: Message | null;
  readonly line?: number;
  readonly column?: number;
  readonly link?: string;
  readonly loads: boolean;
  /** Whether it is the one that was asked about. */
  readonly isSubject: boolean;
  /** Against the winner; null where there is nothing to compare. */
  readonly comparison: Comparison | null;
  readonly remarks: readonly Remark[];
}

/** A path that is no candidate, and why it is none. */
export interface ExplainedPlace {
  readonly path: string;
  readonly code: string;
  readonly anchor: string | null;
  readonly reason: Message;
  readonly rule: Message | null;
}

/** Something that would change the answer. */
export interface Change {
  readonly text: Message;
  /** Fixes for a problem of the candidate: see `fixesFor`. */
  readonly fixes: readonly FixId[];
  readonly candidate: string | null;
  /** What a plan would be made for: copying, or removing an empty directory. */
  readonly plan: PlanWish | null;
  /** A line to put into a configuration file by hand. */
  readonly paste: PasteLine | null;
}

/** A line for the product's configuration, which is never written by this program. */
export interface PasteLine {
  readonly file: string;
  /** The line that it takes the place of, counted from 1; null where the file has none of that key. */
  readonly replacesLine: number | null;
  readonly text: string;
}

/** What the model and the person at the prompt get of the skill in the end. */
export interface Told {
  /** The part of the listing that is about this skill, exactly; null where nothing is said. */
  readonly listing: string | null;
  /** Why it is not listed, or what else is to be known about that. */
  readonly reason: Message | null;
  /** The command that runs the skill; null where none can be typed, and where that is not known of the product. */
  readonly command: string | null;
  /** Whether it is known how the product's commands are made. */
  readonly hasCommands: boolean;
}

/** A skill that the product brings along without a file. */
export interface CarriedSkill {
  readonly name: string;
  /** `label` of what it is part of. */
  readonly from: string;
  readonly reason: Message;
  readonly rule: Message | null;
  readonly anchor: string | null;
  /** Whether it is what loads: no file of that name takes its place. */
  readonly loads: boolean;
}

/** What another agent makes of the file in question. */
export interface ExplainedAgent {
  readonly profile: ProfileId;
  /** As people call it. */
  readonly agent: string;
  readonly verdict: CandidateVerdict;
  /** Stable short word; `not-seen` where the agent has nothing to do with the file. */
  readonly code: string;
  readonly reason: Message;
  readonly loads: boolean;
  /** The name that it has there; null where the agent sees nothing of it. */
  readonly name: string | null;
  /** The file that it takes under the name: this one, or another; null where it takes none. */
  readonly takes: string | null;
}

export interface Explanation {
  readonly profile: ProfileId;
  /** Name and version of the product. */
  readonly product: string;
  readonly subject: Subject;
  /** The name in question; null for a path that has none. */
  readonly name: string | null;
  /** Whether what was asked about is what loads. */
  readonly loads: boolean;
  readonly headline: Message;
  /** File that loads under the name in the end; null where none does. */
  readonly winner: string | null;
  /** In the order in which the product looks at them; those that it does not look at come last. */
  readonly directories: readonly ExplainedDirectory[];
  /** In rank order, the winner first. */
  readonly candidates: readonly ExplainedCandidate[];
  /** The one of that name that the product brings along without a file; null where it has none. */
  readonly carried: CarriedSkill | null;
  readonly place: ExplainedPlace | null;
  readonly told: Told;
  readonly changes: readonly Change[];
  /** What else is good to know here. */
  readonly notes: readonly Message[];
  /** What was read, beside skill files, that the rules depend on. */
  readonly inputs: readonly ConfigurationInput[];
  /** How the rules of the product are known, and since when. */
  readonly evidence: Message;
  /** What other agents make of the file, in their order. Empty where none was asked: see `otherAgents`. */
  readonly agents: readonly ExplainedAgent[];
  /** Names that are much like the one that nothing was found for. */
  readonly similar: readonly string[];
}
