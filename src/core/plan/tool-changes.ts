/** Which other tools find a skill of a name no longer, or only from now on. */
import * as path from 'node:path';
import { type FileSystem, isDirectory, isFault } from '../file-system';
import { fewNames, message } from '../message';
import { productOf } from '../products';
import { compareCodePoints } from '../python-text';
import { SKILL_FILE } from '../scan/skill-file-names';
import { skillPath } from '../skill-path';
import type { Resolution } from '../types';
import type { PlanContext } from './context';
import { stemOf } from './names';
import { PlannedLayout } from './planned-layout';
import { TOOL_DIRECTORIES, type ToolDirectories } from './tool-directories';
import type { Operation, ToolChange } from './types';

/**
 * By name, not by place: a tool that still finds a skill of that name in another directory has not lost it. The product
 * itself is in the outcome.
 * @param after the resolution of the planned layout: knows the names that are declared in new places
 */
export function toolChanges(
  context: PlanContext,
  operations: readonly Operation[],
  after = context.resolution,
): readonly ToolChange[] {
  const { resolution } = context;
  const was = new Sights(context.files, resolution);
  const is = new Sights(new PlannedLayout(context.files, operations), after);
  // Of these the plan says more than that.
  const told = new Set(
    [resolution, ...(context.others ?? []).map(other => other.resolution)].map(one => one.profile),
  );
  return TOOL_DIRECTORIES.filter(({ tool }) => !told.has(tool)).flatMap(tool => {
    const loses = new Set<string>();
    const gains = new Set<string>();
    const directories = directoriesOf(tool, resolution);
    const sees = (place: string, form: Form) =>
      (form === 'directory' || tool.readsFlat) && directories.has(path.dirname(place));
    for (const operation of operations) {
      const { kind, from, to } = operation;
      if (kind === 'make-directory' || kind === 'remove-directory') continue;
      if (from !== null && kind !== 'copy' && sees(from, formAt(operation, 'from'))) {
        if (!is.find(was.nameAt(from), directories, tool.readsFlat)) loses.add(path.basename(from));
      }
      if (to !== null && sees(to, formAt(operation, 'to'))) {
        if (!was.find(is.nameAt(to), directories, tool.readsFlat)) gains.add(path.basename(to));
      }
    }
    const { name } = productOf(tool.tool);
    return [...changeOf(name, 'loses', loses), ...changeOf(name, 'gains', gains)];
  });
}

type Form = 'flat' | 'directory';

/** What is where in one of the two layouts: declared names where they are known, else those of folders and files. */
class Sights {
  private readonly names = new Map<string, string>();
  /** Places of skills by name, by directory. */
  private readonly listed = new Map<string, ReadonlyMap<string, readonly string[]>>();

  constructor(
    private readonly files: FileSystem,
    { candidates }: Resolution,
  ) {
    for (const candidate of candidates) this.names.set(skillPath(candidate), candidate.name);
  }

  nameAt(place: string): string {
    return this.names.get(place) ?? stemOf(path.basename(place));
  }

  find(name: string, directories: ReadonlySet<string>, flat: boolean): boolean {
    return [...directories].some(directory =>
      this.list(directory)
        .get(name)
        ?.some(place => this.isSkill(place, flat)),
    );
  }

  private list(directory: string): ReadonlyMap<string, readonly string[]> {
    const known = this.listed.get(directory);
    if (known) return known;
    const places = new Map<string, string[]>();
    const entries = this.files.readDirectory(directory);
    for (const { name: entry } of isFault(entries) ? [] : entries) {
      const place = path.join(directory, entry);
      const name = this.nameAt(place);
      places.set(name, [...(places.get(name) ?? []), place]);
    }
    this.listed.set(directory, places);
    return places;
  }

  private isSkill(place: string, flat: boolean): boolean {
    if (isDirectory(this.files, place)) return !isFault(this.files.state(path.join(place, SKILL_FILE)));
    return flat && /\.md$/i.test(place) && !isFault(this.files.state(place));
  }
}

function changeOf(tool: string, change: ToolChange['change'], names: ReadonlySet<string>): ToolChange[] {
  if (names.size === 0) return [];
  const skills = [...names].sort(compareCodePoints);
  const listed = fewNames(skills, 3);
  const text =
    change === 'loses'
      ? message('{0} no longer finds {1}', tool, listed)
      : message('{0} finds {1} from now on', tool, listed);
  return [{ tool, change, skills, text }];
}

function formAt(operation: Operation, end: 'from' | 'to'): 'flat' | 'directory' {
  if (operation.kind === 'copy' || operation.kind === 'move') {
    if (operation.shape === 'file-to-folder') return end === 'from' ? 'flat' : 'directory';
    if (operation.shape === 'folder-to-file') return end === 'from' ? 'directory' : 'flat';
  }
  const place = end === 'from' ? operation.from : operation.to;
  return /\.md$/i.test(place ?? '') ? 'flat' : 'directory';
}

function directoriesOf(
  { project, user }: ToolDirectories,
  { projectRoot, home }: Resolution,
): ReadonlySet<string> {
  return new Set([
    ...project.map(below => path.join(projectRoot, below)),
    ...user.map(below => path.join(home, below)),
  ]);
}
