/** Plain words for what can be wrong with a file's encoding, its fences and its YAML. */
import { type Message, message } from '../message';
import type { RulesOf } from './explanations';

const YAML = message(
  'The lines between the two --- are read as YAML, all of them: one fault in any key loses the skill.',
);

const QUOTE = message(
  'Put the value into quotes: the quick fix “Quote the value” does so with the right ones.',
);

const CLOSED_BY = message(
  'Frontmatter ends at a second line that is --- alone. Without it, all of the file is body.',
);

export const frontmatterRules: RulesOf = ({ name, badBytes }) => {
  const dropped = message(
    '{0} drops this skill, and says so in its log at most: it is not listed for the model and cannot be called.',
    name,
  );

  /** What becomes of a skill whose frontmatter is not seen, in products that do without and in others. */
  const notSeen = (title: Message, why: Message, remedy: Message) => ({
    rules: [
      {
        of: ['kimi-cli'] as const,
        title,
        what: message(
          'The skill loads, but without its declared name and description: it is called like its folder or file, and described by the first line of its text.',
        ),
        why,
        remedy,
      },
      {
        title,
        what: message(
          '{0} does not see the declared name and description. Where it wants them, the skill is dropped; else it is called like its folder or file.',
          name,
        ),
        why,
        remedy,
      },
    ],
  });

  /** Most YAML faults lose the skill for the same reason. */
  const yamlRule = (title: Message, why: Message, remedy: Message = QUOTE) => ({
    title,
    what: dropped,
    why,
    remedy,
  });

  return {
    'evaluates-javascript': {
      title: message('Frontmatter that is a program'),
      what: message(
        'OpenCode runs what stands between the fences as JavaScript, with all that its user may do, as soon as it looks for skills in a folder. Other products take the line for text.',
      ),
      why: message(
        'OpenCode reads frontmatter with a library that takes the word behind the first --- for its language, and runs JavaScript. No trust is asked for, and nothing here ever runs it.',
      ),
      remedy: message(
        'Do not open the folder in OpenCode before you have read the file. Write the frontmatter in YAML: just --- on its first line.',
      ),
    },
    'not-utf8': {
      rules: [
        {
          when: badBytes === 'fatal',
          title: message('Not UTF-8'),
          what: message(
            'As the SKILL.md of a folder, such a file keeps {0} from starting in any project that sees it. As a flat file, it is dropped without a word.',
            name,
          ),
          why: message(
            '{0} reads skill files as strict UTF-8. For a SKILL.md it does not catch the error that other bytes cause.',
            name,
          ),
          remedy: message(
            'Save the file as UTF-8. The quick fix converts it, and shows first what it takes it for.',
          ),
        },
        {
          when: badBytes === 'replaced',
          title: message('Not UTF-8'),
          what: message(
            'The skill loads, with a replacement character (�) in place of each byte that is not UTF-8: that is what the model reads.',
          ),
          why: message('{0} reads skill files as UTF-8, whatever they are.', name),
          remedy: message(
            'Save the file as UTF-8. The quick fix converts it, and shows first what it takes it for.',
          ),
        },
        {
          title: message('Not UTF-8'),
          what: dropped,
          why: message('{0} reads skill files as strict UTF-8.', name),
          remedy: message(
            'Save the file as UTF-8. The quick fix converts it, and shows first what it takes it for.',
          ),
        },
      ],
    },
    bom: notSeen(
      message('Byte order mark'),
      message(
        'Some editors put an invisible mark (U+FEFF) at the start of a file. The first line then is not ---, and without that there is no frontmatter.',
      ),
      message('Save the file as UTF-8 without a byte order mark: the quick fix removes it.'),
    ),
    'frontmatter-not-first': notSeen(
      message('Frontmatter below line 1'),
      message(
        'Frontmatter counts only where the very first line is ---. An empty line or a comment above it is too much.',
      ),
      message('Move the frontmatter to the top of the file.'),
    ),
    'frontmatter-unclosed': {
      rules: [
        {
          of: ['kimi-code'],
          title: message('Frontmatter that is never closed'),
          what: dropped,
          why: message(
            'Frontmatter ends at a second line that is --- alone. Without it, nothing can be read.',
          ),
          remedy: message('Add a line --- below the last key.'),
        },
        ...notSeen(
          message('Frontmatter that is never closed'),
          CLOSED_BY,
          message('Add a line --- below the last key.'),
        ).rules,
      ],
    },
    'no-frontmatter': {
      rules: [
        {
          of: ['kimi-cli'],
          title: message('No frontmatter'),
          what: message(
            'The skill loads under the name of its folder or file, described by the first line of its text.',
          ),
          why: message(
            'kimi-cli fills in what is not declared. Stricter tools pass over a skill without name and description.',
          ),
          remedy: message(
            'Declare both at the top of the file: the quick fix writes down what kimi-cli uses now.',
          ),
        },
        {
          of: ['kimi-code'],
          title: message('No frontmatter'),
          what: message(
            'As the SKILL.md of a folder, kimi-code drops it, and says so in its log only. A flat file loads under its own name, described by the first line of its text.',
          ),
          why: message('A SKILL.md has to declare name and description between two lines ---.'),
          remedy: message(
            'Declare both at the top of the file: the quick fix takes the folder’s or file’s name, and the first line of the text.',
          ),
        },
        {
          title: message('No frontmatter'),
          what: message(
            '{0} finds no name and description. Where it wants them, the skill is dropped; else it is called like its folder or file.',
            name,
          ),
          why: message('Name and description are declared between two lines --- at the top of the file.'),
          remedy: message('Declare both at the top of the file: the quick fix does.'),
        },
      ],
    },
    'no-name': {
      title: message('No name'),
      what: dropped,
      why: message('{0} wants a name that is declared, and that is more than blanks.', name),
      remedy: message('Declare a name: the quick fix takes that of the folder.'),
    },
    'fence-in-block-scalar': {
      title: message('A --- inside a text'),
      what: message(
        'The frontmatter ends at this line. The value is cut short, and what follows counts as body.',
      ),
      why: message(
        'The first later line that is --- closes the frontmatter, however far it is indented, even within a | or > text.',
      ),
      remedy: message('Draw the line in another way: - - - looks the same in Markdown.'),
    },
    'unquoted-colon': yamlRule(
      message('Unquoted “: ” in a value'),
      message(
        'A colon followed by a blank separates a key from its value. In a value without quotes it is an error.',
      ),
    ),
    'needs-quotes': {
      codes: [
        'alias',
        'anchor',
        'bare-equals',
        'block-scalar',
        'duplicate-anchor',
        'brackets',
        'merge',
        'misplaced-dash',
        'misplaced-question-mark',
        'reserved-character',
        'syntax',
        'text-after-value',
        'unclosed-bracket',
        'unhashable-key',
        'unknown-tag',
      ],
      rules: [
        yamlRule(
          message('A text that needs quotes'),
          message(
            'Some characters mean something to YAML where a value starts: * & ! @ ` % [ ] { } | > - ? " and \'. A text that starts with one, or goes on behind a closing quote or bracket, is an error.',
          ),
        ),
      ],
    },
    'unclosed-quote': yamlRule(
      message('A quote that nothing closes'),
      message(
        'A value that starts with a quote goes on until the same quote comes again. A quote inside has to be doubled, or written as \\" between double quotes.',
      ),
      message('Close the quote, or put the whole value into the other kind of quotes.'),
    ),
    'bad-escape': yamlRule(
      message('A backslash that YAML does not know'),
      message(
        'Between double quotes a backslash starts an escape such as \\n. Others, as in "C:\\Users", are errors.',
      ),
      message('Double the backslash, or use single quotes.'),
    ),
    'impossible-value': {
      codes: ['bad-date', 'bad-number', 'bad-boolean', 'bad-binary', 'wrong-tag'],
      rules: [
        yamlRule(
          message('A date or number that cannot be'),
          message(
            'A value that looks like a date, a number or tagged data is turned into that. If there is no such date or number, the whole skill is lost, whichever key it is.',
          ),
        ),
      ],
    },
    indentation: yamlRule(
      message('Indentation that does not fit'),
      message(
        'Keys that belong together start in the same column. A text that goes on in the next line is indented deeper than its key.',
      ),
      message('Bring the keys into one column, or quote a text of several lines.'),
    ),
    'indented-frontmatter': yamlRule(
      message('Indented frontmatter'),
      message(
        '{0} removes the blanks in front of the first line only. The other lines stay indented, and no longer fit.',
        name,
      ),
      message('Remove the indentation from all lines of the frontmatter.'),
    ),
    'key-without-colon': {
      codes: ['empty-key', 'long-key'],
      rules: [
        yamlRule(
          message('A line that is no “key: value”'),
          message(
            'A key is followed by a colon and a blank. A line that goes on with the value above it has to be indented.',
          ),
          message('Add the blank behind the colon, or indent the line.'),
        ),
      ],
    },
    'not-a-mapping': yamlRule(
      message('Frontmatter without keys'),
      message(
        'The frontmatter has to be made of “key: value” lines. A list, a single text, or name:value without a blank is none.',
      ),
      message('Write name: and description: lines.'),
    ),
    'comment-only': yamlRule(
      message('Nothing but comments'),
      message(
        'Lines that start with # are comments. Frontmatter that has nothing else comes to no keys at all, which {0} rejects.',
        name,
      ),
      message('Declare name and description, or remove the frontmatter.'),
    ),
    tab: yamlRule(
      message('A tab'),
      message(
        'YAML, as {0} reads it, takes no tab for a blank that indents a line. Only within quotes, comments and | or > texts a tab is always fine: elsewhere one can lose the skill.',
        name,
      ),
      message('Replace tabs by spaces: the quick fix does.'),
    ),
    'control-character': yamlRule(
      message('An invisible control character'),
      message('Control characters are forbidden everywhere in the frontmatter, even in a comment.'),
      message('Remove them: the quick fix finds them.'),
    ),
    'yaml-structure': {
      codes: ['second-document', 'bad-directive', 'nesting-too-deep', 'too-large'],
      rules: [
        {
          of: ['claude-code'],
          title: message('A file that is too large'),
          what: message('{0} does not read it.', name),
          why: message('There is a most that {0} reads of one file.', name),
          remedy: message('Move what is large into files beside it, and name them in the body.'),
        },
        yamlRule(
          message('YAML that goes too far'),
          YAML,
          message('Keep the frontmatter to plain “key: value” lines.'),
        ),
      ],
    },
    'flow-does-not-hold': {
      of: ['kimi-cli'],
      title: message('A flow that does not hold'),
      what: message('The skill loads as an ordinary one: it has a /skill: command, but no /flow: command.'),
      why: message(
        'For type: flow, the first closed mermaid or d2 block of the file is read. It needs one node labelled BEGIN and one labelled END, a way between them, and a label of its own on each edge where there is a choice.',
      ),
      remedy: message('Correct the diagram at the line that is named, or declare type: standard.'),
    },
  };
};
