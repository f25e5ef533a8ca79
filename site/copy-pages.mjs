/** Copies the pages of the repository to pages/, from where they find the packages of the site. */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';

const TOP = fileURLToPath(new URL('..', import.meta.url));
const PAGES = fileURLToPath(new URL('pages', import.meta.url));

/** `FOLDER/NAME/README.md`, of each folder that has one. */
const readmes = (folder) =>
  readdirSync(`${TOP}${folder}`)
    .map((name) => `${folder}/${name}/README.md`)
    .filter((path) => existsSync(`${TOP}${path}`));

rmSync(PAGES, { recursive: true, force: true });
for (const path of [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'firmware/README.md',
  ...readmes('protocols'),
  ...readmes('examples'),
])
  cpSync(`${TOP}${path}`, `${PAGES}/${path}`, { recursive: true });
