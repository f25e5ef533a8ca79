/** The live page's script: puts in the parts that its server sends, and tells it what a person asks for. */
export const LIVE = String.raw`
const gone = one('#gone');
const fillPart = (id, text) => {
  const part = document.getElementById(id);
  if (!part) return;
  const open = all('details', part).map((each) => each.open);
  const chosen = one('select', part), value = chosen && chosen.value;
  part.innerHTML = text;
  all('details', part).forEach((each, at) => { if (open[at]) each.open = true; });
  const again = one('select', part);
  if (again && [...again.options].some((option) => option.value === value)) again.value = value;
  prepare(part);
};
const events = new EventSource('events');
events.onopen = () => { gone.hidden = true; };
events.onmessage = ({ data }) => {
  for (const [id, text] of JSON.parse(data)) fillPart(id, text);
  document.documentElement.dataset.ready = 'live';
};
const lost = () => {
  gone.textContent = 'wirejig has ended. The page stays as it was.';
  gone.hidden = false;
  for (const button of all('[data-act]')) button.disabled = true;
};
events.onerror = lost;
events.addEventListener('bye', () => { events.close(); lost(); });
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-act]');
  if (!button) return;
  button.disabled = true;
  const clause = button.dataset.act === 'again' ? '?clause=' + encodeURIComponent(one('#clause').value) : '';
  fetch(button.dataset.act + clause, { method: 'POST' }).then(({ ok }) => { if (!ok) button.disabled = false; }, () => { button.disabled = false; });
});
`;
