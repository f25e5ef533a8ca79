/**
 * Rolls up the types of the package: all of them in dist/api/types.d.ts, which each public face passes on by name. In two files
 * of their own a type would be two, and a protocol of 'wirejig' none for 'wirejig/testing'.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { generateDtsBundle } from 'dts-bundle-generator';
import { TypesUsageEvaluator } from 'dts-bundle-generator/dist/types-usage-evaluator.js';
import ts from 'typescript';

const ALL = 'api/types.ts';
const faces = readdirSync('api').filter((name) => /^[a-z-]+\.ts$/.test(name) && isExported(name));
// The faces alone: a name is read without what it stands for.
const program = ts.createProgram(
  faces.map((face) => `api/${face}`),
  { noResolve: true, noLib: true, types: [] },
);
const checker = program.getTypeChecker();

/** The symbol that was asked for last, and all that use it. */
let asked, users;

/**
 * Whether one symbol uses another is asked of each export in turn. The package's own answer walks all uses for each of them, which is
 * nine tenths of its time.
 */
TypesUsageEvaluator.prototype.isSymbolUsedBySymbol = function (symbol, by) {
  const used = this.getActualSymbol(symbol);
  if (used !== asked) {
    asked = used;
    users = new Set([used]);
    for (const one of users) for (const user of this.nodesParentsMap.get(one) ?? []) users.add(user);
  }
  return users.has(this.getActualSymbol(by));
};

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
  const output = { noBanner: true, exportReferencedTypes: false };
  const [types] = generateDtsBundle([{ filePath: ALL, output }], {
    preferredConfigPath: 'tsconfig.build.json',
  });
  writeFileSync('dist/api/types.d.ts', types);
} finally {
  rmSync(ALL);
}
for (const face of faces)
  writeFileSync(
    `dist/api/${face.replace(/\.ts$/, '.d.ts')}`,
    `export { ${exportedNames(face).join(', ')} } from './types';\n`,
  );
