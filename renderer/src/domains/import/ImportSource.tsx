import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { type ClipboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { whatWasPasted } from '../../bulk/new/names-input.ts';
import { activeAccount } from '../../shell/stores.ts';
import type { ImportStore } from './import-store.ts';
import { sampleFile } from './sample-file.ts';

interface Props {
  readonly store: ImportStore;
  /** Null where the page has its own. */
  readonly title: string | null;
  /** What the button says that opens the system's dialog. */
  readonly opens: string;
  readonly isMain: boolean;
  /** Called once something is asked for. */
  readonly onTake?: () => void;
}

/** The choice of a file, or a field to paste a table into; in the practice account, a file to try it with. */
export function ImportSource({ store, title, opens, isMain, onTake }: Props) {
  const isPractice = useStore(useStores().accounts, (state) => activeAccount(state)?.kind === 'practice');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isTyped, setTyped] = useState(false);
  const { take, takeText, openFile } = store.actions;

  function begin(read: () => void): void {
    read();
    onTake?.();
  }

  /** A table is read as soon as it is pasted; what is added to typed text is not. */
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const pasted = whatWasPasted(event.clipboardData);
    if (pasted === null || (pasted.kind === 'text' && event.currentTarget.value !== '')) return;
    event.preventDefault();
    begin(() => take(pasted));
  }

  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-label="The file" flex="none">
      <Stack gap="md">
        <Group
          gap="md"
          wrap="nowrap"
          align="flex-start"
          style={title === null ? { flexDirection: 'column' } : {}}
        >
          <Stack gap={4} flex={title === null ? undefined : 1}>
            {title !== null && <Title order={2}>{title}</Title>}
            <Text c="dimmed" maw={720}>
              Export the list of domains in your registrar’s panel, then open it here: CSV, TSV or XLSX. Files
              of GoDaddy, Namecheap, Porkbun, Dynadot, Spaceship, WHMCS, DNSimple and Hexonet are recognised;
              any other table with a column of domains works too. You see what changes before anything is
              stored. Nothing is sent to the service.
            </Text>
          </Stack>
          <Button
            variant={isMain ? 'filled' : 'default'}
            leftSection={<IconFolderOpen size={14} aria-hidden />}
            onClick={() => begin(openFile)}
            flex="none"
            autoFocus
          >
            {opens}
          </Button>
        </Group>
        {isPractice && (
          <Group gap="md" wrap="nowrap">
            <Text c="dimmed" flex={1}>
              No file at hand? A sample, as Porkbun writes them, has domains of the practice account and
              others.
            </Text>
            <Button onClick={() => take({ kind: 'file', file: sampleFile(new Date()) })}>
              Import the sample file
            </Button>
          </Group>
        )}
        <Textarea
          ref={field}
          label="Or drop a file here, or paste a table"
          placeholder={'riverstone.com,2027-03-01,ACME\noak.org,2026-12-24,Northwind'}
          rows={4}
          classNames={{ input: 'mono' }}
          onPaste={onPaste}
          onInput={(event) => setTyped(event.currentTarget.textLength > 0)}
        />
        {isTyped && (
          <Group justify="flex-end">
            <Button onClick={() => begin(() => takeText(field.current?.value ?? ''))}>Preview</Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
