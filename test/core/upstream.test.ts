/**
 * kimi-cli's own tests of its skills, restated: one test a row, under the name it has there, on real directories. What is
 * about the inside of the Python program is restated as the nearest fact that holds for the answer given here.
 */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { kimiCli } from '../../src/core/profiles/kimi-cli';
import type { Resolution } from '../../src/core/types';
import { type BuiltLayout, type Layout, skillText } from '../layout';
import { type Asked, asOrdinaryUser, relative, resolveIn, within } from './resolved';

interface Row {
  readonly layout: Layout;
  /** `$ROOT` in a path stands for the folder of the layout. Default: started in `P`, without packaged skills. */
  readonly asked?: Asked;
  /** The active roots in rank order: scope and path. */
  readonly roots?: readonly string[];
  /** The skills in order: scope, file, and the description. */
  readonly skills?: readonly string[];
  readonly check?: (resolution: Resolution, built: BuiltLayout) => void;
}

function upstream(name: string, row: Row): void {
  test(name, () =>
    within({ P: null, ...row.layout }, async built => {
      const asked = JSON.parse(JSON.stringify(row.asked ?? {}).replaceAll('$ROOT', built.root)) as Asked;
      const resolution = await resolveIn(built, { workDir: 'P', ...asked });
      if (row.roots) assert.deepEqual(rootsOf(resolution, built), row.roots);
      if (row.skills) assert.deepEqual(skillsOf(resolution, built), row.skills);
      row.check?.(resolution, built);
    }),
  );
}

function rootsOf({ roots }: Resolution, built: BuiltLayout): string[] {
  const active = roots.filter(({ verdict }) => verdict === 'active');
  return active.map(({ scope, path }) => `${scope} ${relative(path, built)}`);
}

function skillsOf({ skills }: Resolution, built: BuiltLayout): string[] {
  return skills.map(
    ({ name, scope, file, description }) => `${name}: ${scope} ${relative(file, built)}: ${description}`,
  );
}

/** A skill that says where it is. */
const skill = (name: string, description: string) => skillText(name, description);

const withBuiltin: Asked = { overrides: { builtinDir: '$ROOT/builtin' } };
const mergeOff: Asked = { overrides: { mergeBrands: false } };
const extra = (...extraSkillDirs: string[]): Asked => ({ overrides: { extraSkillDirs } });

// tests/core/test_skill.py

upstream('discover_skills_parses_frontmatter_and_defaults', {
  layout: {
    'P/.agents/skills/alpha/SKILL.md': skill('alpha-skill', 'The first.'),
    'P/.agents/skills/beta/SKILL.md': '# Beta heading\n\nText.\n',
  },
  check: ({ skills }, built) => {
    const root = built.at('P/.agents/skills');
    assert.deepEqual(
      skills.map(({ name, description, type, scope, dir, file }) => ({
        name,
        description,
        type,
        scope,
        dir,
        file,
      })),
      [
        {
          name: 'alpha-skill',
          description: 'The first.',
          type: 'standard',
          scope: 'project',
          dir: `${root}/alpha`,
          file: `${root}/alpha/SKILL.md`,
        },
        {
          name: 'beta',
          description: '# Beta heading',
          type: 'standard',
          scope: 'project',
          dir: `${root}/beta`,
          file: `${root}/beta/SKILL.md`,
        },
      ],
    );
  },
});

const mermaid = (...lines: string[]) =>
  `---\nname: flowy\ndescription: A flow.\ntype: flow\n---\n\n\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`\n`;

upstream('discover_skills_parses_flow_type', {
  layout: {
    'P/.agents/skills/flowy/SKILL.md': mermaid(
      'flowchart TD',
      'BEGIN([BEGIN]) --> A[Work]',
      'A --> END([END])',
    ),
  },
  check: ({ skills, candidates }) => {
    assert.deepEqual(
      skills.map(({ type }) => type),
      ['flow'],
    );
    assert.deepEqual(candidates[0]?.remarks, []);
  },
});

upstream('discover_skills_flow_parse_failure_falls_back', {
  layout: { 'P/.agents/skills/flowy/SKILL.md': mermaid('flowchart TD', 'A --> B') },
  check: ({ skills, candidates }) => {
    assert.deepEqual(
      skills.map(({ type }) => type),
      ['standard'],
    );
    assert.match(candidates[0]?.remarks[0]?.code ?? '', /^flow-/);
  },
});

upstream('discover_skills_from_roots_prefers_earlier_dirs', {
  layout: {
    'one/greet/SKILL.md': skill('greet', 'Earlier.'),
    'two/greet/SKILL.md': skill('greet', 'Later.'),
  },
  asked: { overrides: { skillsDirs: ['$ROOT/one', '$ROOT/two'] } },
  skills: ['greet: extra one/greet/SKILL.md: Earlier.'],
});

upstream('resolve_skills_roots_uses_layers', {
  layout: { 'home/.config/agents/skills': null, 'P/.agents/skills': null, builtin: null },
  asked: withBuiltin,
  roots: ['project P/.agents/skills', 'user home/.config/agents/skills', 'builtin builtin'],
});

upstream('resolve_skills_roots_skills_dirs_override_discovery', {
  layout: {
    'home/.config/agents/skills': null,
    'P/.agents/skills': null,
    a: null,
    b: null,
    builtin: null,
  },
  asked: { overrides: { skillsDirs: ['$ROOT/a', '$ROOT/b'], builtinDir: '$ROOT/builtin' } },
  roots: ['extra a', 'extra b', 'builtin builtin'],
});

test('resolve_skills_roots_empty_skills_dirs', () =>
  within({ 'P/.agents/skills/a.md': 'A.\n', 'home/.kimi/skills/b.md': 'B.\n' }, async built => {
    const absent = await resolveIn(built, { workDir: 'P' });
    assert.deepEqual(await resolveIn(built, { workDir: 'P', overrides: { skillsDirs: [] } }), absent);
    assert.equal(absent.skills.length, 2);
  }));

upstream('discover_skills_from_roots_first_wins', {
  layout: {
    'P/.kimi/skills/greet/SKILL.md': skill('greet', 'First root.'),
    'P/.claude/skills/greet/SKILL.md': skill('greet', 'Second root.'),
  },
  skills: ['greet: project P/.kimi/skills/greet/SKILL.md: First root.'],
});

upstream('find_user_skills_dirs_empty_generic_does_not_shadow_brand', {
  layout: { 'home/.config/agents/skills': null, 'home/.kimi/skills/a/SKILL.md': skill('a', 'A.') },
  roots: ['user home/.kimi/skills', 'user home/.config/agents/skills'],
});

upstream('find_user_skills_dirs_none_exist', { layout: {}, roots: [], skills: [] });

upstream('find_user_skills_dirs_only_brand', {
  layout: { 'home/.kimi/skills': null },
  roots: ['user home/.kimi/skills'],
});

upstream('find_user_skills_dirs_only_generic', {
  layout: { 'home/.agents/skills': null },
  roots: ['user home/.agents/skills'],
});

upstream('find_user_skills_dirs_brand_wins_over_generic_same_skill', {
  layout: {
    'home/.kimi/skills/greet/SKILL.md': skill('greet', 'Brand.'),
    'home/.agents/skills/greet/SKILL.md': skill('greet', 'Generic.'),
  },
  roots: ['user home/.kimi/skills', 'user home/.agents/skills'],
  skills: ['greet: user home/.kimi/skills/greet/SKILL.md: Brand.'],
});

upstream('find_user_skills_dirs_brand_group_prefers_kimi_over_claude', {
  layout: { 'home/.kimi/skills': null, 'home/.claude/skills': null },
  asked: mergeOff,
  roots: ['user home/.kimi/skills'],
});

upstream('find_project_skills_dirs_merge', {
  layout: { 'P/.agents/skills': null, 'P/.kimi/skills': null },
  roots: ['project P/.kimi/skills', 'project P/.agents/skills'],
});

upstream('find_project_skills_dirs_brand_prefers_kimi', {
  layout: { 'P/.kimi/skills': null, 'P/.claude/skills': null },
  asked: mergeOff,
  roots: ['project P/.kimi/skills'],
});

upstream('resolve_skills_roots_merges_user_and_project', {
  layout: {
    'P/.kimi/skills': null,
    'P/.agents/skills': null,
    'home/.kimi/skills': null,
    'home/.agents/skills': null,
    builtin: null,
  },
  asked: withBuiltin,
  roots: [
    'project P/.kimi/skills',
    'project P/.agents/skills',
    'user home/.kimi/skills',
    'user home/.agents/skills',
    'builtin builtin',
  ],
});

upstream('empty_generic_brand_skills_visible_end_to_end', {
  layout: {
    'home/.config/agents/skills': null,
    'home/.kimi/skills/deploy/SKILL.md': skill('deploy', 'Ship.'),
  },
  skills: ['deploy: user home/.kimi/skills/deploy/SKILL.md: Ship.'],
});

upstream('find_user_skills_dirs_generic_group_prefers_config_over_agents', {
  layout: { 'home/.config/agents/skills': null, 'home/.agents/skills': null },
  roots: ['user home/.config/agents/skills'],
});

upstream('find_user_skills_dirs_merge_brands_kimi_and_claude', {
  layout: { 'home/.claude/skills': null, 'home/.kimi/skills': null },
  roots: ['user home/.kimi/skills', 'user home/.claude/skills'],
});

upstream('find_user_skills_dirs_merge_brands_all_three', {
  layout: { 'home/.codex/skills': null, 'home/.claude/skills': null, 'home/.kimi/skills': null },
  roots: ['user home/.kimi/skills', 'user home/.claude/skills', 'user home/.codex/skills'],
});

upstream('find_user_skills_dirs_merge_brands_only_claude', {
  layout: { 'home/.claude/skills': null },
  roots: ['user home/.claude/skills'],
});

upstream('find_user_skills_dirs_merge_brands_same_skill_kimi_wins', {
  layout: {
    'home/.kimi/skills/deploy/SKILL.md': skill('deploy', 'Of kimi.'),
    'home/.claude/skills/deploy/SKILL.md': skill('deploy', 'Of claude.'),
  },
  skills: ['deploy: user home/.kimi/skills/deploy/SKILL.md: Of kimi.'],
});

upstream('find_project_skills_dirs_merge_brands', {
  layout: { 'P/.kimi/skills': null, 'P/.claude/skills': null },
  roots: ['project P/.kimi/skills', 'project P/.claude/skills'],
});

test('get_builtin_skills_dir_frozen_env', () =>
  within(
    {
      P: null,
      'bundle/kimi': { text: 'no script', mode: 0o755 },
      'bundle/_internal/kimi_cli/skills/skill-creator/SKILL.md': skill('skill-creator', 'Packaged.'),
    },
    async built => {
      const resolution = await resolveIn(built, {
        workDir: 'P',
        environment: { PATH: built.at('bundle') },
        overrides: { builtinDir: undefined },
      });
      assert.deepEqual(rootsOf(resolution, built), ['builtin bundle/_internal/kimi_cli/skills']);
      assert.deepEqual(
        resolution.skills.map(({ name }) => name),
        ['skill-creator'],
      );
    },
  ));

test('get_builtin_skills_dir_normal_env', () =>
  within(
    {
      P: null,
      'venv/bin/kimi': { text: '#!/usr/bin/env python3\n', mode: 0o755 },
      'venv/lib/python3.13/site-packages/kimi_cli/skills/skill-creator/SKILL.md': skill(
        'skill-creator',
        'Packaged.',
      ),
    },
    async built => {
      const resolution = await resolveIn(built, {
        workDir: 'P',
        environment: { PATH: built.at('venv/bin') },
        overrides: { builtinDir: undefined },
      });
      assert.deepEqual(rootsOf(resolution, built), [
        'builtin venv/lib/python3.13/site-packages/kimi_cli/skills',
      ]);
    },
  ));

test('resolve_skills_roots_passes_merge_brands', () =>
  within({ P: null, 'home/.kimi/skills': null, 'home/.claude/skills': null }, async built => {
    const roots = async (mergeBrands: boolean) =>
      rootsOf(await resolveIn(built, { workDir: 'P', overrides: { mergeBrands } }), built);
    assert.deepEqual(await roots(false), ['user home/.kimi/skills']);
    assert.deepEqual(await roots(true), ['user home/.kimi/skills', 'user home/.claude/skills']);
  }));

upstream('discover_skills_flat_md_basic', {
  layout: { 'P/.agents/skills/greet.md': skill('greet', 'Says hello.') },
  skills: ['greet: project P/.agents/skills/greet.md: Says hello.'],
  check: ({ skills }, built) => {
    assert.equal(skills[0]?.form, 'flat');
    assert.equal(skills[0]?.dir, built.at('P/.agents/skills'));
  },
});

upstream('discover_skills_flat_md_name_defaults_to_stem', {
  layout: { 'P/.agents/skills/greet.md': '---\ndescription: Says hello.\n---\n' },
  skills: ['greet: project P/.agents/skills/greet.md: Says hello.'],
});

upstream('discover_skills_flat_md_description_from_first_line_fallback', {
  layout: { 'P/.agents/skills/greet.md': '\n\n  \nFirst line.\nSecond line.\n' },
  skills: ['greet: project P/.agents/skills/greet.md: First line.'],
});

upstream('discover_skills_flat_md_frontmatter_description_wins_over_body', {
  layout: { 'P/.agents/skills/greet.md': '---\ndescription: Declared.\n---\n\nBody line.\n' },
  skills: ['greet: project P/.agents/skills/greet.md: Declared.'],
});

upstream('discover_skills_flat_and_subdir_mixed', {
  layout: {
    'P/.agents/skills/flat.md': skill('flat', 'A file.'),
    'P/.agents/skills/folder/SKILL.md': skill('folder', 'A folder.'),
  },
  skills: [
    'flat: project P/.agents/skills/flat.md: A file.',
    'folder: project P/.agents/skills/folder/SKILL.md: A folder.',
  ],
});

upstream('discover_skills_flat_and_subdir_same_name_subdir_wins', {
  layout: {
    'P/.agents/skills/greet.md': skill('greet', 'A file.'),
    'P/.agents/skills/greet/SKILL.md': skill('greet', 'A folder.'),
  },
  skills: ['greet: project P/.agents/skills/greet/SKILL.md: A folder.'],
});

upstream('discover_skills_flat_md_ignores_skill_md_marker_file', {
  layout: { 'P/.agents/skills/SKILL.md': skill('marker', 'In the root.') },
  skills: [],
});

upstream('resolve_skills_roots_extra_skill_dirs_append', {
  layout: { more: null, 'home/.kimi/skills': null },
  asked: extra('$ROOT/more'),
  roots: ['user home/.kimi/skills', 'extra more'],
});

upstream('resolve_skills_roots_extra_skill_dirs_expand_tilde', {
  layout: { 'home/my-skills': null },
  asked: extra('~/my-skills'),
  roots: ['extra home/my-skills'],
});

upstream('resolve_skills_roots_extra_skill_dirs_relative_to_project_root', {
  layout: { 'P/.git': null, 'P/my-dir': null, 'P/a/b/my-dir': null },
  asked: { ...extra('my-dir'), workDir: 'P/a/b' },
  roots: ['extra P/my-dir'],
});

upstream('resolve_skills_roots_extra_skill_dirs_absolute', {
  layout: { 'elsewhere/skills': null },
  asked: extra('$ROOT/elsewhere/skills'),
  roots: ['extra elsewhere/skills'],
});

upstream('resolve_skills_roots_extra_skill_dirs_missing_path_skipped', {
  layout: { real: null },
  asked: extra('$ROOT/gone', '$ROOT/real', 'gone-too'),
  roots: ['extra real'],
});

upstream('resolve_skills_roots_extra_skill_dirs_dedup', {
  layout: { more: null },
  asked: extra('$ROOT/more', '$ROOT/more'),
  roots: ['extra more'],
});

upstream('resolve_skills_roots_extra_skill_dirs_scope', {
  layout: { 'more/foo/SKILL.md': skill('foo', 'Extra.') },
  asked: extra('$ROOT/more'),
  skills: ['foo: extra more/foo/SKILL.md: Extra.'],
});

upstream('resolve_skills_roots_extra_skill_dirs_cli_override_still_wins', {
  layout: { cli: null, more: null },
  asked: { overrides: { skillsDirs: ['$ROOT/cli'], extraSkillDirs: ['$ROOT/more'] } },
  roots: ['extra cli', 'extra more'],
});

upstream('project_scope_skill_overrides_builtin_with_same_name', {
  layout: {
    'P/.agents/skills/foo/SKILL.md': skill('foo', 'Project.'),
    'builtin/foo/SKILL.md': skill('foo', 'Built-in.'),
  },
  asked: withBuiltin,
  skills: ['foo: project P/.agents/skills/foo/SKILL.md: Project.'],
});

upstream('user_scope_skill_overrides_builtin_with_same_name', {
  layout: {
    'home/.kimi/skills/foo/SKILL.md': skill('foo', 'User.'),
    'builtin/foo/SKILL.md': skill('foo', 'Built-in.'),
  },
  asked: withBuiltin,
  skills: ['foo: user home/.kimi/skills/foo/SKILL.md: User.'],
});

upstream('project_scope_skill_overrides_user_with_same_name', {
  layout: {
    'P/.agents/skills/foo/SKILL.md': skill('foo', 'Project.'),
    'home/.kimi/skills/foo/SKILL.md': skill('foo', 'User.'),
  },
  skills: ['foo: project P/.agents/skills/foo/SKILL.md: Project.'],
});

upstream('extra_scope_skill_overrides_builtin_with_same_name', {
  layout: {
    'more/foo/SKILL.md': skill('foo', 'Extra.'),
    'builtin/foo/SKILL.md': skill('foo', 'Built-in.'),
  },
  asked: { overrides: { extraSkillDirs: ['$ROOT/more'], builtinDir: '$ROOT/builtin' } },
  skills: ['foo: extra more/foo/SKILL.md: Extra.'],
});

upstream('user_scope_skill_overrides_extra_with_same_name', {
  layout: {
    'home/.kimi/skills/foo/SKILL.md': skill('foo', 'User.'),
    'more/foo/SKILL.md': skill('foo', 'Extra.'),
  },
  asked: extra('$ROOT/more'),
  skills: ['foo: user home/.kimi/skills/foo/SKILL.md: User.'],
});

upstream('discover_subdir_skill_no_frontmatter_falls_back_to_body_line', {
  layout: { 'P/.agents/skills/prose/SKILL.md': 'Only prose here.\nMore.\n' },
  skills: ['prose: project P/.agents/skills/prose/SKILL.md: Only prose here.'],
});

upstream('discover_skill_description_truncated_at_body_fallback', {
  layout: { 'P/.agents/skills/long/SKILL.md': `${'x'.repeat(300)}\n` },
  check: ({ skills }) => {
    assert.equal(skills[0]?.description, `${'x'.repeat(239)}…`);
    assert.equal(skills[0]?.description.length, 240);
  },
});

upstream('discover_skill_description_frontmatter_not_truncated', {
  layout: { 'P/.agents/skills/long/SKILL.md': skill('long', 'y'.repeat(900)) },
  check: ({ skills }) => assert.equal(skills[0]?.description, 'y'.repeat(900)),
});

upstream('resolve_skills_roots_extra_skill_dirs_symlink_dedup', {
  layout: { real: null, link: { symlink: 'real' } },
  asked: extra('$ROOT/real', '$ROOT/link'),
  roots: ['extra real'],
});

upstream('resolve_skills_roots_extra_skill_dirs_trailing_slash_dedup', {
  layout: { real: null },
  asked: extra('$ROOT/real', '$ROOT/real/'),
  roots: ['extra real'],
});

upstream('resolve_skills_roots_extra_skill_dirs_symlink_scope_is_extra', {
  layout: { 'real/foo/SKILL.md': skill('foo', 'Extra.'), link: { symlink: 'real' } },
  asked: extra('$ROOT/link', '$ROOT/real'),
  roots: ['extra real'],
  skills: ['foo: extra real/foo/SKILL.md: Extra.'],
});

upstream('resolve_skills_roots_extra_skill_dirs_symlink_stored_root_is_realpath', {
  layout: { real: null, link: { symlink: 'real' } },
  asked: extra('$ROOT/link'),
  roots: ['extra real'],
});

test('discover_skills_permission_denied_returns_empty', () =>
  within({ P: null, 'home/.kimi/skills/foo/SKILL.md': skill('foo', 'Closed off.') }, async built => {
    chmodSync(built.root, 0o755);
    chmodSync(built.at('home/.kimi/skills'), 0o000);
    try {
      const resolution = await asOrdinaryUser(() => resolveIn(built, { workDir: 'P' }));
      assert.deepEqual(resolution.skills, []);
      assert.deepEqual(rootsOf(resolution, built), ['user home/.kimi/skills']);
    } finally {
      chmodSync(built.at('home/.kimi/skills'), 0o700);
    }
  }));

upstream('skills_dirs_override_excludes_user_and_project_scopes', {
  layout: {
    'home/.kimi/skills/foo/SKILL.md': skill('foo', 'User.'),
    'P/.agents/skills/foo/SKILL.md': skill('foo', 'Project.'),
    'cli/bar/SKILL.md': skill('bar', 'Command line.'),
  },
  asked: { overrides: { skillsDirs: ['$ROOT/cli'] } },
  skills: ['bar: extra cli/bar/SKILL.md: Command line.'],
});

upstream('three_scope_conflict_project_wins_over_user_and_builtin', {
  layout: {
    'P/.agents/skills/foo/SKILL.md': skill('foo', 'Project.'),
    'home/.kimi/skills/foo/SKILL.md': skill('foo', 'User.'),
    'builtin/foo/SKILL.md': skill('foo', 'Built-in.'),
  },
  asked: withBuiltin,
  skills: ['foo: project P/.agents/skills/foo/SKILL.md: Project.'],
});

upstream('skill_scope_is_required_field: nothing is without a scope', {
  layout: {
    'P/.agents/skills/foo/SKILL.md': skill('foo', 'Project.'),
    'home/.kimi/skills/broken/SKILL.md': '---\n[\n---\n',
    'builtin/foo/SKILL.md': skill('foo', 'Built-in.'),
  },
  asked: withBuiltin,
  check: ({ skills, candidates, roots }) => {
    for (const { scope } of [...skills, ...candidates, ...roots])
      assert.ok(['project', 'user', 'extra', 'builtin'].includes(scope));
  },
});

upstream('discover_flat_md_frontmatter_name_differs_from_filename', {
  layout: { 'P/.agents/skills/file.md': skill('declared', 'Another name.') },
  skills: ['declared: project P/.agents/skills/file.md: Another name.'],
});

upstream('extra_skill_dirs_dedup_with_auto_discovery_overlap', {
  layout: { 'home/.kimi/skills': null },
  asked: extra('~/.kimi/skills'),
  roots: ['user home/.kimi/skills'],
});

upstream('cli_skills_dir_wins_over_extra_skill_dirs_same_name', {
  layout: {
    'cli/foo/SKILL.md': skill('foo', 'Command line.'),
    'more/foo/SKILL.md': skill('foo', 'Extra.'),
  },
  asked: { overrides: { skillsDirs: ['$ROOT/cli'], extraSkillDirs: ['$ROOT/more'] } },
  skills: ['foo: extra cli/foo/SKILL.md: Command line.'],
});

upstream('find_project_skills_dirs_walks_up_to_git_root', {
  layout: { 'P/.git': null, 'P/.claude/skills': null, 'P/a/b/c': null },
  asked: { workDir: 'P/a/b/c' },
  roots: ['project P/.claude/skills'],
});

upstream('find_project_skills_dirs_without_git_falls_back_to_work_dir', {
  layout: { 'P/.claude/skills': null, 'P/sub': null },
  asked: { workDir: 'P/sub' },
  roots: [],
});

upstream('find_project_skills_dirs_cwd_is_project_root_still_works', {
  layout: { 'P/.git': null, 'P/.claude/skills': null },
  roots: ['project P/.claude/skills'],
});

upstream('config_default_merges_all_brand_skills', {
  layout: {},
  check: ({ configuration }) => {
    assert.equal(configuration.mergeBrands, true);
    assert.deepEqual(configuration.extraSkillDirs, []);
  },
});

upstream('default_config_effectively_merges_user_brand_skill_dirs', {
  layout: { 'home/.kimi/skills': null, 'home/.claude/skills': null },
  roots: ['user home/.kimi/skills', 'user home/.claude/skills'],
});

upstream('discover_flat_md_malformed_frontmatter_opener_not_used_as_description', {
  layout: { 'P/.agents/skills/open.md': '---\n# Heading\n\nText.\n' },
  skills: ['open: project P/.agents/skills/open.md: # Heading'],
});

upstream('discover_subdir_skill_malformed_frontmatter_opener_not_used_as_description', {
  layout: { 'P/.agents/skills/open/SKILL.md': '---\n# Heading\n\nText.\n' },
  skills: ['open: project P/.agents/skills/open/SKILL.md: # Heading'],
});

// tests/core/test_skills_prompt.py

const listing = ({ skills }: Resolution) => kimiCli.listing(skills);

const oneOfEachScope: Row = {
  layout: {
    'P/.agents/skills/p.md': skill('p', 'Of the project.'),
    'home/.kimi/skills/u.md': skill('u', 'Of the user.'),
    'more/e.md': skill('e', 'Extra.'),
    'builtin/b.md': skill('b', 'Packaged.'),
  },
  asked: { overrides: { extraSkillDirs: ['$ROOT/more'], builtinDir: '$ROOT/builtin' } },
};

upstream('skill_has_scope_field', {
  layout: { 'home/.kimi/skills/u.md': skill('u', 'Of the user.') },
  check: ({ skills }) => assert.equal(skills[0]?.scope, 'user'),
});

upstream('format_skills_for_prompt_groups_by_scope', {
  ...oneOfEachScope,
  check: (resolution, built) => {
    assert.deepEqual(relative(listing(resolution), built).split('\n'), [
      '### Project',
      '- p',
      '  - Path: P/.agents/skills/p.md',
      '  - Description: Of the project.',
      '',
      '### User',
      '- u',
      '  - Path: home/.kimi/skills/u.md',
      '  - Description: Of the user.',
      '',
      '### Extra',
      '- e',
      '  - Path: more/e.md',
      '  - Description: Extra.',
      '',
      '### Built-in',
      '- b',
      '  - Path: builtin/b.md',
      '  - Description: Packaged.',
    ]);
  },
});

upstream('format_skills_for_prompt_omits_empty_groups', {
  layout: { 'home/.kimi/skills/u.md': skill('u', 'Of the user.') },
  check: resolution => assert.deepEqual(listing(resolution).match(/^### .*$/gm), ['### User']),
});

upstream('format_skills_for_prompt_empty_input_returns_placeholder', {
  layout: {},
  check: resolution => assert.equal(listing(resolution), 'No skills found.'),
});

upstream('format_skills_for_prompt_lists_name_path_description', {
  layout: { 'home/.kimi/skills/u/SKILL.md': skill('u', 'Of the user.') },
  check: (resolution, built) =>
    assert.equal(
      listing(resolution),
      `### User\n- u\n  - Path: ${built.at('home/.kimi/skills/u/SKILL.md')}\n  - Description: Of the user.`,
    ),
});

upstream('format_skills_for_prompt_sorts_within_scope', {
  layout: {
    'home/.kimi/skills/1.md': skill('zebra', 'Z.'),
    'home/.kimi/skills/2.md': skill('alpha', 'A.'),
    'home/.kimi/skills/3.md': skill('mango', 'M.'),
  },
  check: resolution =>
    assert.deepEqual(listing(resolution).match(/^- .*$/gm), ['- alpha', '- mango', '- zebra']),
});

upstream('discovered_skills_carry_scope', {
  layout: {
    'home/.kimi/skills/u/SKILL.md': skill('u', 'Of the user.'),
    'P/.agents/skills/p/SKILL.md': skill('p', 'Of the project.'),
  },
  skills: [
    'p: project P/.agents/skills/p/SKILL.md: Of the project.',
    'u: user home/.kimi/skills/u/SKILL.md: Of the user.',
  ],
});

upstream('end_to_end_project_override_renders_correctly', {
  layout: {
    'builtin/foo/SKILL.md': skill('foo', 'Packaged.'),
    'home/.kimi/skills/foo/SKILL.md': skill('foo', 'Of the user.'),
    'P/.agents/skills/foo/SKILL.md': skill('foo', 'Of the project.'),
    'more/foo/SKILL.md': skill('foo', 'Extra.'),
  },
  asked: { overrides: { extraSkillDirs: ['$ROOT/more'], builtinDir: '$ROOT/builtin' } },
  check: (resolution, built) =>
    assert.equal(
      relative(listing(resolution), built),
      '### Project\n- foo\n  - Path: P/.agents/skills/foo/SKILL.md\n  - Description: Of the project.',
    ),
});

// Of other files of theirs, what is about skills.

upstream('test_frontmatter: good YAML, an integer among it', {
  layout: { 'P/.agents/skills/a/SKILL.md': '---\nname: a\ndescription: Good.\nversion: 3\n---\n' },
  skills: ['a: project P/.agents/skills/a/SKILL.md: Good.'],
});

upstream('test_frontmatter: a quote that is never closed', {
  layout: { 'P/.agents/skills/a/SKILL.md': '---\nname: "a\ndescription: Bad.\n---\n' },
  skills: [],
  check: ({ candidates }) => {
    assert.equal(candidates[0]?.verdict, 'invalid');
    assert.equal(candidates[0]?.code, 'unclosed-quote');
  },
});

upstream('test_plugin_manager: skill_discovery_includes_plugins_dir', {
  layout: { 'share/plugins/tool/SKILL.md': skill('tool', 'Of a plugin.') },
  asked: { environment: { KIMI_SHARE_DIR: '$ROOT/share' } },
  roots: ['extra share/plugins'],
  skills: ['tool: extra share/plugins/tool/SKILL.md: Of a plugin.'],
});

upstream('test_config: TOML', {
  layout: {
    'home/.kimi/config.toml': 'merge_all_available_skills = false\nextra_skill_dirs = ["a", "b"]\n',
  },
  check: ({ configuration, failure }) => {
    assert.equal(failure, null);
    assert.equal(configuration.mergeBrands, false);
    assert.deepEqual(configuration.extraSkillDirs, ['a', 'b']);
  },
});

upstream('test_config: JSON', {
  layout: { 'home/.kimi/config.json': '{"merge_all_available_skills": false, "extra_skill_dirs": ["a"]}' },
  check: ({ configuration, failure }) => {
    assert.equal(failure, null);
    assert.equal(configuration.mergeBrands, false);
    assert.deepEqual(configuration.extraSkillDirs, ['a']);
  },
});
