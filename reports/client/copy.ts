/** Copies the command beside a button. */
import { closest } from './dom';

document.addEventListener('click', (event) => {
  const button = closest(event, 'button.copy');
  const code = button?.previousElementSibling;
  if (button === null || !code) return;
  const say = (word: string): void => {
    button.textContent = word;
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  };
  const select = (): void => {
    getSelection()?.selectAllChildren(code);
    say(document.execCommand('copy') ? 'Copied' : 'Selected');
  };
  // Pages that were not loaded by https, or from a file, may not write to it.
  if ('clipboard' in navigator)
    navigator.clipboard.writeText(code.textContent).then(() => say('Copied'), select);
  else select();
});
