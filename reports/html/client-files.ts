/** What the pages take in that is written for browsers: reports/client/, as house/bundle-client.mjs puts it together. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the program as it is built. Where the source itself runs, as in tests: where it would be built. */
const FOLDERS = ['../client', '../../dist/reports/client'].map((path) => join(__dirname, path));

/** Throws where it is not built. */
export function clientFile(name: string): string {
  const paths = FOLDERS.map((folder) => join(folder, name));
  const path = paths.find((one) => existsSync(one));
  if (path === undefined) throw new Error(`${name} is not built: npm run build`);
  return readFileSync(path, 'utf8');
}
