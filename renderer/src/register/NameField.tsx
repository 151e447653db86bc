import { Button, Group, NativeSelect, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { bytesOf, useDrop } from '../bulk/new/names-input.ts';
import { knownTlds } from '../search/tlds-store.ts';
import { type NamesRead, readFullNames, readNameCells } from './full-names.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Input, Output } from '../client.ts';
import { createLatest } from '../remote.ts';
import { counted, format } from '../ui/Formats.tsx';
import { Tick } from '../ui/PageParts.tsx';
import { ErrorState, Notice } from '../ui/States.tsx';

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
        <Button variant="filled" type="submit" mt={24} disabled={text.trim() === ''}>
          Check
        </Button>
        <Button
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

type Report = Output<'imports', 'readText'>;
type Choices = Input<'imports', 'reread'>['choices'];

const noChoices: Choices = { column: null, hasHeader: null, encoding: null, sheet: null, isWhole: true };

interface FileState {
  readonly isReading: boolean;
  readonly error: AppError | null;
  /** A table or a workbook that was read; null where there is none. */
  readonly table: { readonly report: Report; readonly texts: readonly string[] } | null;
}

const noFile: FileState = { isReading: false, error: null, table: null };

/**
 * Reads a file with names. What is a list goes on at once; of a table or a workbook it is shown which column was recognised, and another
 * can be chosen.
 */
function useNamesFile(onList: (texts: readonly string[]) => void) {
  const { imports } = useStores().bridge.request;
  const [draftId] = useState(() => crypto.randomUUID());
  const [latest] = useState(createLatest);
  const [state, setState] = useState(noFile);

  async function show(ask: () => Promise<Result<Report | null>>): Promise<void> {
    const isLatest = latest.begin();
    setState((before) => ({ ...before, isReading: true }));
    const read = await ask();
    const texts = read.ok && read.value !== null ? await imports.wholeNames({ draftId }) : null;
    if (!isLatest()) return;
    if (!read.ok) setState({ ...noFile, error: read.error });
    else if (texts?.ok === false) setState({ ...noFile, error: texts.error });
    // The dialog was closed without a file.
    else if (read.value === null || texts === null) setState((before) => ({ ...before, isReading: false }));
    else if (read.value.form === 'list') {
      setState(noFile);
      onList(texts.value.texts);
    } else setState({ ...noFile, table: { report: read.value, texts: texts.value.texts } });
  }

  return {
    ...state,
    take: (file: File): Promise<void> =>
      show(async () => {
        const bytes = await bytesOf(file);
        return typeof bytes === 'string'
          ? { ok: false, error: { kind: 'invalid-input', field: 'file', reason: bytes } }
          : imports.readBytes({ draftId, fileName: file.name, bytes, choices: noChoices });
      }),
    /** By the system's dialog. */
    choose: (): Promise<void> =>
      show(async () => {
        const chosen = await imports.chooseFile({ draftId, choices: noChoices });
        return chosen.ok ? { ok: true, value: chosen.value.report } : chosen;
      }),
    readAs: (changes: Partial<Choices>): Promise<void> =>
      show(() => imports.reread({ draftId, choices: { ...choicesOf(state.table?.report), ...changes } })),
    close: (): void => {
      latest.begin();
      setState(noFile);
      void imports.discard({ draftId });
    },
  };
}

const choicesOf = (report: Report | undefined): Choices =>
  report === undefined
    ? noChoices
    : { ...noChoices, column: report.column, hasHeader: report.hasHeader, sheet: report.sheet };

interface FileProps {
  readonly file: ReturnType<typeof useNamesFile>;
  readonly tlds: readonly string[];
  /** As A-labels, each once. */
  readonly onNames: (...domains: readonly string[]) => void;
}

/** What was read of a file: which column has the names, how many there are, and what of them is no whole name. */
function NamesFile({ file, tlds, onNames }: FileProps) {
  if (file.error !== null) return <ErrorState isRead error={file.error} about="Couldn’t read the file" />;
  if (file.table === null) return null;
  const { report, texts } = file.table;
  const read = readNameCells(texts, tlds);
  const isWorkbook = report.form === 'workbook';
  return (
    <Paper withBorder p={12} role="group" aria-label="Names from a file">
      <Stack gap="sm">
        <Group gap="sm" justify="space-between" wrap="nowrap">
          <Text fw={500} truncate>
            {isolated(report.source)}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={file.close}>
            Close the file
          </Button>
        </Group>
        <Group gap="md" align="flex-end">
          {report.sheets.length > 1 && (
            <NativeSelect
              label="Sheet"
              value={report.sheet ?? ''}
              data={report.sheets}
              onChange={({ currentTarget }) => void file.readAs({ sheet: currentTarget.value, column: null })}
            />
          )}
          {report.columns.length > 1 && (
            <NativeSelect
              label="Column with the names"
              value={String(report.column)}
              data={report.columns.map(({ title, samples }, index) => ({
                value: String(index),
                label: `${title === '' ? `Column ${index + 1}` : title}: ${samples[0] ?? 'empty'}`,
              }))}
              onChange={({ currentTarget }) => void file.readAs({ column: Number(currentTarget.value) })}
            />
          )}
          <Tick
            label="First row is a header"
            checked={report.hasHeader}
            onChange={({ currentTarget }) => void file.readAs({ hasHeader: currentTarget.checked })}
          />
        </Group>
        <Text role="status">
          <strong>{counted(read.domains.length, 'name', 'names')}</strong> from{' '}
          {counted(report.rows, 'row', 'rows')} of {isWorkbook ? 'the sheet' : 'the table'}
        </Text>
        {read.refused.length === 0 ? (
          <Group>
            <Button
              variant="filled"
              disabled={read.domains.length === 0}
              onClick={() => onNames(...read.domains)}
            >
              Continue with {counted(read.domains.length, 'name', 'names')}
            </Button>
          </Group>
        ) : (
          <NotNames read={read} onNames={onNames} />
        )}
      </Stack>
    </Paper>
  );
}

const mostListed = 8;

interface NotNamesProps {
  readonly read: NamesRead;
  /** As A-labels, each once. */
  readonly onNames: (...domains: readonly string[]) => void;
}

/** The lines that are no whole name, each with its reason, and the way on without them. */
function NotNames({ read: { domains, refused }, onNames }: NotNamesProps) {
  return (
    <Notice
      role="alert"
      title={`${counted(refused.length, 'line is', 'lines are')} not a whole name`}
      actions={
        domains.length > 0 && (
          <Button onClick={() => onNames(...domains)}>
            Continue with{' '}
            {domains.length === 1 ? 'the other name' : `the other ${format.count(domains.length)}`}
          </Button>
        )
      }
    >
      <ul>
        {refused.slice(0, mostListed).map(({ line, reason }) => (
          <li key={line}>
            <bdi className="mono">{line}</bdi>: {reason}
          </li>
        ))}
      </ul>
      {refused.length > mostListed && (
        <Text c="dimmed">and {format.count(refused.length - mostListed)} more</Text>
      )}
    </Notice>
  );
}
