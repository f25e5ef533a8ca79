import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parameters, requirements } from './requirements';

test('catalogue and page say the same', () => {
  const page = readFileSync(join(__dirname, 'README.md'), 'utf8').replace(/\s+/g, ' ');
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(17);
  for (const { id, level, origin, text } of requirements) {
    expect(page).toContain(`- ${id} ${level} ${origin} — ${text}`);
  }
  expect(page.match(/- SET-[A-Z]+-\d+ (MUST|SHOULD)/g)).toHaveLength(17);
  for (const { name, default: value, choices } of parameters) {
    expect(page).toContain(`\`${name}\``);
    if (choices === undefined) expect(page).toContain(`\`${name}\` ${value}`);
    else for (const choice of choices) expect(page).toContain(choice);
  }
});
