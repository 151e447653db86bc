import { type ClipboardEvent, useEffect, useRef } from 'react';
import { whatWasPasted } from './dropped.ts';
import css from './names.module.css';
import type { NewStore } from './new-store.ts';

/** A longer text is not put into the field: the field would take seconds to draw it, and nobody reads it there. */
const mostInField = 200_000;

/** The text field keeps its text itself: no key costs more in a long list than in a short one. */
export function PasteField({ store }: { readonly store: NewStore }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    const beginning = store.actions.takeBeginning();
    current?.focus();
    if (current === null || beginning === '') return;
    current.value = beginning;
    store.actions.type(() => current.value, false);
  }, [store]);

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = whatWasPasted(event.clipboardData);
    if (pasted === null) return;
    if (pasted.kind !== 'text') store.actions.take(pasted);
    else if (value.length + pasted.text.length <= mostInField) return;
    else store.actions.takeText(value.slice(0, selectionStart) + pasted.text + value.slice(selectionEnd));
    event.preventDefault();
  }

  return (
    <textarea
      ref={field}
      className={css['field']}
      aria-label="Names"
      placeholder={
        'One name to a line, or a table:\nbakery\nbäckerei\nexample.com\nhttps://www.example.org/shop\n\nOr drop a file here: TXT, CSV, TSV or XLSX.'
      }
      spellCheck={false}
      autoComplete="off"
      onPaste={onPaste}
      onInput={(event) =>
        store.actions.type(() => field.current?.value ?? '', event.currentTarget.textLength === 0)
      }
    />
  );
}
