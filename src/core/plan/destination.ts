/** Where a skill is to go. */
import { message } from '../message';
import { canonicalDirectory, realDirectory } from './canonical';
import type { Draft } from './draft';
import type { Item } from './selection';
import type { Destination } from './types';

/** Finds the directory for each skill; what is wrong with one is said once. */
export class Destinations {
  private readonly refused = new Set<string>();

  constructor(
    private readonly draft: Draft,
    private readonly to: Destination,
  ) {}

  /** Real path of the directory. Null: refused, or a question must be answered first. */
  for(item: Item): string | null {
    const location = this.locationFor(item);
    if (location === null) return null;
    const directory = realDirectory(this.draft.context, location);
    if (this.refused.has(directory)) return null;
    if (this.draft.refuseSilent(directory)) {
      this.refused.add(directory);
      return null;
    }
    const file = this.draft.fileInPlaceOf(directory);
    if (file === null && this.draft.mayWrite(directory)) return directory;
    this.refused.add(directory);
    if (file !== null) {
      const inTheWay = message('{0} is a file: no directory can be made there', { path: file });
      this.draft.refuse('file-in-the-way', inTheWay, directory);
      return null;
    }
    const text = message('{0} is read-only: nothing can be put there', { path: directory });
    this.draft.refuse('read-only', text, directory);
    return null;
  }

  private locationFor(item: Item): string | null {
    const { to, draft } = this;
    if (typeof to === 'object' && 'root' in to) return this.rootLocation(to.root);
    const scope = typeof to === 'object' ? to.scope : this.scopeOf(item);
    return scope === null ? null : canonicalDirectory(draft, scope);
  }

  private rootLocation(id: string): string | null {
    const root = this.draft.context.resolution.roots.find(other => other.id === id);
    const isProducts = root?.group === 'builtin' || root?.group === 'plugins' || root?.group === 'plugin';
    if (root && !isProducts) return root.path;
    if (this.refused.has(id)) return null;
    this.refused.add(id);
    const place = { path: root?.location ?? id };
    const text = root
      ? message('{0} is the product’s own: nothing is put there', place)
      : message('{0} is not there any more', place);
    this.draft.refuse(root ? 'products-own' : 'unknown', text, place.path);
    return null;
  }

  /** Extra directories have no canonical one of their own. */
  private scopeOf({ root }: Item): 'project' | 'user' | null {
    if (root.scope === 'project' || root.scope === 'user') return root.scope;
    const answer = this.draft.ask({
      id: `scope:${root.id}`,
      kind: 'scope',
      text: message('Where shall the skills of {0} go?', { path: root.location }),
      why: message('an extra directory belongs to no scope with a canonical directory'),
      choices: [
        { value: 'user', label: message('To the user’s canonical directory') },
        { value: 'project', label: message('To the project’s canonical directory') },
      ],
      default: 'user',
    });
    return answer as 'project' | 'user' | null;
  }
}
