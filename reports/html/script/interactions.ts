/** The page's script: unpacks data, shows tooltips, and moves from field to field by keys. */
export const UNPACK = String.raw`
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const unpack = async (id) => {
  const place = document.getElementById(id);
  if (!place) return undefined;
  const text = atob(place.textContent);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
let folds;
const foldsReady = unpack('folds').then((bytes) => { folds = bytes ? JSON.parse(new TextDecoder().decode(bytes)) : []; });
const fill = (place) => {
  const number = place.dataset.fold;
  if (number === undefined || !folds) return;
  place.removeAttribute('data-fold');
  place.innerHTML = folds[number];
  prepare(place);
};
const fillIn = (details) => foldsReady.then(() => {
  for (const place of all('[data-fold]', details)) if (place.closest('details') === details) fill(place);
});
document.addEventListener('toggle', (event) => {
  if (event.target.tagName === 'DETAILS' && event.target.open) void fillIn(event.target);
}, true);
`;

export const TIPS = String.raw`
const tip = make('div', 'tip');
tip.id = 'tip';
tip.setAttribute('role', 'tooltip');
tip.hidden = true;
document.body.append(tip);
let tipFor;
const hideTip = () => {
  if (tipFor) tipFor.removeAttribute('aria-describedby');
  tipFor = undefined;
  tip.hidden = true;
};
const placeTip = (box) => {
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(6, Math.min(box.left, innerWidth - width - 6));
  const below = box.bottom + 6;
  tip.style.left = left + 'px';
  tip.style.top = (below + height > innerHeight ? Math.max(6, box.top - height - 6) : below) + 'px';
};
const showTip = (target) => {
  if (target === tipFor) return;
  hideTip();
  tipFor = target;
  tip.textContent = target.dataset.t;
  target.setAttribute('aria-describedby', 'tip');
  placeTip(target.getBoundingClientRect());
};
const told = (event) => event.target.closest && event.target.closest('[data-t]');
document.addEventListener('mouseover', (event) => {
  if (tip.contains(event.target)) return;
  const target = told(event);
  if (target) showTip(target);
  else if (tipFor && !tipFor.contains(document.activeElement)) hideTip();
});
document.addEventListener('focusin', (event) => { const target = told(event); if (target) showTip(target); else hideTip(); });
document.addEventListener('focusout', hideTip);
document.addEventListener('scroll', () => {
  if (!tipFor) return;
  const box = tipFor.getBoundingClientRect();
  if (box.bottom < 0 || box.top > innerHeight) hideTip();
  else placeTip(box);
}, true);
`;

export const FIELDS = String.raw`
const ROVE = '.bytes, .timing svg';
const prepare = (root) => {
  for (const group of all(ROVE, root)) {
    const first = one('[data-t]', group);
    if (first) first.setAttribute('tabindex', '0');
  }
  for (const bar of all('.timing rect[data-t]', root)) {
    bar.setAttribute('role', 'img');
    bar.setAttribute('aria-label', bar.dataset.t);
  }
  for (const tools of all('.ladder-tools, .to-wire', root)) tools.hidden = tools.matches('.to-wire') && !one('#wire-data');
  for (const button of all('button.copy', root)) button.hidden = false;
  for (const bar of all('.filter[hidden]', root)) filterBy(bar);
};
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
document.addEventListener('keydown', (event) => {
  const group = event.target.closest && event.target.closest(ROVE);
  const step = STEPS[event.key];
  if (!group || !step) return;
  const fields = all('[data-t]', group);
  const next = fields[fields.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  event.target.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
});
`;

export const COPY = String.raw`
document.addEventListener('click', (event) => {
  const button = event.target.closest('button.copy');
  if (!button) return;
  const code = button.previousElementSibling;
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  };
  const select = () => {
    getSelection().selectAllChildren(code);
    say(document.execCommand('copy') ? 'Copied' : 'Selected');
  };
  if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(() => say('Copied'), select);
  else select();
});
`;
