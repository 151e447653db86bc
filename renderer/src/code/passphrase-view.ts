import { type PassphraseQuestion, shortestPassphrase } from '#shared/ipc/code-channel.ts';
import { element, say } from './element.ts';
import { makePassphrase } from './made-passphrase.ts';
import { passphraseProblem } from './passphrase-problem.ts';

export interface PassphraseForm {
  readonly fill: (question: PassphraseQuestion) => void;
  /** Where the typing begins. */
  readonly first: HTMLInputElement;
}

export interface PassphraseFormDeps {
  readonly fillWithRandom: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onUse: (passphrase: string) => void;
}

/** The form in which a passphrase is typed twice, or made. */
export function createPassphraseForm({ fillWithRandom, onUse }: PassphraseFormDeps): PassphraseForm {
  const form = element('passphrase-form', HTMLFormElement);
  const first = element('passphrase-first', HTMLInputElement);
  const second = element('passphrase-second', HTMLInputElement);
  const fields = [first, second];
  const show = element('passphrase-show', HTMLButtonElement);

  const setShown = (isShown: boolean): void => {
    for (const field of fields) field.type = isShown ? 'text' : 'password';
    show.setAttribute('aria-pressed', String(isShown));
  };
  const complain = (problem: string): void => {
    say('passphrase-problem', problem);
    for (const field of fields) field.toggleAttribute('aria-invalid', problem !== '');
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const problem = passphraseProblem(first.value, second.value);
    complain(problem);
    if (problem === '') onUse(first.value);
    else (passphraseProblem(first.value, first.value) === '' ? second : first).focus();
  });
  form.addEventListener('input', () => complain(''));
  show.addEventListener('click', () => {
    setShown(first.type === 'password');
    first.focus();
  });
  element('passphrase-make', HTMLButtonElement).addEventListener('click', () => {
    const made = makePassphrase(fillWithRandom);
    for (const field of fields) field.value = made;
    complain('');
    setShown(true);
    first.focus();
    first.select();
  });
  for (const kind of ['keydown', 'keyup'] as const) form.addEventListener(kind, sayWhetherInCapitals);
  return { fill, first };
}

/** A field that hides what is typed hides that it is in capitals. */
function sayWhetherInCapitals(event: KeyboardEvent): void {
  say('passphrase-caps', event.getModifierState('CapsLock') ? 'Caps Lock is on.' : '');
}

function fill({ accountLabel, accountColour, count, first, fileName }: PassphraseQuestion): void {
  say('passphrase-account', accountLabel);
  element('passphrase-colour', HTMLElement).dataset['colour'] = accountColour;
  const more = count - first.length;
  say(
    'passphrase-domains',
    `${count.toLocaleString()}: ${first.join(', ')}${more > 0 ? ` and ${more.toLocaleString()} more` : ''}`,
  );
  say('passphrase-file', fileName);
  say(
    'passphrase-hint',
    `At least ${shortestPassphrase} characters. Nobody can open the file without it, and Namedesk does not keep it: put it where you will find it, before you go on.`,
  );
}
