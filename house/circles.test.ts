import { circlesOf, importGraph } from './circles';
import { parse } from './syntax';

/** Small houses with one circle each, or none. */
const PLANTED: readonly (readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  circles: string[],
])[] = [
  ['a chain', { 'a.ts': "import './b';", 'b.ts': "import './c';", 'c.ts': '' }, []],
  ['two files', { 'a.ts': "import './b';", 'b.ts': "import './a';" }, ['a → b']],
  [
    'types only',
    { 'a.ts': "import type { B } from './b';", 'b.ts': "import { type A } from './a';" },
    ['a → b'],
  ],
  ['a type query', { 'a.ts': "type B = import('./b').B;", 'b.ts': "export * from './a';" }, ['a → b']],
  [
    'three folders',
    { 'x/a.ts': "import '../y/b';", 'y/b.ts': "import '../z/c';", 'z/c.ts': "import '../x/a';" },
    ['x/a → y/b → z/c'],
  ],
  [
    'a circle that the first file is not part of',
    { 'a.ts': "import './b';", 'b.ts': "import './c';", 'c.ts': "import './b';" },
    ['b → c'],
  ],
  ['a file that imports itself', { 'a.ts': "import './a';" }, ['a']],
  [
    'two circles',
    { 'a.ts': "import './b';", 'b.ts': "import './a';", 'c.ts': "import './d';", 'd.ts': "import './c';" },
    ['a → b', 'c → d'],
  ],
];

test.each(PLANTED)('%s', (_what, files, circles) => {
  const graph = importGraph(Object.entries(files).map(([path, text]) => parse(path, text)));
  expect(circlesOf(graph).map((circle) => circle.join(' → '))).toEqual(circles);
});
