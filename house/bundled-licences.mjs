/** Writes the licences of the packages that dist/ contains. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `metafile`: as of esbuild. Throws where a package has no licence. */
export function writeLicences({ inputs }, file) {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [],
  );
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const licence = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (licence === undefined) throw new Error(`${folder} has no licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
  });
  if (texts.length === 0)
    throw new Error('dist/ contains no package, or not where its licence is looked for');
  writeFileSync(file, texts.join(`\n${'-'.repeat(80)}\n\n`));
}
