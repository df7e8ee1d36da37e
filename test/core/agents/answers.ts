/** What a product makes of a layout, as lines that are compared whole. */
import type { ProfileId, Resolution } from '../../../src/core/types';
import type { Layout } from '../../layout';
import { type Asked, relative, resolveIn, within } from '../resolved';

/** A skill file with its frontmatter as it is given. */
export const matter = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\nBody.\n`;

/** Resolves a layout for a product, `$ROOT` in the arguments and variables standing for its folder, and says how to put it. */
export function answerOf(
  profile: ProfileId,
  layout: Layout,
  asked: Asked,
  put: (resolution: Resolution) => readonly string[],
): Promise<readonly string[]> {
  return within(layout, async built => {
    const place = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('$ROOT', built.root)) as T;
    const { environment = {}, overrides = {}, ...rest } = asked;
    const resolution = await resolveIn(built, {
      ...rest,
      profile,
      environment: place(environment),
      overrides: { systemDir: built.at('etc'), ...place(overrides) },
    });
    return put(resolution).map(line => relative(line, built));
  });
}

/** What is listed, in the product's order: `name < file`, with `(not for the model)`, `(off)`, `(not called)` behind it. */
export function listed(profile: ProfileId, layout: Layout, asked: Asked = {}): Promise<readonly string[]> {
  return answerOf(profile, layout, asked, ({ skills }) =>
    skills.map(({ name, file, listed: isListed, enabled, called }) => {
      const marks = [
        enabled === false ? ' (off)' : isListed ? '' : ' (not for the model)',
        called === false ? ' (not called)' : '',
      ];
      return `${name} < ${file}${marks.join('')}`;
    }),
  );
}

/** What became of each candidate: `file: verdict (code)`, with the line where there is one, and the codes of remarks. */
export function verdicts(profile: ProfileId, layout: Layout, asked: Asked = {}): Promise<readonly string[]> {
  return answerOf(profile, layout, asked, ({ candidates }) =>
    candidates.map(({ file, verdict, code, line, unlisted, remarks }) => {
      const place = line === undefined ? '' : ` at ${line}`;
      const more = [...(unlisted ? [unlisted.code] : []), ...remarks.map(remark => remark.code)];
      return `${file}: ${verdict} (${code})${place}${more.length > 0 ? ` [${more.join(', ')}]` : ''}`;
    }),
  );
}
