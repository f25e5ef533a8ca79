/** Puts the scripts of the pages together, each in one file of dist/reports/client/: a page takes in its text. */
import { buildSync } from 'esbuild';

const CLIENT = 'reports/client';
const SCRIPTS = ['page', 'live', 'code-page'];

buildSync({
  entryPoints: SCRIPTS.map((name) => `${CLIENT}/${name}.ts`),
  outdir: `dist/${CLIENT}`,
  bundle: true,
  minify: true,
  format: 'iife',
  charset: 'utf8',
  target: 'es2022',
  logLevel: 'warning',
});
