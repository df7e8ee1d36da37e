/** The group of what lies where the product does not look. */
import { clausesInRow, type Message, message } from '../../core/message';
import type { TargetContext } from './build-by-scope';
import type { UnreadNode } from './nodes';

/**
 * Builds the group; its children are added by the caller.
 * @param id of the group, after the key of the target
 */
export function unreadNode(
  { key, parent, say, text }: Pick<TargetContext, 'key' | 'parent' | 'say' | 'text'>,
  id: string,
  howMany: Message,
): UnreadNode {
  const label = say(message('Not read here'));
  const description = say(howMany);
  return {
    kind: 'unread',
    id: `${key}|${id}`,
    parent,
    label,
    description,
    icon: { codicon: 'eye-closed' },
    spoken: say(clausesInRow([label, description])),
    // Whoever looks for something wants to see it.
    expansion: text === '' ? 'collapsed' : 'expanded',
    children: [],
  };
}
