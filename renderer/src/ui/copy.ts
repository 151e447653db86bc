import { useCallback } from 'react';
import { bare, isolatedName } from '#shared/domain/isolated.ts';
import { type Stores, useStores } from '../app-stores.ts';
import type { NoticeAction } from '../shell/stores.ts';
import { counted } from './Formats.tsx';
import { isTyping } from './Shortcuts.tsx';

type CopyStores = Pick<Stores, 'bridge' | 'notices'>;

/** The limit of `clipboard.copyText`, in characters. */
const mostToCopy = 100_000;

/** Copies a text and names it in a notice. */
export async function copyText(
  { bridge, notices }: CopyStores,
  text: string,
  what: string,
  tooMuch = 'That is too much to copy at once',
): Promise<void> {
  const { say, fail } = notices.actions;
  if (text.length > mostToCopy) {
    say(tooMuch, 'problem');
    return;
  }
  const result = await bridge.request.clipboard.copyText({ text });
  if (result.ok) say(`Copied ${what}`);
  else fail(result.error);
}

/** Shows a file that was written in its folder, with the system's file manager: as a button, or as the action of a notice. */
export const showingInFolder = ({ bridge, notices }: CopyStores, path: string): NoticeAction => ({
  label: 'Show in folder',
  act: () =>
    void bridge.request.app.showInFolder({ path }).then((shown) => {
      if (!shown.ok) notices.actions.fail(shown.error);
    }),
});

export const nothingToCopy = 'There is nothing to copy';

/** Copies names, one to a line, and shows a notice. */
export function copyNames(stores: CopyStores, names: readonly string[]): void {
  if (names.length === 0) stores.notices.actions.say(nothingToCopy, 'problem');
  else
    void copyText(
      stores,
      names.join('\n'),
      names.length === 1 ? isolatedName(names[0] ?? '') : counted(names.length, 'name', 'names'),
      'That is too much to copy at once. Export it to a file instead',
    );
}

/** As {@link copyNames}. */
export function useCopy(): (names: readonly string[]) => void {
  const stores = useStores();
  return useCallback((names) => copyNames(stores, names), [stores]);
}

/**
 * A selected text that is copied comes to the clipboard without the characters that isolate its parts on the page. What a text field
 * has is copied by the browser, to the letter.
 */
export function copyBare(page: Document): void {
  page.addEventListener('copy', (event) => {
    const selected = page.getSelection()?.toString() ?? '';
    const text = bare(selected);
    if (text === selected || isTyping(event.target) || event.defaultPrevented) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  });
}
