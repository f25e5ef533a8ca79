/**
 * Builds dist/: the program in few files, which are loaded when they are needed. esbuild puts together what the same commands need
 * (dist/chunks/), with the path of each source as a comment. Packages stay outside, but for yargs: its many files take longer to
 * load than all that `--help` does. Where a file of the program is started or imported by its path, a stub leads into dist/chunks/.
 */
import { build, transform } from 'esbuild';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { env, exit } from 'node:process';
import { writeLicences } from './bundled-licences.mjs';
import { BUNDLED, fromOutput, withCatalogue } from './build-plugins.mjs';

// Packing runs prepare after prepack, which has built it, and added the types.
const { npm_lifecycle_event: script, npm_command: command } = env;
if (script === 'prepare' && ['pack', 'publish'].includes(command)) exit();

const CHUNKS = 'dist/chunks';
/** What is started, or imported by users. */
const ENTRIES = [
  'cli/main',
  'api/index',
  'api/testing',
  'cli/commands/audit/audit-worker',
  'cli/commands/lab/run-child',
  'cli/commands/run/parallel/run-worker',
  'cli/shared/ui/ui-worker',
];
/** What tests ask for by name. */
const NAMED = ['cli/command-parser', 'cli/commands'];
/** What is read as a file is where it is in the source. */
const ASSETS = [
  ...['chinese-ten', 'durak', 'gm67', 'set', 'stm', 'ttt'].map((name) => `protocols/${name}/README.md`),
  'protocols/dissection/lua',
  'scenarios/fuzz/export/replay.py',
];
const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  legalComments: 'inline',
  logLevel: 'warning',
  charset: 'utf8',
};

const require = createRequire(import.meta.url);

/** The entries of the protocols of wirejig, as the sources give them. */
async function builtCatalogue() {
  const file = resolve('dist/catalogue.cjs');
  await build({
    ...SHARED,
    entryPoints: ['cli/shared/catalogue.ts'],
    outfile: file,
    format: 'cjs',
    plugins: [fromOutput('dist', '.')],
  });
  return require(file).catalogue();
}

/** ES modules can be split, and CommonJS is faster to load: each chunk is turned into the latter. */
async function buildChunks(catalogue) {
  const { outputFiles, metafile } = await build({
    ...SHARED,
    entryPoints: [...ENTRIES, ...NAMED].map((entry) => `${entry}.ts`),
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    outdir: CHUNKS,
    format: 'esm',
    splitting: true,
    write: false,
    metafile: true,
    plugins: [withCatalogue(catalogue), fromOutput(CHUNKS)],
  });
  // Numbers in place of hashes: they are part of every call from one chunk into another.
  const hashes = [
    ...new Set(outputFiles.flatMap(({ path }) => /chunk-[A-Z0-9]{8}(?=\.js$)/.exec(path) ?? [])),
  ].sort();
  // The values themselves: what esbuild would make of `export` is two getters for each call from one chunk into another.
  const plainExports = (text) =>
    text.replace(/^export \{([^}]*)\};$/m, (_, names) =>
      names.replaceAll(/(\w+)(?: as (\w+))?,?/g, (_, own, name = own) => `exports.${name} = ${own};`),
    );
  const numbered = (text) => text.replaceAll(/\bchunk-[A-Z0-9]{8}\b/g, (name) => `c${hashes.indexOf(name)}`);
  const chunks = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(plainExports(numbered(text)), {
        format: 'cjs',
        platform: 'node',
        target: 'node20.19',
        supported: { 'dynamic-import': false },
        minifySyntax: true,
        legalComments: 'inline',
        charset: 'utf8',
      });
      return [numbered(path), code];
    }),
  );
  rmSync('dist', { recursive: true, force: true });
  mkdirSync(CHUNKS, { recursive: true });
  for (const [path, code] of chunks) writeFileSync(path, code);
  return metafile;
}

function writeStub(entry) {
  const path = `dist/${entry}.js`;
  const chunk = relative(dirname(path), join(CHUNKS, basename(path)));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, entry === 'cli/main' ? mainStub(chunk) : `module.exports = require('${chunk}');\n`);
}

/** Node 22.8 and later keep what they have compiled. */
function mainStub(chunk) {
  return [
    '#!/usr/bin/env node',
    "require('node:module').enableCompileCache?.();",
    `const main = require('${chunk}');`,
    'module.exports = main;',
    'if (require.main === module) main.start(__filename);',
    '',
  ].join('\n');
}

/** In one file of its own: the package does not have it. */
function buildBench() {
  return build({
    ...SHARED,
    entryPoints: ['bench/main.ts'],
    outfile: 'dist/bench/main.js',
    format: 'cjs',
    external: BUNDLED,
    plugins: [fromOutput('dist/bench')],
  });
}

const metafile = await buildChunks(await builtCatalogue());
ENTRIES.forEach(writeStub);
chmodSync('dist/cli/main.js', 0o755);
for (const path of ASSETS) cpSync(path, `dist/${path}`, { recursive: true });
writeLicences(metafile, `${CHUNKS}/LICENSES`);
await buildBench();
await import('./bundle-client.mjs');
