/**
 * Reads a file's syntax tree: its imports, the globals that it uses, and whether it has code besides imports and
 * exports of others.
 */
import ts from 'typescript';

/** One import of a file, in any form. */
export interface Import {
  readonly line: number;
  /** The written text; undefined if it is computed: then the loaded file is unknown. */
  readonly specifier: string | undefined;
  /** The compiler removes it. */
  readonly typeOnly: boolean;
}

interface Name {
  readonly line: number;
  readonly name: string;
}

interface Facts {
  readonly imports: readonly Import[];
  /** Names that are no properties of anything: variables, types, globals. */
  readonly names: readonly Name[];
  /** The file has something besides imports and re-exports. */
  readonly hasOwn: boolean;
}

/** The syntax tree of a file. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

/** Reads the syntax tree of a file. */
export function factsOf(file: ts.SourceFile): Facts {
  const imports: Import[] = [];
  const names: Name[] = [];
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found !== undefined) imports.push({ line: lineOf(node), ...found });
    if (ts.isIdentifier(node) && !isProperty(node)) names.push({ line: lineOf(node), name: node.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return {
    imports,
    names,
    hasOwn: file.statements.some(
      (statement) => !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement),
    ),
  };
}

type Found = Omit<Import, 'line'>;

function importOf(node: ts.Node): Found | undefined {
  if (ts.isImportDeclaration(node))
    return { specifier: textOf(node.moduleSpecifier), typeOnly: typesOnly(node.importClause) };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
    return { specifier: textOf(node.moduleSpecifier), typeOnly: node.isTypeOnly };
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
    return { specifier: textOf(node.moduleReference.expression), typeOnly: node.isTypeOnly };
  if (ts.isImportTypeNode(node))
    return {
      specifier: ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : undefined,
      typeOnly: true,
    };
  if (ts.isCallExpression(node) && loads(node.expression))
    return { specifier: textOf(node.arguments[0]), typeOnly: false };
  return undefined;
}

/** `import(…)`, `require(…)`, `require.resolve(…)` */
function loads(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isPropertyAccessExpression(callee))
    return loads(callee.expression) && callee.name.text === 'resolve';
  return ts.isIdentifier(callee) && callee.text === 'require';
}

function typesOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const { name, namedBindings } = clause;
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length > 0 &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** The `b` of `a.b`, of `{ b: 1 }` and of `interface A { b: number }`: it names no variable. */
function isProperty(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  const named =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isAccessor(parent) ||
    ts.isEnumMember(parent);
  return named && parent.name === node;
}
