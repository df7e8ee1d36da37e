/** Planning to turn flat files into folders: `name.md` into `name/SKILL.md`. */

import * as path from 'node:path';
import { factsOf } from '../explain/product-facts';
import { isFault } from '../file-system';
import { message, namesInRow } from '../message';
import { loadProfile } from '../profiles/load-profile';
import { SKILL_FILE } from '../scan/skill-file-names';
import { settleTarget, type Target } from './conflict';
import { Destinations } from './destination';
import type { Draft } from './draft';
import { type FilledKey, fillIn, missingKeys, rename } from './frontmatter-edit';
import { adjustLinks } from './markdown-links';
import { portableName, stemOf, whyBadName } from './names';
import { type Item, select } from './selection';
import { regularText } from './transfer';
import type { Change, PlanRequest } from './types';

type FolderRequest = Extract<PlanRequest, { kind: 'to-folder' }>;

/** Fills the draft. Out: the skills that become folders. */
export async function planFolders(draft: Draft, request: FolderRequest): Promise<readonly Item[]> {
  const destinations = request.to === 'same' ? null : new Destinations(draft, request.to);
  const planned: Item[] = [];
  for (const item of select(draft, request.what)) {
    if (draft.slices.due) await draft.slices.pause();
    if (!isFlat(draft, item)) continue;
    const directory = destinations ? destinations.for(item) : path.dirname(item.from);
    if (directory === null || !isWritable(draft, item)) continue;
    if (await planOne(draft, item, directory)) planned.push(item);
  }
  return planned;
}

function isFlat(draft: Draft, { candidate, from, link, named }: Item): boolean {
  if (candidate.form !== 'flat') {
    if (named) draft.refuse('no-flat-file', message('it is a folder already'), from, candidate);
    return false;
  }
  if (link === null) return true;
  const text = message('it is a link to {0}: that is the file to turn into a folder', link);
  draft.refuse('link', text, from, candidate);
  return false;
}

function isWritable(draft: Draft, { candidate, from }: Item): boolean {
  if (draft.context.files.mayWrite(path.dirname(from))) return true;
  const text = message('{0} is read-only', { path: path.dirname(from) });
  draft.refuse('read-only', text, from, candidate);
  return false;
}

async function planOne(draft: Draft, item: Item, directory: string): Promise<boolean> {
  const { candidate, from } = item;
  if (candidate.code === 'not-utf8') {
    const { name: product, badBytes } = factsOf(draft.context.resolution.profile);
    const text =
      badBytes === 'fatal'
        ? message('it is not UTF-8: as a {0} it would keep {1} from starting', SKILL_FILE, product)
        : message('it is not UTF-8');
    draft.refuse('not-utf8', text, from, candidate);
    return false;
  }
  const name = folderName(draft, item);
  const target = name === null ? null : await settleTarget(draft, item, path.join(directory, name), 'move');
  if (!target) return false;
  const fingerprint = await draft.fingerprintOf(from, candidate);
  if (fingerprint === null) return false;
  const old = target.replace && (await draft.fingerprintOf(target.to, candidate));
  if (target.replace && old === null) return false;
  const changes = await changesFor(draft, item, target);
  draft.nextUnit();
  draft.makeDirectory(directory);
  const backup = old === null ? null : draft.setAside(target.to, old);
  const { to } = target;
  const text = message('{0} becomes {1}', { path: from }, { path: path.join(to, SKILL_FILE) });
  draft.add({ kind: 'move', from, to, shape: 'file-to-folder', changes, fingerprint, text });
  if (old !== null && backup !== null && target.replace === 'trash') draft.trashBackup(backup, old);
  draft.take(to, candidate);
  return true;
}

/** The declared name made valid, or the file's stem: asked where they differ. Null: refused. */
function folderName(draft: Draft, { candidate, from }: Item): string | null {
  const stem = stemOf(candidate.entry);
  const declared = portableName(candidate.name);
  const names = [...new Set([declared, portableName(stem), stem])].filter(name => whyBadName(name) === null);
  const preferred = candidate.name === stem && names.includes(stem) ? stem : names[0];
  if (preferred === undefined) {
    const text = message('no folder can be named after it: give it a name in its frontmatter');
    draft.refuse('no-name', text, from, candidate);
    return null;
  }
  if (names.length === 1) return preferred;
  return draft.ask({
    id: `folder-name:${candidate.id}`,
    kind: 'folder-name',
    text: message('How shall the folder for {0} be called?', { path: from }),
    why:
      candidate.name === stem
        ? message('the file’s name is not one that the open format allows')
        : message('the skill calls itself {0}, and its file {1}', candidate.name, stem),
    choices: names.map(value => ({
      value,
      label: message('{0}', value),
      why: value === declared ? message('the skill’s name, made valid') : message('the file’s name'),
    })),
    default: preferred,
  });
}

/** What changes in the text: links that would break, the name that keeps two apart, and what is to be filled in. */
async function changesFor(draft: Draft, item: Item, target: Target): Promise<readonly Change[]> {
  const before = await regularText(draft, item.candidate);
  if (before === null) {
    const text = message('it is too large to adjust links in it');
    draft.notes.push({ severity: 'information', code: 'too-large', text, path: item.from });
    return [];
  }
  const file = path.join(target.to, SKILL_FILE);
  let after = adjustedText(draft, before, path.dirname(item.from), file);
  const renamed = target.newName === null ? null : rename(after, target.newName);
  if (target.newName !== null && renamed === null) {
    const text = message('{0} goes on declaring the same name as the other one', { path: target.to });
    draft.notes.push({ severity: 'warning', code: 'same-name', text, path: target.to });
  } else if (target.newName !== null && renamed !== null) {
    if (renamed !== after) draft.noteNewName(target.newName, file);
    after = renamed;
  } else after = await filledText(draft, item, after, path.basename(target.to));
  return after === before ? [] : [{ path: '', kind: 'text', before, after }];
}

/** Adjusts the links that lead to something now, and would not from the new folder; says how many. */
function adjustedText(draft: Draft, text: string, from: string, file: string): string {
  const { files } = draft.context;
  const to = path.dirname(file);
  let count = 0;
  const after = adjustLinks(text, target => {
    const [was, is] = [path.resolve(from, target), path.resolve(to, target)];
    if (was === is || isFault(files.state(was))) return null;
    count++;
    const adjusted = path.relative(to, was).split(path.sep).join('/');
    return target.endsWith('/') ? `${adjusted}/` : adjusted;
  });
  if (count > 0) {
    const place = { path: file };
    const said =
      count === 1
        ? message('adjusts 1 link in {0}', place)
        : message('adjusts {0} links in {1}', count, place);
    draft.notes.push({ severity: 'information', code: 'adjusted-links', text: said, path: file });
  }
  return after;
}

/** Offers to write name and description into the frontmatter, as the product resolved them. */
async function filledText(draft: Draft, item: Item, text: string, folder: string): Promise<string> {
  const { candidate, from } = item;
  const { parse } = await loadProfile(draft.context.resolution.profile);
  const values: Partial<Record<FilledKey, string>> = {};
  for (const key of candidate.description === null ? [] : missingKeys(text)) {
    if (key === 'name') values.name = candidate.name;
    else if (candidate.descriptionFrom === 'body') values.description = candidate.description ?? '';
  }
  const keys = Object.keys(values);
  const filled = keys.length > 0 ? fillIn(text, values) : text;
  const parsed = await parse(filled, folder, 'directory');
  const holds = parsed.ok && parsed.name === candidate.name && parsed.description === candidate.description;
  if (keys.length > 0 && holds) {
    const answer = draft.ask({
      id: `fill-in:${candidate.id}`,
      kind: 'fill-in',
      text: message('Write {0} into the frontmatter of {1}?', keys.join(' + '), { path: from }),
      why: message(
        '{0} does without; stricter products do not load it otherwise',
        factsOf(draft.context.resolution.profile).name,
      ),
      choices: [
        { value: 'leave', label: message('Leave the text as it is') },
        {
          value: 'fill',
          label: message('Fill it in as it loads now: {0}', namesInRow(Object.values(values))),
        },
      ],
      default: 'leave',
    });
    if (answer === 'fill') return filled;
  }
  const asItIs = await parse(text, folder, 'directory');
  if (asItIs.ok && candidate.description !== null && asItIs.name !== candidate.name) {
    const said = message(
      'it declares no name, so it will be called {0} instead of {1}',
      asItIs.name,
      candidate.name,
    );
    draft.notes.push({ severity: 'warning', code: 'other-name', text: said, path: from });
  }
  return text;
}
