import type { CodeView } from '#shared/ipc/code-channel.ts';
import { type CodeCharacter, groupsOf } from './characters.ts';
import { element, say, sayName } from './element.ts';
import { spelled } from './spelling.ts';

/** Puts a code on the page: by fours for the eye, in one piece for a screen reader, and spelled for the phone. */
export function fillCode({
  domain,
  unicode,
  code,
  isProtected,
}: Extract<CodeView, { readonly kind: 'code' }>): void {
  sayName('code', domain, unicode);
  const text = element('code-text', HTMLElement);
  text.setAttribute('aria-label', code);
  text.replaceChildren(...groupsOf(code).map(group));
  element('code-spelled', HTMLElement).replaceChildren(...Array.from(code, spelledItem));
  say(
    'code-note',
    isProtected
      ? 'Nothing here can be selected. “Copy” on the domain’s page copies it, and takes it out of the clipboard again.'
      : 'A screen capture or a shared screen would show it: this window is not kept out of them here. Nothing in it can be selected; “Copy” on the domain’s page copies it.',
  );
}

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
