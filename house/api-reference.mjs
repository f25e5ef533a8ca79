/**
 * Writes docs/api.md, the reference of what `wirejig` and `wirejig/testing` export, from the doc comments of the sources:
 * node house/api-reference.mjs. With --check it writes nothing, and fails where the page is another.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import console from 'node:console';
import process from 'node:process';
import ts from 'typescript';

const PAGE = 'docs/api.md';
const FACES = ['api/index.ts', 'api/testing.ts'];

const program = ts.createProgram(FACES, {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

/** A face's symbols by the headings that stand in it: `// # Title`, and the text below it, up to `Also:`. */
function groupsOf(path) {
  const face = program.getSourceFile(path);
  const symbols = new Map(
    checker.getExportsOfModule(checker.getSymbolAtLocation(face)).map((one) => [one.name, one]),
  );
  const found = [];
  for (const statement of face.statements) {
    const [title, ...lines] = (ts.getLeadingCommentRanges(face.text, statement.pos) ?? [])
      .map(({ pos, end }) => face.text.slice(pos, end))
      .filter((line) => line.startsWith('// '))
      .map((line) => line.slice('// '.length));
    if (title?.startsWith('# ')) {
      const [text, also] = lines.join(' ').split(' Also: ');
      found.push({
        title: title.slice(2),
        text,
        entries: [],
        others: also?.split(', ').map(typeNamed) ?? [],
      });
    }
    const { exportClause: passedOn } = statement;
    const names = ts.isNamedExports(passedOn) ? passedOn.elements : [passedOn];
    found.at(-1).entries.push(...names.map(({ name }) => entry(symbols.get(name.text))));
  }
  return found;
}

function entry(exported) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const [declaration] = symbol.declarations ?? [];
  return { name: exported.name, exported, symbol, file: declaration.getSourceFile().fileName };
}

/** A type of the sources that no face exports. */
function typeNamed(name) {
  const found = program.getSourceFiles().flatMap((file) => {
    const module = file.fileName.includes('node_modules') ? undefined : checker.getSymbolAtLocation(file);
    const symbol = module?.exports?.get(name);
    return symbol?.declarations === undefined || symbol.flags & ts.SymbolFlags.Alias
      ? []
      : [{ name, symbol }];
  });
  if (found.length !== 1) throw new Error(`${found.length} types are named ${name}: one is to be under Also`);
  return { ...found[0], file: '' };
}

const [own, tests] = FACES.map(groupsOf);
/** What few need is the last. */
const groups = [...own.slice(0, -1), ...tests, ...own.slice(-1)];
for (const { entries, others } of groups) for (const list of [entries, others]) list.sort(byName);

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
  return text.replaceAll(/\{@link (\w+)\}/g, (_, other) => link(other));
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
    .replaceAll(/\{@link (\w+)\}/g, '$1');
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
