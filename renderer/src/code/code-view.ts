import type { CodeView, ShownCopy } from '#shared/ipc/code-channel.ts';
import { type CodeCharacter, groupsOf } from './characters.ts';
import { element, say, sayName } from './element.ts';
import { spelled } from './spelling.ts';

/** Puts a code on the page: by fours for the eye, in one piece for a screen reader, and spelled for the phone. */
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
  say(
    'code-copying',
    `“Copy code” puts it into the clipboard for ${clearClipboardAfterS} s, without a new request.`,
  );
  element('code-history', HTMLElement).hidden = canHint;
  say('code-copied', '');
}

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Says what came of copying. A clock's time, which stays true while the seconds pass. */
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
  clipboard: 'Not copied: the clipboard did not take it. Try again.',
} as const;

/** Takes it off the page again. */
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
