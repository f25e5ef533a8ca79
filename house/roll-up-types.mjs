/**
 * Rolls up the types of the package: all of them in dist/api/types.d.ts, which each public face passes on by name. In two files
 * of their own a type would be two, and a protocol of 'wirejig' none for 'wirejig/testing'.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const ALL = 'api/types.ts';
const faces = readdirSync('api').filter((name) => /^[a-z-]+\.ts$/.test(name) && isExported(name));
const program = ts.createProgram(
  faces.map((face) => `api/${face}`),
  { module: ts.ModuleKind.NodeNext, skipLibCheck: true },
);
const checker = program.getTypeChecker();

function isExported(name) {
  return Object.values(packageExports()).some(
    (target) => target.default === `./dist/api/${name.replace(/\.ts$/, '.js')}`,
  );
}

function packageExports() {
  return ts.readConfigFile('package.json', ts.sys.readFile).config.exports;
}

function exportedNames(face) {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(`api/${face}`));
  return checker.getExportsOfModule(symbol).map(({ name }) => name);
}

writeFileSync(ALL, faces.map((face) => `export * from './${face.replace(/\.ts$/, '')}';\n`).join(''));
try {
  execFileSync(
    'node_modules/.bin/dts-bundle-generator',
    [
      ...['--project', 'tsconfig.build.json', '--no-check', '--no-banner', '--silent'],
      ...['--export-referenced-types=false', '-o', 'dist/api/types.d.ts', ALL],
    ],
    { stdio: 'inherit' },
  );
} finally {
  rmSync(ALL);
}
for (const face of faces)
  writeFileSync(
    `dist/api/${face.replace(/\.ts$/, '.d.ts')}`,
    `export { ${exportedNames(face).join(', ')} } from './types';\n`,
  );
