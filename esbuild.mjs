// Builds everything that runs: the extension, the command, their lazily loaded parts, and on request the tests.
//   node esbuild.mjs            dist/ for the package
//   node esbuild.mjs --tests    dist/ and out/ (tests bundled one by one)
//   node esbuild.mjs --watch    dist/, rebuilt on each change
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

const flags = new Set(process.argv.slice(2));

/**
 * Parts that load on first use: a relative `import()` of one of these stays an import, of a file of its own beside
 * the bundle, so that activation does not pay for what may never be needed. Each is a bundle with copies of its own of
 * all that it imports.
 */
const lazyParts = [
  'src/core/lazy/yaml.ts',
  'src/core/lazy/js-yaml.ts',
  'src/core/lazy/toml.ts',
  'src/core/lazy/flow.ts',
  'src/core/lazy/kimi-config.ts',
  'src/core/lazy/kimis.ts',
  'src/core/lazy/agents.ts',
  'src/core/lazy/far.ts',
  'src/core/lazy/disk-process.ts',
  'src/core/lazy/plan.ts',
  'src/core/lazy/fixes.ts',
  'src/cli/lazy/replies.ts',
  'src/vscode/lazy/commands.ts',
  'src/vscode/lazy/tidy.ts',
  'src/vscode/lazy/explaining.ts',
  'src/vscode/lazy/products.ts',
  'src/vscode/lazy/matrix.ts',
];

/** @param folder of the lazy parts, as seen from the bundle */
const keepLazyPartsApart = folder => ({
  name: 'keep-lazy-parts-apart',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, args => {
      if (args.kind !== 'dynamic-import') return undefined;
      const file = `${path.relative(process.cwd(), path.resolve(args.resolveDir, args.path)).replaceAll('\\', '/')}.ts`;
      if (!lazyParts.includes(file))
        return { errors: [{ text: `import() of ${file}: add it to lazyParts in esbuild.mjs` }] };
      return { path: `${folder}/${path.basename(file, '.ts')}.js`, external: true };
    });
  },
});

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // A lazy part comes by `require`, as the rest does: the other way Node would first start its loader of ES modules.
  supported: { 'dynamic-import': false },
  sourcemap: false,
  minify: !flags.has('--watch'),
  legalComments: 'none',
  external: ['vscode'],
  // Modules before UMD: jsonc-parser asks for its own files by names that only exist while it is run in place.
  mainFields: ['module', 'main'],
  plugins: [keepLazyPartsApart('./lazy')],
  logLevel: 'warning',
};

const product = [
  { ...common, entryPoints: ['src/extension.ts'], outdir: 'dist' },
  { ...common, entryPoints: ['src/cli.ts'], outdir: 'dist', banner: { js: '#!/usr/bin/env node' } },
  {
    ...common,
    entryPoints: lazyParts,
    outdir: 'dist/lazy',
    entryNames: '[name]',
    plugins: [keepLazyPartsApart('.')],
  },
].map(options => ({ ...options, entryPoints: options.entryPoints.filter(file => existsSync(file)) }));

function testFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(test|suite)\.ts$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name));
}

/** Tests keep their names and are not minified, so that a failure reads like the source. They share the lazy parts of dist/. */
const tests = {
  ...common,
  minify: false,
  sourcemap: 'inline',
  // The second runs as a process of its own.
  entryPoints: [...testFiles('test'), 'test/fuse/fuse-server.ts'],
  outbase: 'test',
  outdir: 'out',
  packages: 'external',
  plugins: [
    {
      name: 'share-lazy-parts',
      setup(build) {
        build.onResolve({ filter: /^\.\.?\// }, args => {
          if (args.kind !== 'dynamic-import') return undefined;
          return { path: path.resolve('dist/lazy', `${path.basename(args.path)}.js`), external: true };
        });
      },
    },
  ],
};

if (flags.has('--watch')) {
  for (const options of product) await (await esbuild.context(options)).watch();
} else {
  rmSync('dist', { recursive: true, force: true });
  await Promise.all(
    product.filter(options => options.entryPoints.length > 0).map(options => esbuild.build(options)),
  );
  if (flags.has('--tests')) {
    rmSync('out', { recursive: true, force: true });
    await esbuild.build(tests);
  }
}
