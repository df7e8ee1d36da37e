/** The scopes as people call them. */
import { type MessageArg, term } from './message';
import type { Scope } from './types';

/** A scope as a word in a message. */
export function scopeTerm(scope: Scope): MessageArg {
  switch (scope) {
    case 'managed':
      return term('Managed');
    case 'project':
      return term('Project');
    case 'user':
      return term('User');
    case 'extra':
      return term('Extra');
    case 'builtin':
      return term('Built-in');
  }
}
