/** Rows that say something about the whole tree rather than about one skill. */
import { type Message, message } from '../../core/message';
import type { Failure, Remark } from '../../core/types';
import type { Say } from '../say';
import { oneLine } from '../text';
import type { Filter, Filtering } from './filter';
import type { FilePosition, Icon, MessageNode, TreeNode } from './nodes';

const ERROR: Icon = { codicon: 'error', color: 'problemsErrorIcon.foreground' };
const WARNING: Icon = { codicon: 'warning', color: 'problemsWarningIcon.foreground' };
const INFO: Icon = { codicon: 'info', color: 'problemsInfoIcon.foreground' };

/** Makes the message rows of one target. */
export class MessageRows {
  constructor(
    private readonly parent: TreeNode | null,
    private readonly key: string,
    private readonly say: Say,
  ) {}

  /** The product would stop with an error, or hang, before it has any skill (rules 45 and 84). */
  failure({ file, code, reason, line }: Failure, product: string, index: number): MessageNode {
    const target = file === '' ? undefined : { file, ...(line !== undefined && { line }) };
    // A pipe cannot be shown: opening it would wait for its other end.
    const opens = target && code !== 'pipe';
    const shown = { path: file };
    return this.row(`failure-${index}`, ERROR, message('{0} would not start here: {1}', product, reason), {
      ...(opens && { target }),
      ...(target && { beside: opens ? message('{0}, select to open it', shown) : message('{0}', shown) }),
    });
  }

  /** Something in the configuration does not do what it looks like. */
  configuration({ code, text, line }: Remark, file: string | null, index: number): MessageNode {
    const target = file === null ? undefined : { file, ...(line !== undefined && { line }) };
    return this.row(`configuration-${code}-${index}`, WARNING, text, {
      ...(target && { target, beside: message('{0}', { path: target.file }) }),
    });
  }

  noFolder(): MessageNode {
    return this.row('no-folder', INFO, message('No folder open: these skills load in any folder'), {
      beside: message('select to open one'),
      command: 'vscode.openFolder',
    });
  }

  restricted(): MessageNode {
    return this.row('restricted', { codicon: 'shield' }, message('Restricted Mode: skills are only shown'), {
      beside: message(
        'select to decide on trust · directories that this workspace’s settings name are left out',
      ),
      command: 'workbench.trust.manage',
    });
  }

  elsewhere(folder: string): MessageNode {
    return this.row('elsewhere', INFO, message('{0} is not on a local file system', folder), {
      beside: message('coding agents could not see it either'),
    });
  }

  failed(): MessageNode {
    return this.row('failed', ERROR, message('The skills could not be read'), {
      beside: message('select to show the log'),
      command: 'whichSkill.showLog',
    });
  }

  /** The filter leaves no row. */
  nothingLeft({ filter, text }: Filtering): MessageNode {
    const said = text === '' ? NOTHING_LEFT[filter] : message('No skill matches “{0}”', text);
    return this.row('nothing-left', INFO, said, {
      beside: message('select to show all'),
      command: 'whichSkill.filterAll',
    });
  }

  /** `children` is filled by the caller. */
  nothingFound(beside: Message): MessageNode {
    return this.row('nothing-found', INFO, message('No skills found'), { beside, expansion: 'expanded' });
  }

  private row(code: string, icon: Icon, text: Message, more: More = {}): MessageNode {
    const label = oneLine(this.say(text));
    const description = more.beside ? oneLine(this.say(more.beside)) : '';
    const full = [label, description].filter(part => part !== '').join(' · ');
    return {
      kind: 'message',
      code,
      id: `${this.key}|message|${code}`,
      parent: this.parent,
      label,
      description,
      icon,
      text: full,
      spoken: full,
      expansion: more.expansion ?? 'none',
      ...(more.target && { target: more.target }),
      ...(more.command && { command: more.command }),
      children: [],
    };
  }
}

const NOTHING_LEFT: Readonly<Record<Filter, Message>> = {
  all: message('No skills'),
  conflicts: message('No conflicts: every skill loads'),
  winners: message('No skill loads'),
  differs: message('The agents load the same'),
};

interface More {
  readonly beside?: Message;
  readonly target?: FilePosition;
  readonly command?: string;
  readonly expansion?: 'expanded';
}
