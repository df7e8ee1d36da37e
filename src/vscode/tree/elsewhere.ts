/** What only another product loads, and the one of the tree sees nothing of: there is no other row for it. */
import { clausesInRow, message } from '../../core/message';
import type { Differences } from '../products/differences';
import { oneLine } from '../text';
import type { TargetContext } from './build-by-scope';
import type { MessageNode, TreeNode, UnreadNode } from './nodes';

/** A group of such skills; nothing where there is none. */
export function buildElsewhere(
  { other, elsewhere }: Differences,
  { key, parent, say }: TargetContext,
): readonly TreeNode[] {
  if (elsewhere.length === 0) return [];
  const label = say(message('Only {0} loads these', other));
  const group: UnreadNode = {
    kind: 'unread',
    id: `${key}|elsewhere`,
    parent,
    label,
    description: '',
    icon: { codicon: 'eye-closed' },
    spoken: label,
    expansion: 'expanded',
    children: [],
  };
  for (const { name, file, where } of elsewhere) {
    const [shown, description] = [oneLine(name), oneLine(say(where))];
    const row: MessageNode = {
      kind: 'message',
      code: 'elsewhere',
      id: `${key}|elsewhere|${file}`,
      parent: group,
      label: shown,
      description,
      icon: { codicon: 'file' },
      text: `${shown} · ${description}`,
      spoken: say(clausesInRow([shown, description])),
      expansion: 'none',
      target: { file },
      children: [],
    };
    group.children.push(row);
  }
  return [group];
}
