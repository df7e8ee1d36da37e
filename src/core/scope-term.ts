/** The scopes, and the sources that some products name, as people call them. */
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

/** Where Gemini CLI and Qwen Code say that a skill comes from, as a word in a message; other words stay as they are. */
export function sourceTerm(source: string): MessageArg {
  switch (source) {
    case 'workspace':
      return term('workspace');
    case 'project':
      return term('project');
    case 'user':
      return term('user');
    case 'extension':
      return term('extension');
    default:
      return source;
  }
}
