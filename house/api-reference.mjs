/**
 * Writes docs/api.md, the reference of what `wirejig` and `wirejig/testing` export, from the doc comments of the sources:
 * node house/api-reference.mjs. With --check it writes nothing, and fails where the page is another.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import console from 'node:console';
import process from 'node:process';
import ts from 'typescript';

const PAGE = 'docs/api.md';
const FACES = { wirejig: 'api/index.ts', 'wirejig/testing': 'api/testing.ts' };

const program = ts.createProgram(Object.values(FACES), {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

const entries = Object.entries(FACES).flatMap(([face, file]) =>
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
    .map((symbol) => entry(symbol, face)),
);

function entry(exported, face) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const [declaration] = symbol.declarations ?? [];
  const file = declaration.getSourceFile().fileName;
  return {
    name: exported.name,
    exported,
    face,
    symbol,
    file: ts.sys.resolvePath(file).replace(`${ts.sys.resolvePath('.')}/`, ''),
  };
}

/** The chapters of a face: a heading in it, its text, and the types that signatures name and that are not exported. */
function chaptersOf([face, file]) {
  const { text } = program.getSourceFile(file);
  return [...text.matchAll(/^\/\/ # (.*)\n((?:\/\/ .*\n)+)/gm)].map(({ 1: title, 2: lines, index }) => {
    const [about, also] = lines
      .replaceAll(/^\/\/ /gm, '')
      .trim()
      .replaceAll('\n', ' ')
      .split(' Also: ');
    return { face, title, text: about, at: index, also: also?.split(', ') ?? [] };
  });
}

const [main, more] = Object.entries(FACES).map(chaptersOf);
// What few need is the last.
const chapters = [...main.slice(0, -1), ...more, ...main.slice(-1)];

/** The last one before its export. */
function chapterOf({ face, exported }) {
  const [specifier] = exported.declarations;
  return chapters.findLast((one) => one.face === face && one.at < specifier.end);
}

const own = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('node_modules'));
const modules = own.flatMap((file) => checker.getSymbolAtLocation(file) ?? []);

/** Of two with this name the one beside what is exported in the chapter. */
function typeNamed(name, files) {
  const found = modules.flatMap((module) =>
    checker
      .getExportsOfModule(module)
      .filter((one) => one.name === name && !(one.flags & ts.SymbolFlags.Alias)),
  );
  const near = found.filter(({ declarations }) => files.has(declarations[0].getSourceFile().fileName));
  const [symbol, other] = near.length > 0 ? near : found;
  if (symbol === undefined || other !== undefined)
    throw new Error(`${found.length} files export ${name}: api/ has it after Also`);
  return { name, symbol, file: '' };
}

const groups = chapters.map((chapter) => {
  const listed = entries.filter((one) => chapterOf(one) === chapter).toSorted(byName);
  const files = new Set(listed.map(({ symbol }) => symbol.declarations[0].getSourceFile().fileName));
  return {
    ...chapter,
    entries: listed,
    others: chapter.also.map((name) => typeNamed(name, files)).toSorted(byName),
  };
});

function byName(a, b) {
  return a.name.localeCompare(b.name, 'en') || (a.name < b.name ? 1 : -1);
}

/** As GitHub makes them: the second heading of the same letters gets -1. */
const anchors = new Map();
const taken = new Map();
for (const heading of groups.flatMap((group) => [group.title, ...group.entries, ...group.others])) {
  const text = (typeof heading === 'string' ? heading : heading.name).toLowerCase().replaceAll(' ', '-');
  const times = taken.get(text) ?? 0;
  taken.set(text, times + 1);
  anchors.set(typeof heading === 'string' ? heading : heading.name, times === 0 ? text : `${text}-${times}`);
}

function link(name, text = `\`${name}\``) {
  const anchor = anchors.get(name);
  return anchor === undefined ? text : `[${text}](#${anchor})`;
}

function comment({ symbol, exported, name }) {
  const docs = ts.displayPartsToString(symbol.getDocumentationComment(checker)) || passedOnComment(exported);
  const text = docs.trim();
  if (text === '') throw new Error(`${name} has no doc comment: write one`);
  return text.replaceAll(/\{@link (\w+) ?\}/g, (_, other) => link(other));
}

/** Of what a face passes on from another package. */
function passedOnComment(exported) {
  const [declaration] = exported?.declarations ?? [];
  const [docs] = declaration === undefined ? [] : ts.getJSDocCommentsAndTags(declaration.parent);
  return ts.getTextOfJSDocComment(docs?.comment) ?? '';
}

function signature({ symbol, name }) {
  const texts = (symbol.declarations ?? []).map((one) =>
    declarationText(one, name, symbol.declarations.length > 1),
  );
  // In code nothing can be a link.
  return texts
    .filter((text) => text !== undefined)
    .join('\n')
    .replaceAll(/\{@link (\w+) ?\}/g, '$1');
}

function declarationText(declaration, name, isOverloaded) {
  if (ts.isFunctionDeclaration(declaration)) {
    if (isOverloaded && declaration.body !== undefined) return undefined;
    return withoutBody(declaration);
  }
  if (ts.isClassDeclaration(declaration)) return classText(declaration);
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
    return plain(declaration.getText());
  const type = checker.getTypeAtLocation(declaration);
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
  const [call, ...more] = type.getCallSignatures();
  return call === undefined || more.length > 0
    ? `const ${name}: ${checker.typeToString(type, declaration, flags)};`
    : `function ${name}${checker.signatureToString(call, declaration, flags)};`;
}

function plain(text) {
  return text.replace(/^export (?:declare )?/, '');
}

function withoutBody(node) {
  const { body } = node;
  const text =
    body === undefined ? node.getText() : node.getSourceFile().text.slice(node.getStart(), body.getStart());
  return `${plain(text)
    .trim()
    .replace(/;$/, '')
    .replace(/^async /, '')
    .replace(/^override /, '')};`;
}

/** What a user of the class can call: no bodies, nothing private. */
function classText(declaration) {
  const file = declaration.getSourceFile();
  const head = plain(file.text.slice(declaration.getStart(), declaration.members.pos)).trim();
  const members = declaration.members.filter(isForUsers).map((member) => {
    const [docs] = ts.getLeadingCommentRanges(file.text, member.pos)?.slice(-1) ?? [];
    const note = docs === undefined ? '' : `  ${file.text.slice(docs.pos, docs.end)}\n`;
    return `${note}  ${memberText(member)}`;
  });
  return `${head}\n${members.join('\n')}\n}`;
}

/** A property without its value. */
function memberText(member) {
  if (!ts.isPropertyDeclaration(member) || member.initializer === undefined) return withoutBody(member);
  const type = checker.typeToString(
    checker.getTypeAtLocation(member),
    member,
    ts.TypeFormatFlags.NoTruncation,
  );
  const { text } = member.getSourceFile();
  return `${text.slice(member.getStart(), (member.type ?? member.name).end).trim()}${member.type === undefined ? `: ${type}` : ''};`;
}

function isForUsers(member) {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return !(ts.getCombinedModifierFlags(member) & hidden) && !ts.isConstructorDeclaration(member);
}

function section(one) {
  const isForeign = one.file.includes('node_modules');
  const code = isForeign ? '' : `\n\n\`\`\`ts\n${signature(one)}\n\`\`\``;
  return `### ${one.name}\n\n${comment(one)}${code}`;
}

const page = [
  '<!-- Written by house/api-reference.mjs from the doc comments of the sources: change those. -->',
  '# API reference',
  "What `import … from 'wirejig'` and `import … from 'wirejig/testing'` give, by task. [The tutorial](your-own-protocol.md) shows how they go together.",
  ...groups
    .map(
      ({ title, entries: own }) => `- ${link(title, title)}: ${own.map(({ name }) => link(name)).join(', ')}`,
    )
    .join('\n')
    .split('\n\n'),
  ...groups.flatMap(({ title, text, entries: own, others }) => [
    `## ${title}`,
    text,
    ...own.map(section),
    ...(others.length === 0 ? [] : ['The signatures above also name these types, which need no import.']),
    ...others.map(section),
  ]),
].join('\n\n');

const text = `${page}\n`;
if (!process.argv.includes('--check')) writeFileSync(PAGE, text);
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error(`${PAGE} is not what the sources say: run npm run api-reference`);
  process.exitCode = 1;
}
