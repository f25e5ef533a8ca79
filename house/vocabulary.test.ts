import { parse } from './syntax';
import { retiredUses, retiredWords } from './vocabulary';

const GLOSSARY = `
## Glossary

| term | meaning | instead of |
| --- | --- | --- |
| rx | bytes from the board | \`heard\`, \`said\` |
| run-queue delay | waiting for a processor | \`way waits\` |
| options | what a user asked for | \`wishes\`, \`twin\`, \`alike\` |

## Tests

| a | b | \`rx\` |
`;

test('the reader of the glossary sees its words, and no others', () => {
  expect(retiredWords(GLOSSARY)).toEqual([
    { word: 'heard', term: 'rx' },
    { word: 'said', term: 'rx' },
    { word: 'way waits', term: 'run-queue delay' },
    { word: 'wishes', term: 'options' },
    { word: 'twin', term: 'options' },
    { word: 'alike', term: 'options' },
  ]);
});

const PLANTED: readonly (readonly [path: string, text: string, uses: string[]])[] = [
  ['devices/a.ts', 'const heard = 1;', ['1 heard']],
  ['devices/a.ts', '\nexport function lastHeard() {}', ['2 lastHeard']],
  ['devices/a.ts', 'interface A { readonly lastHeardUs: number }', ['1 lastHeardUs']],
  ['devices/a.ts', 'const LAST_HEARD_US = 1;', ['1 LAST_HEARD_US']],
  ['devices/a.ts', 'class WayWaits {}', ['1 WayWaits']],
  ['devices/a.ts', 'const runWishes = 1;', ['1 runWishes']],
  ['devices/a.ts', 'const f = (said: string) => said;', ['1 said']],
  ['devices/a.ts', 'const { text: said } = it;', ['1 said']],
  ['devices/a.ts', 'class A { #heard = 1; }', ['1 #heard']],
  ['devices/heard/a.ts', '', ['1 heard']],
  ['devices/way-waits.ts', '', ['1 way-waits']],
  ['devices/a.ts', "// heard\nconst text = 'heard';", []],
  ['devices/a.ts', 'const waits = way; const unheardOf = 1;', []],
  ['devices/a.ts', 'console.heard(other.said);', []],
  ['devices/a.ts', 'const wishes = 1; const { twin } = finding; interface A { alike: number }', []],
];

test.each(PLANTED)('%s with %j', (path, text, uses) => {
  const found = retiredUses(parse(path, text), retiredWords(GLOSSARY));
  expect(found.map(({ line, name }) => `${line} ${name}`)).toEqual(uses);
});
