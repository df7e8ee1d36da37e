/** The one entry: a work directory and a profile in, the resolution out. */
import * as path from 'node:path';
import { faultMessage } from './fault-message';
import { type FileSystem, nodeFileSystem } from './file-system';
import { warningOfJavaScript } from './javascript-warning';
import { merge, type ScannedRoot } from './merge';
import { message } from './message';
import { productTitle } from './products';
import { loadProfile } from './profiles/load-profile';
import type { Overrides, RootPlan } from './profiles/profile';
import { findProjectRoot } from './project-root';
import { resolveAsWritten, resolvePath } from './real-path';
import { scanRoot } from './scan';
import type { RootScan } from './scan/root-scan';
import type { ScanContext } from './scan/scan-context';
import { scopeTerm } from './scope-term';
import { plainReads, type Reads } from './shared-reads';
import { Slices } from './slices';
import type { ProfileId, Resolution, Root } from './types';
import { unreadRoots } from './unread-roots';

export interface ResolveOptions {
  readonly profile: ProfileId;
  /** Absolute path. Its links are kept: to mirror a start from a terminal, give the real path (rules 5 and 11). */
  readonly workDir: string;
  /** Absolute path of the home directory. */
  readonly home: string;
  /** The variables that the product would see. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly overrides?: Overrides;
  readonly platform?: NodeJS.Platform;
  readonly files?: FileSystem;
  /** In place of `files`: what several resolutions of one moment have in common. */
  readonly reads?: Reads;
  readonly signal?: AbortSignal;
  /** Whether nothing else has to run meanwhile. */
  readonly inOneGo?: boolean;
  /** In place of scanning each root anew: for whoever keeps what was found. */
  readonly scan?: ScanRoot;
}

/** Scans a root, or knows already what is in it. */
export type ScanRoot = (
  root: Pick<Root, 'path' | 'group'>,
  context: ScanContext,
  profile: ProfileId,
) => Promise<RootScan>;

/**
 * Resolves a work directory. Never rejects for what is on disk: that becomes verdicts, and `failure` where the product
 * itself would not start.
 * @throws only the reason of the signal, when it is aborted
 */
export async function resolve(options: ResolveOptions): Promise<Resolution> {
  const {
    environment,
    overrides = {},
    platform = process.platform,
    reads = plainReads(options.files ?? nodeFileSystem),
    signal,
    scan: scanOf = scanRoot,
  } = options;
  const { files, readText, quick } = reads;
  // As text: `.`, `..` and a slash at the end go, links stay (rule 5).
  const [asked, home] = [plainPath(options.workDir, platform), plainPath(options.home, platform)];
  signal?.throwIfAborted();
  const slices = new Slices(signal, options.inOneGo);
  const profile = await loadProfile(options.profile);
  const workDir = profile.realWorkDir ? resolvePath(files, asked) : asked;
  const project = findProjectRoot(files, workDir);
  const context = { files, workDir, projectRoot: project.path, home, environment, platform, overrides };
  const { plans, configuration, failure, adjust, adjustAll } = await profile.prepare(context);
  signal?.throwIfAborted();
  const unread = unreadRoots(files, workDir, project, home, profile);
  const asWritten = profile.realPaths === 'as-python' && platform === 'darwin';
  const realPath = (place: string) => (asWritten ? resolveAsWritten : resolvePath)(files, place);
  const roots = settleRoots(profile.realPaths ? realPath : null, [...plans, ...unread]);

  const scanned: ScannedRoot[] = [];
  const settled: Root[] = [];
  const active = new Set(roots.filter(({ verdict }) => verdict === 'active').map(root => root.path));
  for (const root of roots) {
    if (slices.due) await slices.pause();
    // What is in a directory that another rule makes a root after all is said there.
    const isSaidElsewhere = root.verdict !== 'active' && active.has(root.path);
    if (root.verdict === 'alias' || root.verdict === 'missing' || isSaidElsewhere) {
      settled.push(root);
      continue;
    }
    const { scan: rules, parse: parseAsIs } = profile.rulesFor?.(root) ?? profile;
    const parse = warningOfJavaScript(parseAsIs);
    const found = await scanOf(root, { files, readText, quick, rules, parse, slices }, options.profile);
    const scan = adjust ? { ...found, found: found.found.map(one => adjust(one, root)) } : found;
    const seen = scan.fault === null ? root : withFault(root, scan.fault);
    settled.push(seen);
    scanned.push({ root: seen, scan });
  }
  signal?.throwIfAborted();
  const merged = await merge(files, profile, adjustAll?.(scanned) ?? scanned, slices);
  return {
    profile: options.profile,
    product: productTitle(profile.product),
    workDir,
    projectRoot: project.path,
    projectRootFrom: project.from,
    home,
    roots: settled,
    skills: merged.skills,
    candidates: merged.candidates,
    failure: failure ?? merged.failure,
    configuration,
  };
}

/**
 * Follows links, finds roots that are one directory, and gives ranks (rules 30 to 34).
 * @param realPath how links are followed; null where they are kept
 */
function settleRoots(
  realPath: ((place: string) => string) | null,
  plans: readonly RootPlan[],
): readonly Root[] {
  const active = new Map<string, Root>();
  const passedOver = new Map<string, Root>();
  const ids = new Set<string>();
  const roots: Root[] = [];
  let rank = 0;
  for (const plan of plans) {
    const exists = plan.location !== '' && plan.verdict !== 'missing';
    const real = exists && realPath ? path.normalize(realPath(plan.location)) : plan.location;
    const other = plan.verdict === 'active' ? undefined : passedOver.get(real);
    const first = exists ? (active.get(real) ?? other) : undefined;
    const id = uniqueId(ids, plan.location || plan.label);
    const common = {
      id,
      location: plan.location,
      path: real,
      label: plan.label,
      scope: plan.scope,
      group: plan.group,
    };
    if (first) {
      // A place that nobody reads and that leads to one that is read adds nothing to know.
      if (plan.verdict === 'not-read') continue;
      const reason =
        first.location === plan.location
          ? message('already counted as {0}', scopeTerm(first.scope))
          : message('the same directory as {0}', { path: first.location });
      roots.push({
        ...common,
        rank: null,
        verdict: 'alias',
        code: 'same-directory',
        reason,
        decidedBy: first.id,
        ...(plan.source !== undefined && { source: plan.source }),
      });
      continue;
    }
    const { verdict, code, reason } = plan;
    const decider = plan.decidedBy === undefined ? {} : { decidedBy: plan.decidedBy };
    const root: Root = {
      ...common,
      rank: verdict === 'active' ? ++rank : null,
      verdict,
      code,
      reason,
      ...decider,
      ...(plan.carries && { carries: plan.carries }),
      ...(plan.source !== undefined && { source: plan.source }),
    };
    roots.push(root);
    if (verdict === 'active') active.set(real, root);
    else if (exists) passedOver.set(real, root);
  }
  return roots;
}

/** A path in its plainest form. Editors write the letter of a drive small, the system large. */
function plainPath(place: string, platform: NodeJS.Platform): string {
  const plain = path.resolve(place);
  return platform === 'win32' ? plain.replace(/^[a-z]:/, letter => letter.toUpperCase()) : plain;
}

/** Two rules can point to one place: `extra_skill_dirs` may name an entry twice. */
function uniqueId(taken: Set<string>, wanted: string): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}#${number}`;
  taken.add(id);
  return id;
}

function withFault(root: Root, fault: string): Root {
  if (fault === 'ENOENT' || fault === 'ENOTDIR') return root;
  return { ...root, code: 'unreadable', reason: faultMessage(fault) };
}
