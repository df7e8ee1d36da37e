/** What is checked in the skill files of each product: a further product is a further entry of the table. */
import type { FixId } from '../fixes/fix-id';
import { KIMI_CODE_LONGEST_DESCRIPTION } from '../profiles/kimi-code-listing';
import type { ProfileId } from '../types';
import {
  bom,
  evaluatesJavaScript,
  fenceInBlockScalar,
  frontmatterNotFirst,
  frontmatterUnclosed,
  noFrontmatter,
} from './fences';
import { FLOW_CHECKS } from './flow-problems';
import {
  bodyTooLong,
  descriptionCut,
  descriptionTooLong,
  documentAsSkill,
  nameNotFolder,
  nameNotPortable,
  notTypeable,
  replacesBuiltin,
} from './open-format';
import type { TextCheck } from './text-check';
import { commentInValue, keyTwice, keyWrongCase, noDescription, valueIgnored } from './values';

/**
 * What is checked for one product. What loses a skill needs no check: that is the verdict of the product's own parser. Nor
 * does a remark of the parser, unless more is to be said than it says.
 */
export interface ProductChecks {
  readonly checks: readonly TextCheck[];
  /** What mends a verdict, by its code, where that is another thing than for other products. */
  readonly fixes?: Readonly<Record<string, readonly FixId[]>>;
}

/**
 * Fences that are not where they should be. Each finds something only where the product did not read the frontmatter, but for
 * the first: that does harm in another product, whoever asks.
 */
const FENCES = [evaluatesJavaScript, bom, frontmatterNotFirst, frontmatterUnclosed, noFrontmatter];

/** The open format, as far as a product does without. */
const OPEN_FORMAT = [nameNotPortable, nameNotFolder, descriptionTooLong, bodyTooLong];

/** For a product without an entry: what does harm in any of them. */
const ANY: ProductChecks = { checks: [...FENCES, commentInValue, documentAsSkill, ...OPEN_FORMAT] };

/** The keys that kimi-cli reads, in this spelling only (rule 62). */
const KIMI_CLI_KEYS = ['name', 'description', 'type'];

/** The keys that kimi-code reads (rules 10 and 15 to 17 of its specification). */
const KIMI_CODE_KEYS = [
  'name',
  'description',
  'type',
  'when-to-use',
  'when_to_use',
  'whenToUse',
  'disable-model-invocation',
  'disable_model_invocation',
  'disableModelInvocation',
  'has-sub-skill',
  'hasSubSkill',
];

const TABLE: Partial<Record<ProfileId, ProductChecks>> = {
  'kimi-cli': {
    checks: [
      ...FENCES,
      fenceInBlockScalar,
      valueIgnored,
      commentInValue,
      keyWrongCase(KIMI_CLI_KEYS),
      keyTwice(KIMI_CLI_KEYS),
      noDescription,
      ...FLOW_CHECKS,
      documentAsSkill,
      notTypeable,
      ...OPEN_FORMAT,
    ],
    fixes: { 'unknown-type': ['set-type-standard', 'set-type-flow'] },
  },
  'kimi-code': {
    checks: [
      ...FENCES,
      fenceInBlockScalar,
      valueIgnored,
      commentInValue,
      keyWrongCase(KIMI_CODE_KEYS),
      noDescription,
      documentAsSkill,
      replacesBuiltin,
      ...OPEN_FORMAT,
      descriptionCut(KIMI_CODE_LONGEST_DESCRIPTION),
    ],
    fixes: { 'unknown-type': ['remove-type'] },
  },
};

/** The checks of the texts of a product's skill files. */
export function checksOf(profile: ProfileId): readonly TextCheck[] {
  return (TABLE[profile] ?? ANY).checks;
}

/** The fixes for a verdict of the product; undefined where they are the same as for others. */
export function fixesOfProduct(profile: ProfileId, code: string): readonly FixId[] | undefined {
  return TABLE[profile]?.fixes?.[code];
}
