/** The public shape of a resolution as JSON. Changing it breaks other people's scripts: README and tests have it too. */
import type { Comparison } from './compare';
import type { DetectedProduct } from './detect-product';
import { renderMessage } from './message';
import { productOf } from './products';
import type { Candidate, ProfileId, Remark, Resolution } from './types';

/**
 * The whole resolution. Paths are absolute; what is absent is null or left out. The scope of a skill is the product's own
 * word for it; that of roots and candidates is ours, the same for all products.
 */
export function resolutionJson(
  resolution: Resolution,
  comparisons: ReadonlyMap<string, Comparison>,
  detected: DetectedProduct | null = null,
) {
  const { profile, product, workDir, projectRoot, failure, configuration } = resolution;
  return {
    profile,
    product,
    evidence: evidenceJson(profile),
    ...(detected && {
      detected: { certain: detected.certain, why: detected.why.map(reason => renderMessage(reason)) },
    }),
    workDir,
    projectRoot,
    projectRootFrom: resolution.projectRootFrom,
    configuration: {
      file: configuration.file,
      mergeBrands: configuration.mergeBrands,
      extraSkillDirs: configuration.extraSkillDirs,
      ...(configuration.inputs && { inputs: configuration.inputs }),
      remarks: configuration.remarks.map(remarkJson),
    },
    roots: resolution.roots.map(root => ({
      path: root.path,
      scope: root.scope,
      group: root.group,
      verdict: root.verdict,
      reason: renderMessage(root.reason),
      code: root.code,
      rank: root.rank,
      location: root.location,
      ...(root.carries && { carries: root.carries }),
    })),
    skills: resolution.skills.map(skill => ({
      name: skill.name,
      description: skill.description,
      type: skill.type,
      listed: skill.listed,
      ...(skill.enabled === false && { enabled: false }),
      ...(skill.called === false && { called: false }),
      ...(skill.alias !== undefined && { alias: skill.alias }),
      ...(skill.nameOnly && { nameOnly: true }),
      scope: skill.source ?? skill.scope,
      form: skill.form,
      dir: skill.dir,
      file: skill.file,
      root: skill.root,
    })),
    candidates: resolution.candidates.map(candidate =>
      candidateJson(resolution, candidate, comparisons.get(candidate.id)),
    ),
    failure: failure && {
      file: failure.file,
      reason: renderMessage(failure.reason),
      code: failure.code,
      ...(failure.line !== undefined && { line: failure.line }),
    },
  };
}

/** How the rules of a product are known, and since when. */
export function evidenceJson(profile: ProfileId) {
  const { version, evidence, since } = productOf(profile);
  return { version, how: evidence, since };
}

/** One candidate. `winner` is the file that loads under its name in the end. */
export function candidateJson(
  resolution: Resolution,
  candidate: Candidate,
  comparison: Comparison | undefined,
) {
  const root = resolution.roots.find(({ id }) => id === candidate.root);
  return {
    file: candidate.file,
    root: root?.path ?? candidate.root,
    name: candidate.name,
    verdict: candidate.verdict,
    reason: renderMessage(candidate.reason),
    winner: candidate.winner,
    scope: candidate.scope,
    form: candidate.form,
    code: candidate.code,
    ...(candidate.line !== undefined && { line: candidate.line }),
    ...(candidate.column !== undefined && { column: candidate.column }),
    ...(candidate.link !== undefined && { link: candidate.link }),
    ...(candidate.unlisted && {
      unlisted: { code: candidate.unlisted.code, reason: renderMessage(candidate.unlisted.reason) },
    }),
    ...(comparison && { differences: comparison.differences }),
    remarks: candidate.remarks.map(remarkJson),
  };
}

function remarkJson({ code, severity, text, line }: Remark) {
  return { code, severity, text: renderMessage(text), ...(line !== undefined && { line }) };
}
