import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { knownTlds } from '../../search/tlds-store.ts';
import css from '../register.module.css';
import { readFullName } from './full-name.ts';

interface Props {
  readonly onName: (domain: string) => void;
}

/** A name to register, typed by hand. */
export function NameField({ onName }: Props) {
  const tlds = useStore(useStores().tlds, knownTlds);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const read = readFullName(text, tlds);
    if (read.ok) onName(read.value.domain);
    else setProblem(read.error);
  }

  return (
    <form className={css['nameField']} onSubmit={submit}>
      <TextInput
        label="Name to register"
        placeholder="example.com"
        classNames={{ input: 'mono' }}
        value={text}
        maxLength={2_048}
        autoComplete="off"
        spellCheck={false}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
        data-autofocus
        autoFocus
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Look up
      </Button>
    </form>
  );
}
