/** After the compiler: puts into dist/ what is no module of the program. What is read as a file is where it is in the source. */
import { chmodSync, cpSync } from 'node:fs';
import './bundle-client.mjs';

for (const path of [
  'protocols/chinese-ten/README.md',
  'protocols/durak/README.md',
  'protocols/gm67/README.md',
  'protocols/set/README.md',
  'protocols/stm/README.md',
  'protocols/ttt/README.md',
  'protocols/dissection/lua',
  'scenarios/fuzz/export/replay.py',
])
  cpSync(path, `dist/${path}`, { recursive: true });
chmodSync('dist/cli/main.js', 0o755);
