import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { useDrop } from '../bulk/new/names-input.ts';
import { knownTlds } from '../search/tlds-store.ts';
import { type NamesRead, readFullNames } from './full-names.ts';
import { NamesFile, NotNames, useNamesFile } from './NamesFile.tsx';

interface Props {
  /** As A-labels, each once. */
  readonly onNames: (...domains: readonly string[]) => void;
}

/** One name, or a list of them: typed, pasted, or of a file. What is no whole name is told line by line. */
export function NameField({ onNames }: Props) {
  const tlds = useStore(useStores().tlds, knownTlds);
  const [text, setText] = useState('');
  const [read, setRead] = useState<NamesRead | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  function take(next: string): void {
    setText(next);
    setRefusal(null);
    const found = readFullNames(next, tlds);
    if (found.refused.length === 0 && found.domains.length > 0) onNames(...found.domains);
    else if (found.refused.length > 0) setRead(found);
    else setRefusal('There is no name in it');
  }

  const file = useNamesFile((texts) => take(texts.join('\n')));
  const drop = useDrop((dropped) => {
    setRefusal(null);
    setRead(null);
    if (dropped.kind === 'text') take(dropped.text);
    else if (dropped.kind === 'file') void file.take(dropped.file);
    else setRefusal(dropped.reason);
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    take(text);
  };
  const isList = text.includes('\n');
  const only = read?.refused.length === 1 && read.domains.length === 0 ? read.refused[0] : undefined;
  return (
    <Stack component="form" gap="sm" onSubmit={submit} {...drop.handlers}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Textarea
          flex={1}
          label={isList ? 'Names to register' : 'Name to register'}
          placeholder="example.com"
          description="Or a list: one per line, pasted, or a file: TXT, CSV, TSV or XLSX."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: 'mono' }}
          value={text}
          rows={isList || drop.isOver ? 10 : 1}
          maxLength={longestList}
          autoComplete="off"
          spellCheck={false}
          error={refusal ?? only?.reason ?? null}
          onKeyDown={(event) => submitOnEnter(event, isList)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRead(null);
            setRefusal(null);
          }}
          data-autofocus
          autoFocus
        />
        <Button type="submit" mt={24} disabled={text.trim() === ''}>
          Check
        </Button>
        <Button
          variant="default"
          mt={24}
          leftSection={<IconFolderOpen size={14} aria-hidden />}
          loading={file.isReading}
          onClick={() => void file.choose()}
        >
          Open a file…
        </Button>
      </Group>
      <NamesFile file={file} tlds={tlds} onNames={onNames} />
      {read !== null && only === undefined && <NotNames read={read} onNames={onNames} />}
    </Stack>
  );
}

/** In a list, Enter begins a line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>, isList: boolean): void {
  if (event.key !== 'Enter' || event.shiftKey || (isList && !event.ctrlKey && !event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** In characters. */
const longestList = 2_000_000;
