/**
 * The script of a page whose server is still there: that of a report, and it puts in the parts that the server sends, and
 * tells it what a person asks for.
 */
import './page';
import { all, closest, one } from './dom';
import { prepare } from './folds';

const gone = one('#gone');

/** Details stay open, and what was chosen stays so. */
function fillPart(id: string, text: string): void {
  const part = document.getElementById(id);
  if (part === null) return;
  const open = all<HTMLDetailsElement>('details', part).map((each) => each.open);
  const chosen = part.querySelector('select')?.value;
  part.innerHTML = text;
  all<HTMLDetailsElement>('details', part).forEach((each, at) => {
    if (open[at]) each.open = true;
  });
  const again = part.querySelector('select');
  if (again !== null && [...again.options].some(({ value }) => value === chosen)) again.value = chosen ?? '';
  prepare(part);
}

function sayLost(): void {
  gone.textContent = 'wirejig has ended. The page stays as it was.';
  gone.hidden = false;
  for (const button of all<HTMLButtonElement>('[data-act]')) button.disabled = true;
}

const events = new EventSource('events');
events.onopen = () => (gone.hidden = true);
events.onmessage = ({ data }: MessageEvent<string>) => {
  for (const [id, text] of JSON.parse(data) as readonly (readonly [string, string])[]) fillPart(id, text);
  document.documentElement.dataset['ready'] = 'live';
};
events.onerror = sayLost;
events.addEventListener('bye', () => {
  events.close();
  sayLost();
});

async function act(button: HTMLButtonElement): Promise<void> {
  const action = button.dataset['act'] ?? '';
  const clause = action === 'again' ? one<HTMLSelectElement>('#clause').value : undefined;
  const query = clause === undefined ? '' : `?clause=${encodeURIComponent(clause)}`;
  button.disabled = true;
  const isDone = await fetch(`${action}${query}`, { method: 'POST' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isDone) button.disabled = false;
}

document.addEventListener('click', (event) => {
  const button = closest<HTMLButtonElement>(event, '[data-act]');
  if (button !== null) void act(button);
});
