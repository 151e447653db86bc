import { keyProblem } from '#shared/areas/secret-windows.ts';

declare global {
  interface Window {
    /** From the preload: hands the key to main, which then closes this window. Null for none. */
    readonly answerWithKey: (key: string | null) => Promise<unknown>;
  }
}

/** The page's own markup has it, or the page is broken. */
function element<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The key page has no ${id}`);
  return found;
}

const form = element('form', HTMLFormElement);
const keyField = element('key', HTMLInputElement);
const show = element('show', HTMLButtonElement);
const cancel = element('cancel', HTMLButtonElement);
const problem = element('problem', HTMLParagraphElement);

// Main puts the account's label behind the # of our address.
element('account', HTMLElement).textContent = decodeURIComponent(location.hash.slice(1));

const leaveWithout = (): void => void window.answerWithKey(null);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  problem.textContent = keyProblem(keyField.value);
  keyField.toggleAttribute('aria-invalid', problem.textContent !== '');
  if (problem.textContent === '') void window.answerWithKey(keyField.value);
  else keyField.focus();
});

keyField.addEventListener('input', () => {
  problem.textContent = '';
  keyField.removeAttribute('aria-invalid');
});

show.addEventListener('click', () => {
  const shown = keyField.type === 'password';
  keyField.type = shown ? 'text' : 'password';
  show.setAttribute('aria-pressed', String(shown));
  keyField.focus();
});

cancel.addEventListener('click', leaveWithout);
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') leaveWithout();
});
