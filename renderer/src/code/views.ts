import {
  type CodeQuestion,
  type CodeView,
  firstCodeSentences,
  newCodeSentences,
  type PassphraseQuestion,
  type ShownCopy,
  type UnlockQuestion,
} from '#shared/areas/secret-windows.ts';
import { inLocale } from '#shared/domain/counting.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { longestPassphrase, shortestPassphrase } from '#shared/domain/bounds.ts';

/** The element with this id. The page's own markup contains it; otherwise the page is broken and this throws. */
export function element<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The code page has no ${id}`);
  return found;
}

export function say(id: string, text: string): void {
  element(id, HTMLElement).textContent = text;
}

/** Shows a name in Unicode and, where different, its A-labels below. */
function sayName(id: string, domain: string, unicode: string): void {
  say(`${id}-name`, unicode);
  say(`${id}-a-labels`, unicode === domain ? '' : domain);
}

function sayAccount(
  id: string,
  { accountLabel, accountColour }: Pick<CodeQuestion, 'accountLabel' | 'accountColour'>,
): void {
  say(`${id}-account`, accountLabel);
  element(`${id}-colour`, HTMLElement).style.background = `var(--account-${accountColour})`;
}

const views = ['waiting', 'question', 'code', 'passphrase', 'unlock'] as const;

/** Shows one view, hides the others, and moves the focus to `focused`. */
export function showOnly(shown: (typeof views)[number], focused?: HTMLElement): void {
  for (const view of views) element(view, HTMLElement).hidden = view !== shown;
  element('waiting', HTMLElement).classList.remove('late');
  focused?.focus();
}

export interface CountdownDeps {
  readonly nowMs: () => number;
  /** Calls once after the delay; returns a function that cancels it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
  /** Whether the user asked the system for reduced motion: then the bar moves in whole seconds. */
  readonly isCalm: boolean;
}

/** Shows how much time is left; calls `onOver` at zero. Main has its own timer and does not depend on this one. */
export function countDown(
  durationMs: number,
  onOver: () => void,
  { nowMs, later, isCalm }: CountdownDeps,
): void {
  const endMs = nowMs() + durationMs;
  const bar = element('code-progress', HTMLProgressElement);
  bar.max = durationMs;
  const tick = (): void => {
    const leftMs = Math.max(0, endMs - nowMs());
    bar.value = leftMs;
    say('code-seconds', String(Math.ceil(leftMs / 1_000)));
    if (leftMs === 0) onOver();
    else later(tick, Math.min(leftMs, isCalm ? 1_000 : 100));
  };
  tick();
}

/** Shows a code: in groups of four, in one piece for screen readers, and spelled for the phone. */
export function fillCode({
  domain,
  unicode,
  code,
  isProtected,
  canHint,
  clearClipboardAfterS,
}: Extract<CodeView, { readonly kind: 'code' }>): void {
  sayName('code', domain, unicode);
  const text = element('code-text', HTMLElement);
  text.setAttribute('aria-label', code);
  text.replaceChildren(...groupsOf(code).map(group));
  element('code-spelled', HTMLElement).replaceChildren(...Array.from(code, spelledItem));
  say('code-note', isProtected ? '' : 'A screen capture or a shared screen would show this window.');
  say('code-copying', `“Copy code” copies it for ${clearClipboardAfterS} s, without a new request.`);
  element('code-history', HTMLElement).hidden = canHint;
  say('code-copied', '');
}

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Shows the result of copying, with a clock time, which stays true while seconds pass. */
export function sayCopied(copied: ShownCopy): void {
  const line = element('code-copied', HTMLElement);
  line.className = copied.kind;
  line.textContent =
    copied.kind === 'copied'
      ? `Copied. Namedesk clears the clipboard at ${times.format(new Date(copied.clearsAt))}.`
      : notCopiedWords[copied.why];
}

const notCopiedWords = {
  journal: 'Not copied: the access log could not be written.',
  clipboard: 'Not copied: the clipboard did not accept it. Try again.',
} as const;

/** Removes the code from the page. */
export function emptyCode(): void {
  const text = element('code-text', HTMLElement);
  text.removeAttribute('aria-label');
  text.replaceChildren();
  element('code-spelled', HTMLElement).replaceChildren();
}

function group(characters: readonly CodeCharacter[]): HTMLElement {
  const made = document.createElement('span');
  made.className = 'group';
  made.append(
    ...characters.map(({ character, kind }) => {
      const one = document.createElement('span');
      one.className = kind;
      one.textContent = character;
      return one;
    }),
  );
  return made;
}

function spelledItem(character: string): HTMLElement {
  const item = document.createElement('li');
  const shown = document.createElement('b');
  shown.textContent = character;
  const said = document.createElement('span');
  said.textContent = spelled(character);
  item.append(shown, ' ', said);
  return item;
}

type CharacterKind = 'letter' | 'digit' | 'sign';

interface CodeCharacter {
  readonly character: string;
  readonly kind: CharacterKind;
}

const groupLength = 4;

const inGroups = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / groupLength) }, (_, index) =>
    all.slice(index * groupLength, (index + 1) * groupLength),
  );

/** A code in groups of four, for reading. No character is added or lost. */
export function groupsOf(code: string): readonly (readonly CodeCharacter[])[] {
  const characters = Array.from(code, (character) => ({ character, kind: kindOf(character) }));
  return inGroups(characters);
}

export function kindOf(character: string): CharacterKind {
  if (/^\p{Nd}$/u.test(character)) return 'digit';
  return /^\p{L}$/u.test(character) ? 'letter' : 'sign';
}

/** Source: the spelling alphabet of ITU, ICAO and NATO; ITU Radio Regulations, Appendix 14. */
const spellingAlphabet = [
  ...['alfa', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india'],
  ...['juliett', 'kilo', 'lima', 'mike', 'november', 'oscar', 'papa', 'quebec', 'romeo'],
  ...['sierra', 'tango', 'uniform', 'victor', 'whiskey', 'x-ray', 'yankee', 'zulu'],
] as const;

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const;

/** The ASCII punctuation characters by their common spoken names. */
const signs: ReadonlyMap<string, string> = new Map([
  [' ', 'blank'],
  ['!', 'exclamation mark'],
  ['"', 'double quotation mark'],
  ['#', 'number sign, hash'],
  ['$', 'dollar sign'],
  ['%', 'percent sign'],
  ['&', 'ampersand'],
  ["'", 'apostrophe'],
  ['(', 'opening round bracket'],
  [')', 'closing round bracket'],
  ['*', 'asterisk'],
  ['+', 'plus sign'],
  [',', 'comma'],
  ['-', 'hyphen'],
  ['.', 'full stop, dot'],
  ['/', 'slash'],
  [':', 'colon'],
  [';', 'semicolon'],
  ['<', 'less-than sign'],
  ['=', 'equals sign'],
  ['>', 'greater-than sign'],
  ['?', 'question mark'],
  ['@', 'at sign'],
  ['[', 'opening square bracket'],
  ['\\', 'backslash'],
  [']', 'closing square bracket'],
  ['^', 'caret'],
  ['_', 'underscore'],
  ['`', 'backtick, grave accent'],
  ['{', 'opening curly bracket'],
  ['|', 'vertical bar'],
  ['}', 'closing curly bracket'],
  ['~', 'tilde'],
]);

/** How one character is said on the phone without ambiguity: `capital B, bravo`, `seven`, `hyphen`. */
export function spelled(character: string): string {
  const sign = signs.get(character);
  if (sign !== undefined) return sign;
  if (/^[0-9]$/.test(character)) return digits[Number(character)] ?? '';
  if (/^[A-Za-z]$/.test(character)) return spelledLetter(character);
  return `character ${codePoint(character)}`;
}

function spelledLetter(letter: string): string {
  const word = spellingAlphabet[letter.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0)] ?? '';
  return letter === letter.toLowerCase() ? `small ${letter}, ${word}` : `capital ${letter}, ${word}`;
}

/** The code point, for characters without a name here: browsers have no API for character names. */
const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Shows which domain the code is for and what will be done with it. */
export function fillQuestion(
  { question, unicode }: Extract<CodeView, { readonly kind: 'question' }>,
  now: Date,
): void {
  const words = questionWords(question, now);
  say('question-title', words.title);
  sayName('question', question.domain, unicode);
  sayAccount('question', question);
  say('question-deed', words.deed);
  say('question-effect', words.effect);
  say('question-request', words.request);
  element('question-request', HTMLElement).classList.toggle('caution', words.mayEndAnother);
  say('question-lock', words.lock);
  say('question-confirm', words.deed);
  element('question-warning', HTMLElement).hidden = !words.warnsOfHistories;
}

/** How long a revealed code is shown, in seconds. A test keeps this equal to main's value. */
export const shownForS = 20;

interface QuestionWords {
  readonly title: string;
  readonly deed: string;
  readonly effect: string;
  readonly request: string;
  /** Whether the request may invalidate an existing code. */
  readonly mayEndAnother: boolean;
  readonly lock: string;
  readonly warnsOfHistories: boolean;
}

/** What the user is told before a code is requested. */
export function questionWords(question: CodeQuestion, now: Date): QuestionWords {
  const { deed, clearClipboardAfterS, canHint, lock, earlier } = question;
  const which = earlier === null ? 'the' : 'a new';
  return {
    ...(deed === 'copy'
      ? {
          title: `Copy ${which} transfer code of`,
          deed: 'Copy',
          effect: `It stays in the clipboard for ${clearClipboardAfterS} s and is not shown.`,
        }
      : {
          title: `Reveal ${which} transfer code of`,
          deed: 'Reveal',
          effect: `It is shown here for ${shownForS} s, or until you switch to another window.`,
        }),
    request: earlier === null ? firstCodeSentences : newCodeSentences(earlier, agoOf(earlier.at, now)),
    mayEndAnother: earlier !== null,
    lock: lockWords(lock, now),
    warnsOfHistories: deed === 'copy' && !canHint,
  };
}

function lockWords(lock: CodeQuestion['lock'], now: Date): string {
  if (lock === null) return 'Unknown. A transfer needs it off.';
  const age = agoOf(lock.readAt, now);
  return lock.state === 'locked'
    ? `On, checked ${age}. A transfer needs it off: the code alone is not enough.`
    : `Off, checked ${age}.`;
}

const agoOf = (at: string, now: Date): string => ageInWords(now.getTime() - Date.parse(at));

const steps = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** `3 min ago`. Never negative: a clock that was set back gives an age of zero. */
export function ageInWords(ageMs: number): string {
  const seconds = Math.floor(ageMs / 1_000);
  for (const [unit, size] of steps) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit} ago`;
  return 'just now';
}

interface PassphraseForm<Question> {
  readonly fill: (question: Question) => void;
  /** The field that gets the focus first. */
  readonly first: HTMLInputElement;
}

export interface PassphraseFormDeps {
  readonly fillWithRandom: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Copies what is selected, as the keys for it do. */
  readonly copySelection: () => void;
  readonly onUse: (passphrase: string) => void;
}

/** The form in which a passphrase is typed twice, or generated. */
export function createPassphraseForm({
  fillWithRandom,
  copySelection,
  onUse,
}: PassphraseFormDeps): PassphraseForm<PassphraseQuestion> {
  const form = element('passphrase-form', HTMLFormElement);
  const first = element('passphrase-first', HTMLInputElement);
  const second = element('passphrase-second', HTMLInputElement);
  const fields = [first, second];
  const setShown = createShow('passphrase', form, fields);
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
  element('passphrase-make', HTMLButtonElement).addEventListener('click', () => {
    const made = makePassphrase(fillWithRandom);
    for (const field of fields) field.value = made;
    complain('');
    setShown(true);
    first.focus();
    first.select();
    copySelection();
    say('passphrase-caps', 'Copied. Save it, then clear the clipboard.');
  });
  return { fill, first };
}

/** Whether what is typed is shown: a button in the form decides. Warns about Caps Lock, since a masked field does not show it. */
function createShow(
  id: string,
  form: HTMLFormElement,
  fields: readonly HTMLInputElement[],
): (isShown: boolean) => void {
  const button = element(`${id}-show`, HTMLButtonElement);
  const setShown = (isShown: boolean): void => {
    for (const field of fields) field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? 'Hide' : 'Show';
  };
  button.addEventListener('click', () => {
    setShown(fields[0]?.type === 'password');
    fields[0]?.focus();
  });
  for (const kind of ['keydown', 'keyup'] as const)
    form.addEventListener(kind, (event) =>
      say(`${id}-caps`, event.getModifierState('CapsLock') ? 'Caps Lock is on.' : ''),
    );
  return setShown;
}

/** The form in which the passphrase of an existing file is typed. */
export function createUnlockForm(onUse: (passphrase: string) => void): PassphraseForm<UnlockQuestion> {
  const form = element('unlock-form', HTMLFormElement);
  const first = element('unlock-passphrase', HTMLInputElement);
  const setShown = createShow('unlock', form, [first]);
  const complain = (problem: string): void => {
    say('unlock-problem', problem);
    first.toggleAttribute('aria-invalid', problem !== '');
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = first.value;
    const problem = unlockProblem(typed);
    complain(problem);
    if (problem !== '') return;
    first.value = '';
    onUse(typed);
  });
  form.addEventListener('input', () => complain(''));
  return {
    first,
    fill({ fileName, isWrong }) {
      say('unlock-file', fileName);
      setShown(false);
      complain(isWrong ? 'This passphrase doesn’t open it. Try again.' : '');
    },
  };
}

function fill(question: PassphraseQuestion): void {
  const { count, first, fileName } = question;
  sayAccount('passphrase', question);
  const more = count - first.length;
  say(
    'passphrase-domains',
    `${inLocale.count(count)}: ${first.map(isolatedName).join(', ')}${more > 0 ? ` and ${inLocale.count(more)} more` : ''}`,
  );
  say('passphrase-file', fileName);
  say(
    'passphrase-hint',
    `At least ${shortestPassphrase} characters. Nobody can open the file without it, and Namedesk does not store it. Save it somewhere before you go on.`,
  );
}

/** What is wrong with the passphrase of an existing file, whoever made it; empty where nothing is. */
function unlockProblem(typed: string): string {
  if (typed === '') return 'Type the passphrase of the file.';
  return typed.length > longestPassphrase ? tooLong : '';
}

const tooLong = `Too long: at most ${inLocale.count(longestPassphrase)} characters.`;

/** What is wrong with a passphrase typed twice, as a sentence; empty where nothing is. */
export function passphraseProblem(first: string, second: string): string {
  if (first === '') return 'Type a passphrase, or generate one.';
  if (first !== first.trim()) return 'It begins or ends with a space, which is easily lost. Remove it.';
  if (first.length < shortestPassphrase)
    return `Too short: ${first.length} of at least ${shortestPassphrase} characters.`;
  if (first.length > longestPassphrase) return tooLong;
  if (second === '') return 'Type it again.';
  return first === second ? '' : 'The two don’t match.';
}

/** Without `i`, `l`, `o` and `u`, so that no character is confused with another and no words form. Source: Crockford's Base32. */
const passphraseAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Five bits per character: 140 bits in all. */
const length = 28;

/** A passphrase of 140 random bits in groups of four: `7kq2-…`. The alphabet has 32 characters, so each is equally likely. */
export function makePassphrase(fillWithRandom: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(length);
  fillWithRandom(bytes);
  const characters = Array.from(bytes, (byte) => passphraseAlphabet.charAt(byte % passphraseAlphabet.length));
  return inGroups(characters)
    .map((group) => group.join(''))
    .join('-');
}
