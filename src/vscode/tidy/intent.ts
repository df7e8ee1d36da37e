/** What a preview is about: the request, and the other requests that it can be changed to. */
import type { Answers, Destination, PlanRequest, Selection } from '../../core/plan/types';
import type { Wish } from './tidying';

/** One way to get what is wanted. */
export interface Way {
  readonly request: PlanRequest;
  readonly answers: Answers;
}

export interface Intent {
  /** Key of the target whose resolution is planned on. */
  readonly target: string;
  /** One or more, the first is proposed. */
  readonly ways: readonly Way[];
}

/** What becomes of the old place. */
export type Keeping = 'copy' | 'move' | 'link';

/** The request for a wish, but for `win`, which needs plans of its own, and `rename`, which needs a name. */
export function requestFor(
  wish: Exclude<Wish, 'win' | 'rename' | 'make-visible'>,
  what: Selection,
): PlanRequest {
  switch (wish) {
    case 'copy':
      return transfer('copy', what, 'canonical');
    case 'move':
    case 'migrate-scope':
      return transfer('move', what, 'canonical');
    case 'move-leaving-link':
      return transfer('link', what, 'canonical');
    case 'to-project':
      return transfer('move', what, { scope: 'project' });
    case 'to-user':
      return transfer('move', what, { scope: 'user' });
    case 'to-folder':
      return { kind: 'to-folder', what, to: 'same' };
    case 'delete':
      return { kind: 'delete', what };
  }
}

/** A copy or move. */
export function transfer(keeping: Keeping, what: Selection, to: Destination): PlanRequest {
  if (keeping === 'copy') return { kind: 'copy', what, to };
  return { kind: 'move', what, to, ...(keeping === 'link' && { leaveLink: true }) };
}

/** What becomes of the old place by a request; undefined where that is no question. */
export function keepingOf(request: PlanRequest): Keeping | undefined {
  // What is copied with another text or name is a mended copy: the original is to stay.
  if (request.kind === 'copy') return request.texts || request.names ? undefined : 'copy';
  if (request.kind !== 'move') return undefined;
  return request.leaveLink ? 'link' : 'move';
}

/** The same with something else becoming of the old place. */
export function withKeeping(request: PlanRequest, keeping: Keeping): PlanRequest {
  if (request.kind !== 'copy' && request.kind !== 'move') return request;
  return transfer(keeping, request.what, request.to);
}

/** The same for other skills. */
export function withSelection(request: PlanRequest, what: Selection): PlanRequest {
  return 'what' in request ? { ...request, what } : request;
}
