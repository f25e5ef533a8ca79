import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder } from '../testing/wirejig-process';
import { asTyped, programName } from './program';

afterAll(cleanUp);

test('commands start as the folder can: by npx in a project, by node in a clone, else by name', () => {
  const [project, clone] = [folder(), folder()];
  mkdirSync(join(project, 'node_modules/wirejig'), { recursive: true });
  mkdirSync(join(clone, 'docs'));
  expect(programName(project, clone)).toBe('npx wirejig');
  expect(programName(join(project, 'firmware'), join(project, 'node_modules/wirejig'))).toBe('npx wirejig');
  expect(programName(clone, clone)).toBe('node .');
  expect(programName(join(clone, 'docs'), clone)).toBe('node ..');
  expect(programName(folder(), clone)).toBe('wirejig');
  expect(programName(folder(), '/home/me/.npm/_npx/3f/node_modules/wirejig')).toBe('npx wirejig');
});

test.each([
  ['  again   wirejig run stm --seed 7', '  again   node . run stm --seed 7'],
  ["no board (wirejig list boards), or 'wirejig init'", "no board (node . list boards), or 'node . init'"],
  ['no port (wirejig\n    ports shows them)', 'no port (node .\n    ports shows them)'],
  ['wirejig: no port: see wirejig --help', 'wirejig: no port: see node . --help'],
  [
    'npx wirejig run stm, bin/wirejig run, wirejig running',
    'npx wirejig run stm, bin/wirejig run, wirejig running',
  ],
])('%j is shown in a clone as %j', (text, shown) => {
  expect(asTyped(text)).toBe(shown);
});
