/** After the compiler: puts into dist/ what the program reads as files, each where it is in the source. */
import { chmodSync, cpSync } from 'node:fs';

for (const path of ['protocols/stm/README.md', 'protocols/dissection/lua'])
  cpSync(path, `dist/${path}`, { recursive: true });
chmodSync('dist/cli/main.js', 0o755);
