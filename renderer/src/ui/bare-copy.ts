import { bare } from '#shared/domain/isolated.ts';
import { isTyping } from './Shortcuts.tsx';

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
