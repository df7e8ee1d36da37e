/** Running the command: arguments and surroundings in, an answer out. */
import { homedir } from 'node:os';
import * as path from 'node:path';
import { version } from '../../package.json';
import { compareWithWinners } from '../core/compare';
import { type DetectedProduct, detectProduct } from '../core/detect-product';
import { faultMessage, SILENT } from '../core/fault-message';
import { type FileSystem, type FileSystemFault, isFault, nodeFileSystem } from '../core/file-system';
import { findAgents } from '../core/find-agents';
import { type MessageArg, message, term } from '../core/message';
import { productsBeside } from '../core/plan/other-products';
import type { PlanningFiles } from '../core/plan/writable-files';
import { PROFILE_IDS, productOf } from '../core/products';
import { loadProfile } from '../core/profiles/load-profile';
import type { Overrides } from '../core/profiles/profile';
import { resolve } from '../core/resolve';
import { resolveAll } from '../core/resolve-all';
import { stoppersOf } from '../core/stoppers';
import type { ProfileId, Resolution } from '../core/types';
import type { Answer, Terminal } from './answer';
import { type Arguments, isUsageError, langOf, readArguments, UsageError } from './arguments';
import { type Disks, openDisks, PATIENCE } from './disks';
import { jsonText } from './json';
import { type Language, languageOf, type Translate } from './language';
import { list } from './list';
import { matrix } from './matrix';
import { storageFolder } from './storage';
import { codeOf, errorLine, inWords, printable, printableText, Shower, STEERING } from './text';
import { which } from './which';

/** What the command sees of the process it runs in. */
export interface Surroundings {
  /** Absolute path. May throw: the directory can have been removed. */
  currentDirectory(): string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null where the output goes to a file or another program. */
  readonly terminal: Terminal | null;
  /** Reads the texts of a language other than English. */
  readonly texts?: (language: Exclude<Language, 'en'>) => Translate;
}

/** What most calls do without loads on first use. */
function replies(): Promise<typeof import('./lazy/replies')> {
  return import('./lazy/replies');
}

/** Never throws for what a person did: that is an answer with status 2. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<Answer> {
  const { environment, texts } = surroundings;
  const language = languageOf(langOf(argv), environment);
  const translate = language === 'en' ? undefined : texts?.(language);
  try {
    const asked = readArguments(argv);
    if (asked === 'help') {
      const { HELP, HELP_IN_CHINESE } = await replies();
      return { output: translate ? HELP_IN_CHINESE : HELP, errors: '', status: 0 };
    }
    if (asked === 'version') return { output: `${version}\n`, errors: '', status: 0 };
    return await answerInTime(asked, surroundings, translate);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return { output: '', errors: errorLine(inWords(error.text, translate)), status: 2 };
  }
}

/** Answers without those disks of other machines that do not, and says which they are: exit status 3 at least. */
async function answerInTime(
  asked: Arguments,
  surroundings: Surroundings,
  translate: Translate,
): Promise<Answer> {
  const { cwd, builtinDir, skillsDirs } = asked;
  const named = [cwd ?? '', builtinDir ?? '', ...skillsDirs, ...(asked.extraSkillDirs ?? [])];
  const disks = await openDisks([...named, hereOf(surroundings), homedir()]);
  try {
    return withSilent(await answer(asked, surroundings, translate, disks), asked, disks, translate);
  } catch (error) {
    if (!isUsageError(error) || disks.silentDisks.length === 0) throw error;
    const reply = { output: '', errors: errorLine(inWords(error.text, translate)), status: 3 } as const;
    return withSilent(reply, asked, disks, translate);
  } finally {
    disks.dispose();
  }
}

/** Empty where it has been removed: what is asked may still be about another place. */
function hereOf({ currentDirectory }: Surroundings): string {
  try {
    return currentDirectory();
  } catch {
    return '';
  }
}

/** What lies on a silent disk is not known: neither "nothing loads" nor "all as it should be" can be relied upon. */
function withSilent(reply: Answer, asked: Arguments, { silentDisks }: Disks, translate: Translate): Answer {
  if (silentDisks.length === 0) return reply;
  const told = silentDisks.map(disk =>
    errorLine(
      inWords(
        message('{0} did not answer within {1} s: what lies there is not known', printable(disk), PATIENCE),
        translate,
      ),
    ),
  );
  const value: unknown = asked.json && reply.output !== '' ? JSON.parse(reply.output) : null;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    output: isObject ? jsonText({ ...value, silentDisks }) : reply.output,
    errors: reply.errors + told.join(''),
    status: reply.status === 2 ? 2 : 3,
  };
}

async function answer(
  asked: Arguments,
  surroundings: Surroundings,
  translate: Translate,
  disks: Disks,
): Promise<Answer> {
  const { environment, terminal } = surroundings;
  const cwd = startingPoint(asked, surroundings);
  const files = disks.files(nodeFileSystem);
  const workDir = directory(
    files,
    asked.cwd === null ? term('the current directory') : '--cwd',
    cwd(asked.cwd ?? '.'),
  );
  const overridesFor = (profile: ProfileId) => overridesOf(files, asked, profile, cwd);
  const place = { workDir, home: homedir() || '/', environment, files, inOneGo: true };
  const storage = storageFolder(place.home, environment);
  if (asked.command === 'check') return checkHere(asked, place, overridesFor, translate);
  if (asked.command === 'matrix') {
    const profiles = agentsOf(asked, place);
    const resolutions = await resolveAll({ ...place, profiles, overridesFor });
    const reply = await matrix(
      files,
      resolutions,
      asked.json ? 'json' : asked.markdown ? 'markdown' : 'text',
      translate,
    );
    return { ...reply, errors: resolutions.map(one => warning(one, translate)).join('') + reply.errors };
  }
  if (asked.command === 'compare' || asked.command === 'rescue') {
    const resolutions = await resolveAll({ ...place, profiles: asked.profiles, overridesFor });
    const resolved = resolutions.map(resolution => {
      const { profile } = resolution;
      return { options: { ...place, profile, overrides: overridesFor(profile) }, resolution };
    });
    const [before, after] = resolved;
    const { applyRescue, compare, rescue } = await replies();
    const reply =
      asked.apply && before && after
        ? await applyRescue(before, after, storage, asked.json, translate, disks)
        : await (asked.command === 'compare' ? compare : rescue)(files, resolutions, asked.json, translate);
    return { ...reply, errors: resolutions.map(one => warning(one, translate)).join('') + reply.errors };
  }
  const detected = asked.profile === 'auto' ? detectProduct(place) : null;
  const profile = asked.profile === 'auto' ? (detected?.profile ?? 'kimi-cli') : asked.profile;
  const options = { ...place, profile, overrides: overridesFor(profile) };
  const found = asked.tidy || asked.command === 'undo' ? findAgents(place).map(one => one.profile) : [];
  const otherProducts = productsBeside(profile, found).map(id => {
    return { ...place, profile: id, overrides: overridesFor(id) };
  });
  if (asked.command === 'undo') {
    const context = async (writable: PlanningFiles) => {
      return { files: writable, options, resolution: await resolve(options), otherProducts, hasTrash: false };
    };
    const { undo } = await replies();
    return undo({ ...place, storage, context, translate, disks }, asked);
  }
  const reads = disks.reads();
  const resolution = await resolve(reads ? { ...options, reads } : options);
  const isForAgents = asked.tidy?.command === 'make-visible';
  const seen = isForAgents
    ? await resolveAll({ ...place, profiles: agentsOf(asked, place), overridesFor })
    : [];
  const agents = seen.map(one => ({
    options: { ...place, profile: one.profile, overrides: overridesFor(one.profile) },
    resolution: one,
  }));
  const beside = asked.command === 'why' ? besideOf(asked, profile, place) : [];
  const others = beside.length > 0 ? await resolveAll({ ...place, profiles: beside, overridesFor }) : [];
  const reply = asked.tidy
    ? await (await replies()).tidy(asked.tidy, {
        resolution,
        options,
        otherProducts,
        agents,
        storage,
        absolute: cwd,
        translate,
        disks,
      })
    : await replyTo(files, asked, resolution, terminal, detected, cwd, translate, others);
  return { ...reply, errors: warning(resolution, translate) + reply.errors };
}

/** The agents that are named, or those that the machine has; where there is no sign of any, all. */
function agentsOf(asked: Arguments, place: Parameters<typeof findAgents>[0]): readonly ProfileId[] {
  const found = asked.agents ?? findAgents(place).map(({ profile }) => profile);
  return found.length > 0 ? found : PROFILE_IDS;
}

/** The agents beside one that are named, or that the machine has. */
function besideOf(
  asked: Arguments,
  profile: ProfileId,
  place: Parameters<typeof findAgents>[0],
): readonly ProfileId[] {
  const found = asked.agents ?? findAgents(place).map(one => one.profile);
  return found.filter(one => one !== profile);
}

/** The home directory only says which product the machine uses; what is in it does not count. */
async function checkHere(
  asked: Arguments,
  place: Parameters<typeof detectProduct>[0] & { readonly workDir: string; readonly files: FileSystem },
  overridesFor: (profile: ProfileId) => Overrides,
  translate: Translate,
): Promise<Answer> {
  const isAutomatic = asked.profiles.length === 0 && asked.profile === 'auto';
  const profile = asked.profile === 'auto' ? null : asked.profile;
  const profiles = asked.profiles.length > 0 ? asked.profiles : [profile ?? detectProduct(place).profile];
  const { check, noHome } = await replies();
  const resolutions = await resolveAll({
    workDir: place.workDir,
    files: place.files,
    inOneGo: true,
    home: noHome(place.workDir),
    environment: {},
    profiles,
    overridesFor: one => ({ builtinDir: null, ...overridesFor(one) }),
  });
  return check(place.files, resolutions, asked, { environment: place.environment, isAutomatic }, translate);
}

/** The inputs that the command line replaces. What they mean is up to the product. */
function overridesOf(
  files: FileSystem,
  asked: Arguments,
  profile: ProfileId,
  cwd: (location: string) => string,
): Overrides {
  const skillsDirs =
    productOf(profile).skillsDirBase === 'start'
      ? asked.skillsDirs.map(entry => directoryIfThere(files, '--skills-dir', cwd(entry)))
      : asked.skillsDirs;
  return {
    ...(skillsDirs.length > 0 && { skillsDirs }),
    ...(asked.extraSkillDirs && { extraSkillDirs: asked.extraSkillDirs }),
    ...(asked.agentArguments.length > 0 && { arguments: asked.agentArguments }),
    ...(asked.mergeBrands !== null && { mergeBrands: asked.mergeBrands }),
    ...(asked.builtinDir !== null && {
      builtinDir: directoryIfThere(files, '--builtin-dir', cwd(asked.builtinDir)),
    }),
  };
}

/** Makes paths of the command line absolute. Where the current directory is gone, only relative ones are at fault. */
function startingPoint(asked: Arguments, { currentDirectory }: Surroundings): (location: string) => string {
  return location => {
    if (path.isAbsolute(location)) return path.resolve(location);
    try {
      return path.resolve(currentDirectory(), location);
    } catch (error) {
      const fault = wordsFor(error);
      throw new UsageError(
        asked.cwd === null
          ? message('cannot read the current directory: {0}', fault)
          : message('cannot read the current directory, and {0} is relative to it: {1}', location, fault),
      );
    }
  };
}

async function replyTo(
  files: FileSystem,
  asked: Arguments,
  resolution: Resolution,
  terminal: Terminal | null,
  detected: DetectedProduct | null,
  cwd: (location: string) => string,
  translate: Translate,
  others: readonly Resolution[],
): Promise<Answer> {
  switch (asked.command) {
    case 'prompt':
      return prompt(resolution, asked.json, terminal, translate);
    case 'list': {
      const comparisons = await compareWithWinners(files, resolution);
      return list(resolution, comparisons, asked.json, terminal, detected, translate);
    }
    case 'export': {
      const comparisons = await compareWithWinners(files, resolution);
      const format = asked.json ? 'json' : 'markdown';
      const { exportText } = await replies();
      const text = exportText(format, files, resolution, comparisons, translate);
      return { output: harmlessLines(text), errors: '', status: 0 };
    }
    case 'why':
      return await (await replies()).why(files, resolution, asked, cwd, translate, others);
    default:
      return await which(files, resolution, asked, terminal, translate);
  }
}

/** Text of several lines in which no character can steer a terminal. */
function harmlessLines(text: string): string {
  return text.replace(/[\u0000-\u0009\u000b-\u001f]/g, codeOf).replace(STEERING, codeOf);
}

async function prompt(
  resolution: Resolution,
  json: boolean,
  terminal: Terminal | null,
  translate: Translate,
): Promise<Answer> {
  const { listing: listingOf, product } = await loadProfile(resolution.profile);
  if (!listingOf)
    return {
      output: '',
      errors: errorLine(inWords(message('what {0} tells its model is not known', product.name), translate)),
      status: 2,
    };
  const listing = listingOf(resolution.skills);
  if (json) {
    const output = jsonText({ profile: resolution.profile, prompt: listing });
    return { output, errors: '', status: 0 };
  }
  const output = terminal ? listing.split('\n').map(printableText).join('\n') : listing;
  return { output: `${output}\n`, errors: '', status: 0 };
}

/** The product would not start: everything printed is what it would load if it did. */
function warning(resolution: Resolution, translate: Translate): string {
  const shower = new Shower(resolution, translate);
  return stoppersOf(resolution)
    .map(({ file, line, reason }) => {
      // A reason that names the line itself needs no other word on it.
      const isSaid = line === undefined || /\bline \{\d\}/.test(reason.template);
      const place = `${shower.path(file)}${isSaid ? '' : `:${line}`}`;
      return errorLine(
        shower.message(message('{0} does not start here: {1}: {2}', resolution.product, place, reason)),
      );
    })
    .join('');
}

/**
 * A directory to start from, with its links followed as a terminal's current directory has them (rules 5 and 11).
 * @throws UsageError where it is none
 */
function directory(files: FileSystem, option: MessageArg, location: string): string {
  const real = files.realPath(location);
  if (isFault(real)) throw unreadable(option, location, real);
  requireDirectory(files, option, location, real);
  return real;
}

/**
 * A directory that holds skills. One that does not exist stays as it is: the product keeps it as a root with nothing in
 * it (rule 18).
 * @throws UsageError where something else than a directory is there, or one that cannot be read
 */
function directoryIfThere(files: FileSystem, option: string, location: string): string {
  const state = files.state(location);
  if (!isFault(state) || state.fault !== 'ENOENT') requireDirectory(files, option, location, location);
  return location;
}

/** Whether it may be listed, and what is in it be looked at. */
function requireDirectory(files: FileSystem, option: MessageArg, location: string, real: string): void {
  const state = files.state(real);
  if (isFault(state)) throw unreadable(option, location, state);
  if (state.kind !== 'directory')
    throw new UsageError(message('{0}: {1} is not a directory', option, location));
  const listed = files.openDirectory?.(real) ?? files.readDirectory(real);
  if (isFault(listed)) throw unreadable(option, location, listed);
  if ('close' in listed) listed.close();
  const inside = files.state(`${real}${path.sep}.`);
  if (isFault(inside)) throw unreadable(option, location, inside);
}

function unreadable(option: MessageArg, location: string, { fault }: FileSystemFault): UsageError {
  return new UsageError(message('{0}: cannot read {1}: {2}', option, location, faultInWords(fault)));
}

function wordsFor(error: unknown): MessageArg {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? term('unknown error') : faultInWords(code);
}

function faultInWords(code: string): MessageArg {
  switch (code) {
    case 'ENOENT':
      return term('no such directory');
    case 'EACCES':
      return term('permission denied');
    case 'ELOOP':
      return term('its links lead in a circle');
    case 'ENOTDIR':
      return term('a part of the path is not a directory');
    case SILENT:
      return faultMessage(code);
    default:
      return code;
  }
}
