/** What the build changes in sources before esbuild puts them together. */
import { transform } from 'esbuild';
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** The package that dist/ contains, with those that it needs. */
export const BUNDLED = ['yargs'];

/** cli/shared/built-catalogue.ts with its entries. */
export function withCatalogue(entries) {
  return {
    name: 'with-catalogue',
    setup(build) {
      build.onLoad({ filter: /[\\/]cli[\\/]shared[\\/]built-catalogue\.ts$/ }, () => ({
        contents: `export const BUILT_CATALOGUE = ${JSON.stringify(entries)};`,
        loader: 'ts',
      }));
    },
  };
}

/**
 * For files in the folder `output`: packages stay outside, and a source knows its own place as if it were built for itself
 * into the folder `top`.
 */
export function fromOutput(output, top = 'dist') {
  return {
    name: 'from-output',
    setup(build) {
      build.onResolve({ filter: /^string-width$/ }, () => ({ path: resolve('house/plain-width.mjs') }));
      build.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
        const isOwn = kind !== 'entry-point' && !importer.includes('node_modules') && !BUNDLED.includes(path);
        return isOwn ? { path, external: true } : undefined;
      });
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = relative('.', path).replaceAll('\\', '/');
        const text = placed(readFileSync(path, 'utf8'), source, output, top);
        // Without an export, esbuild takes a file of this package for CommonJS, and wraps all that it imports.
        return { contents: `//! ${source}\n${text}\nexport {};\n`, loader: 'ts' };
      });
      build.onLoad({ filter: /node_modules.*\.m?js$/ }, async ({ path }) => {
        const text = readFileSync(path, 'utf8').replaceAll('import.meta.url', 'urlOfPlace(__filename).href');
        const import_ = `import { pathToFileURL as urlOfPlace } from 'node:url';\n`;
        const { code } = await transform(text.includes('urlOfPlace') ? import_ + text : text, {
          minify: true,
        });
        return { contents: code, loader: 'js' };
      });
    },
  };
}

/** The names are those of the source as it would be in `top`. */
function placed(text, source, output, top) {
  if (!/\b__(?:dir|file)name\b/.test(text)) return text;
  const way = relative(output, `${top}/${dirname(source)}`).replaceAll('\\', '/');
  const file = source.slice(dirname(source).length).replace(/\.ts$/, '.js');
  return [
    `import { join as joinPlace } from 'node:path';`,
    `const placeOfSource = joinPlace(__dirname, '${way}');`,
    text
      .replaceAll(/\b__dirname\b/g, 'placeOfSource')
      .replaceAll(/\b__filename\b/g, `(placeOfSource + '${file}')`),
  ].join('\n');
}
