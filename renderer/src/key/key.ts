import { keyProblem, type KeyWindowAsk } from '#shared/areas/secret-windows.ts';

declare global {
  interface Window {
    /** From the preload: hands what was typed to main, which then closes this window. Null for none. */
    readonly answerWithKey: (key: string | null) => Promise<unknown>;
    /** From the preload: the password that this window was opened to show; once. */
    readonly fetchShownPassword: () => Promise<{
      readonly ok: boolean;
      readonly value?: { readonly password: string };
    }>;
  }
}

const words: Readonly<
  Record<KeyWindowAsk['for'], Readonly<Record<'what' | 'label' | 'hint' | 'use', string>>>
> = {
  key: {
    what: 'API key for',
    label: 'API key',
    hint: 'No other window and no log sees it. The service gets a token made from it, never the key itself.',
    use: 'Use this key',
  },
  password: {
    what: 'Password of',
    label: 'Password',
    hint: 'No other window and no log sees it. The database gets a proof made from it, never the password itself.',
    use: 'Use this password',
  },
  'new-password': {
    what: 'New password of',
    label: 'New password',
    hint: '12 characters or more. The database gets only what it verifies a password with. Keep it where you keep passwords: it is asked for on another computer.',
    use: 'Set this password',
  },
  shown: {
    what: 'Password for',
    label: 'One-time password',
    hint: 'It is shown once and stored nowhere. Copy it and hand it over where nobody else reads it. Another invitation of the same name makes a new one.',
    use: 'Close',
  },
};

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

// Main puts what is asked behind the # of our address.
const ask = JSON.parse(decodeURIComponent(location.hash.slice(1))) as KeyWindowAsk; // From main alone.
for (const id of ['what', 'label', 'hint', 'use'] as const)
  element(id, HTMLElement).textContent = words[ask.for][id];
element('account', HTMLElement).textContent = ask.of;
document.title = words[ask.for].label;

const isShown = ask.for === 'shown';
const kind = ask.for === 'shown' ? 'password' : ask.for;
const leaveWithout = (): void => void window.answerWithKey(null);

async function showPassword(): Promise<void> {
  for (const button of [show, cancel]) button.hidden = true;
  keyField.readOnly = true;
  keyField.type = 'text';
  const { value } = await window.fetchShownPassword();
  if (value === undefined) problem.textContent = 'It was shown already. Invite the same name again.';
  keyField.value = value?.password ?? '';
  keyField.select();
}

if (isShown) void showPassword();

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (isShown) {
    leaveWithout();
    return;
  }
  problem.textContent = keyProblem(keyField.value, kind);
  keyField.toggleAttribute('aria-invalid', problem.textContent !== '');
  if (problem.textContent === '') void window.answerWithKey(keyField.value);
  else keyField.focus();
});

keyField.addEventListener('input', () => {
  problem.textContent = '';
  keyField.removeAttribute('aria-invalid');
});

show.addEventListener('click', () => {
  const isReadable = keyField.type === 'password';
  keyField.type = isReadable ? 'text' : 'password';
  show.textContent = isReadable ? 'Hide' : 'Show';
  keyField.focus();
});

cancel.addEventListener('click', leaveWithout);
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') leaveWithout();
});
