import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { NewStore } from './new-store.ts';
import { type Listed, typedTlds } from './tld-choice.ts';
import css from './tlds.module.css';

interface Props {
  readonly store: NewStore;
  readonly listed: Listed;
}

/** TLDs as one types them: with or without dots, apart by spaces or commas. What is none stays, with its reason. */
export function TypedTlds({ store, listed }: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  function add(event: SyntheticEvent): void {
    event.preventDefault();
    const { tlds, misfits } = typedTlds(text, listed);
    store.actions.addTlds(tlds);
    setText(misfits.map((misfit) => misfit.text).join(' '));
    setProblem(misfits.length === 0 ? null : misfits.map((one) => `${one.text}: ${one.reason}`).join('. '));
  }

  return (
    <form className={css['typed']} onSubmit={add}>
      <TextInput
        className={css['grow'] ?? ''}
        aria-label="Type TLDs"
        placeholder=".com, net, co.uk"
        classNames={{ input: 'mono' }}
        value={text}
        error={problem}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
