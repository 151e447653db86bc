import { element } from './element.ts';

const views = ['waiting', 'question', 'code', 'passphrase'] as const;

/** One view at a time. The focus goes where its work begins. */
export function showOnly(shown: (typeof views)[number], focused?: HTMLElement): void {
  for (const view of views) element(view, HTMLElement).hidden = view !== shown;
  element('waiting', HTMLElement).classList.remove('late');
  focused?.focus();
}
