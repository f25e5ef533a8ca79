/** Writes schemas/, the JSON Schemas of the package: npm run json-schemas. json-schemas.test.ts compares the files with them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedSchemas } from '../cli/schemas/published';

export const SCHEMAS = join(__dirname, '../schemas');

/** The texts of the files by their names. */
export function schemaTexts(): ReadonlyMap<string, string> {
  return new Map(
    [...publishedSchemas()].map(([name, content]) => [name, `${JSON.stringify(content, undefined, 1)}\n`]),
  );
}

if (require.main === module) {
  mkdirSync(SCHEMAS, { recursive: true });
  for (const [name, text] of schemaTexts()) writeFileSync(join(SCHEMAS, name), text);
}
