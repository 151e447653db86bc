import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFileDots, IconFileOff, IconFileTextShield } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { isCodePage } from '#shared/domain/code-actions.ts';
import type { CodeExport, CodeExportState, OpenedCodeFile } from '#shared/domain/code.ts';
import { unreadCodes } from '#shared/domain/not-read.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStores } from '../app-stores.ts';
import { commands } from '#shared/domain/commands.ts';
import type { PortfolioStore } from '../domains/portfolio-store.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { DialogEnd } from '../ui/Dialogs.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import type { Column } from '../ui/table-model.ts';
import { FilterBar, FilterChip } from '../ui/Filters.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { AccountLabel, Screen, ScreenHead } from '../ui/PageParts.tsx';
import { Awaited, EmptyState, ErrorState, Notice, ReadTrouble, RowsTrouble } from '../ui/States.tsx';
import { createRecent } from '../ui/table-view.ts';
import { useCopy } from '../ui/copy.ts';
import { ShowInFolder } from '../ui/ShowInFolder.tsx';
import {
  createExportStore,
  exportStateWords,
  type ExportStore,
  fileNameOf,
  hasFile,
  inOrder,
  openCommand,
  useCodeExports,
  useCodeFile,
  type Which,
} from './export-store.ts';
import { ExportRows, ExportStatus } from './ExportStatus.tsx';

interface Props {
  /** Null shows the list. */
  readonly exportId: string | null;
  /** The portfolio list in which domains are selected for another request. */
  readonly list: PortfolioStore;
}

/** The code exports: the list, or one of them. */
export const ExportsView = ({ exportId, list }: Props) =>
  exportId === null ? <ExportList /> : <ExportView key={exportId} exportId={exportId} list={list} />;

/** Why the exports could not be read, or that they are being read. */
function ListState() {
  const store = useCodeExports();
  const { isListed, error } = useStore(store);
  if (error === null) return isListed ? null : <Awaited>Loading code files…</Awaited>;
  return (
    <ReadTrouble error={error} about="Couldn’t load the code files" again={() => void store.actions.load()} />
  );
}

/** The code exports since Namedesk was started, the newest first. */
function ExportList() {
  const { goToDomains } = useStores().route.actions;
  const { codeExports, isListed, error } = useStore(useCodeExports(true));
  const shown = useMemo(() => inOrder(codeExports.values()), [codeExports]);
  return (
    <Screen>
      <ScreenHead
        title="Transfer codes into files"
        back={{ label: 'All domains', onClick: () => goToDomains({ kind: 'list' }) }}
        about={shown.length > 0 && 'Since Namedesk started, newest first'}
      >
        <OpenButton />
      </ScreenHead>
      <OpenedFile />
      <ListState />
      {shown.length > 0 && (
        <DataTable
          label="Files with codes"
          columns={columns}
          rows={shown}
          rowKey={({ id }) => id}
          rowHeight={44}
          onOpen={({ id }) => goToDomains({ kind: 'codes', exportId: id })}
          remembers="codes"
          autoFocus
        />
      )}
      {shown.length === 0 && isListed && error === null && <NoneYet />}
    </Screen>
  );
}

function OpenButton() {
  const codeFile = useCodeFile();
  const isBusy = useStore(codeFile, (state) => state.isBusy);
  return (
    <Button disabled={isBusy} onClick={() => void codeFile.actions.open()}>
      {commands.openCodeFile.label}
    </Button>
  );
}

/** The file that is open, or why none is. */
function OpenedFile() {
  const codeFile = useCodeFile();
  const { file, error, closed } = useStore(codeFile);
  useEffect(() => codeFile.actions.follow(), [codeFile]);
  if (file !== null) return <FileDialog key={file.id} file={file} />;
  if (closed !== null)
    return (
      <Notice tone="quiet" role="status">
        <bdi>{closed}</bdi> was closed and its codes forgotten. Open it again to show more of them.
      </Notice>
    );
  if (error === null) return null;
  // What is wrong with a file is said in a sentence that says what to do as well.
  return error.kind === 'invalid-input' ? (
    <Notice title="The file was not opened" role="alert">
      <Text style={{ overflowWrap: 'anywhere' }}>{error.reason}</Text>
    </Notice>
  ) : (
    <ErrorState
      error={error}
      about="The file was not opened"
      remedies={{ 'try-again': () => void codeFile.actions.open() }}
    />
  );
}

interface FileRow {
  readonly domain: string;
  readonly hasCode: boolean;
  readonly index: number;
}

/** The domains of a file that is open. A code is shown in the code window, one at a time. */
function FileDialog({ file }: { readonly file: OpenedCodeFile }) {
  const codeFile = useCodeFile();
  const { actions } = codeFile;
  const { shown, error } = useStore(codeFile);
  const [text, setText] = useState('');
  const rows = useMemo<readonly FileRow[]>(() => {
    const part = text.trim().toLowerCase();
    return file.rows
      .map((row, index) => ({ ...row, index }))
      .filter(({ domain }) => domain.includes(part) || toUnicode(domain).includes(part));
  }, [file, text]);
  const columns = useMemo(() => fileColumns(shown), [shown]);
  const codes = file.rows.filter(({ hasCode }) => hasCode).length;
  return (
    <ModalDialog
      title={
        <>
          Codes in <bdi>{file.fileName}</bdi>
        </>
      }
      size={640}
      onClose={actions.close}
    >
      <Stack>
        <Text c="dimmed">
          {counted(codes, 'code', 'codes')} of {counted(file.rows.length, 'domain', 'domains')}
          {file.requestedAt !== null && (
            <>
              , requested <Age at={file.requestedAt} />
            </>
          )}
          . Choose a domain: its code is shown in the code window for 20 s, without a request.
        </Text>
        <TextInput
          aria-label="Find a domain"
          placeholder="Find a domain"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Stack h="min(400px, 45vh)">
          <DataTable
            label="Domains in the file"
            columns={columns}
            rows={rows}
            rowKey={({ index }) => String(index)}
            isOpenable={({ hasCode }) => hasCode}
            onOpen={({ index }) => void actions.show(index)}
            topOn={text}
            none={<Text p="md">No domain fits.</Text>}
          />
        </Stack>
        {error !== null && <ErrorState error={error} about="The code was not shown" />}
        <DialogEnd hint="The codes are forgotten when you close this, lock Namedesk, or show none for 5 min.">
          <Button onClick={actions.close}>Close</Button>
        </DialogEnd>
      </Stack>
    </ModalDialog>
  );
}

const fileColumns = (shown: ReadonlySet<number>): readonly Column<FileRow>[] => [
  {
    key: 'domain',
    title: 'Domain',
    width: 'minmax(0, 1fr)',
    className: 'mono',
    hint: ({ domain }) => domain,
    cell: ({ domain }) => toUnicode(domain),
  },
  {
    key: 'code',
    title: 'Code',
    width: '144px',
    cell: ({ hasCode, index }) => (
      <Text span c={hasCode ? 'var(--nd-accent)' : 'dimmed'}>
        {hasCode ? (shown.has(index) ? 'Show again…' : 'Show…') : 'None'}
      </Text>
    ),
  },
];

const stateColours: Readonly<Record<CodeExportState, string>> = {
  running: 'var(--nd-accent)',
  failed: 'var(--nd-danger)',
  done: 'dimmed',
  stopped: 'dimmed',
};

function stateText({ state, waitsFor, asked, total }: CodeExport): string {
  if (state !== 'running') return exportStateWords[state];
  const words = waitsFor === null ? exportStateWords[state] : 'Waiting';
  return `${words} · ${format.count(asked)} of ${format.count(total)}`;
}

const columns: readonly Column<CodeExport>[] = [
  {
    key: 'file',
    title: 'File',
    width: 'minmax(0, 5fr)',
    className: 'mono',
    hint: ({ path }) => path,
    cell: ({ path }) => fileNameOf(path),
  },
  {
    key: 'account',
    title: 'Account',
    width: 'minmax(0, 3fr)',
    cell: ({ accountId, accountLabel }) => <AccountLabel accountId={accountId} otherwise={accountLabel} />,
  },
  {
    key: 'state',
    title: 'State',
    width: 'minmax(120px, 3fr)',
    cell: (codeExport) => (
      <Text span c={stateColours[codeExport.state]}>
        {stateText(codeExport)}
      </Text>
    ),
  },
  {
    key: 'codes',
    title: 'Codes',
    width: 'minmax(128px, 3fr)',
    cell: (codeExport) =>
      codeExport.state === 'running' || hasFile(codeExport)
        ? `${format.count(codeExport.outcomes.code)} of ${counted(codeExport.total, 'domain', 'domains')}`
        : 'No file',
  },
  {
    key: 'begun',
    title: 'Started',
    width: '96px',
    cell: ({ startedAt }) => (
      <Text span c="dimmed">
        <Age at={startedAt} />
      </Text>
    ),
  },
];

function NoneYet() {
  const { route } = useStores();
  return (
    <EmptyState
      icon={<IconFileTextShield size={24} stroke={1.5} />}
      title="No code files yet"
      actions={
        <Button variant="filled" onClick={() => route.actions.goToDomains({ kind: 'list' })}>
          Go to the domains
        </Button>
      }
    >
      Select domains there and choose Transfer codes…: they go into one encrypted file, and none is shown.
      Progress is listed here until Namedesk closes.
    </EmptyState>
  );
}

interface ExportViewProps {
  readonly exportId: string;
  readonly list: PortfolioStore;
}

/** The filter with which each export was left. */
const createFilters = () => createRecent<Which>();

/** One export: the outcome of each domain, the file, and how to decrypt it. */
function ExportView({ exportId, list }: ExportViewProps) {
  const stores = useStores();
  const { bridge, route } = stores;
  const { codeExports, isListed } = useStore(useCodeExports(true));
  const codeExport = codeExports.get(exportId);
  const filters = storeOf(stores, createFilters);
  const [store] = useState(() =>
    createExportStore(
      bridge,
      exportId,
      filters.get(exportId, () => 'all'),
    ),
  );
  useEffect(() => store.actions.follow(), [store]);
  useEffect(() => store.subscribe(({ which }) => filters.put(exportId, which)), [store, filters, exportId]);
  return (
    <Screen>
      <ScreenHead
        title="Transfer codes into a file"
        back={{
          label: 'All code files',
          onClick: () => route.actions.goToDomains({ kind: 'codes', exportId: null }),
        }}
        about={codeExport !== undefined && <About codeExport={codeExport} />}
      />
      <ListState />
      {codeExport === undefined && isListed && <Gone />}
      {codeExport !== undefined && (
        <>
          <ExportStatus codeExport={codeExport} store={store} list={list} />
          <TheFile codeExport={codeExport} />
          <ExportFilter codeExport={codeExport} store={store} />
          <RowsTrouble
            rows={store.rows}
            about="Couldn’t load the outcome by domain"
            again={() => void store.rows.anew()}
          />
          <ExportRows exportId={codeExport.id} store={store} accountId={codeExport.accountId} />
        </>
      )}
    </Screen>
  );
}

function Gone() {
  const { goToDomains } = useStores().route.actions;
  return (
    <EmptyState
      icon={<IconFileOff size={24} stroke={1.5} />}
      title="Not from this run of Namedesk"
      actions={
        <Button variant="filled" onClick={() => goToDomains({ kind: 'codes', exportId: null })}>
          All code files
        </Button>
      }
    >
      Details are kept until Namedesk closes. The file itself stays where it was saved.
    </EmptyState>
  );
}

interface ExportProps {
  readonly codeExport: CodeExport;
}

const About = ({ codeExport }: ExportProps) => (
  <>
    <span className="figures">{counted(codeExport.total, 'domain', 'domains')}</span>
    <AccountLabel accountId={codeExport.accountId} otherwise={codeExport.accountLabel} />
    <span>
      begun <Age at={codeExport.startedAt} />
    </span>
  </>
);

interface ExportFilterProps extends ExportProps {
  readonly store: ExportStore;
}

function ExportFilter({ codeExport: { total, asked, outcomes }, store }: ExportFilterProps) {
  const which = useStore(store, (state) => state.which);
  const show = (wanted: typeof which) => store.actions.show(wanted);
  return (
    <FilterBar label="Rows to show">
      <FilterChip label="All" count={total} isOn={which === 'all'} onPress={() => show('all')} />
      <FilterChip
        label={
          outcomes.emailed > 0 && outcomes.emailed === asked - outcomes.code
            ? 'E-mailed instead'
            : 'No code came'
        }
        count={asked - outcomes.code}
        isOn={which === 'failed'}
        onPress={() => show('failed')}
      />
      <FilterChip
        label="Not read"
        count={unreadCodes(outcomes)}
        isOn={which === 'not-read'}
        onPress={() => show('not-read')}
      />
    </FilterBar>
  );
}

/** The file's location and how to decrypt it. */
function TheFile({ codeExport }: ExportProps) {
  const copy = useCopy();
  const { path, state } = codeExport;
  const isRunning = state === 'running';
  if (!isRunning && !hasFile(codeExport)) return null;
  const isPage = isCodePage(path);
  const Icon = isRunning ? IconFileDots : IconFileTextShield;
  const command = openCommand(path, navigator.userAgent.includes('Windows'));
  const copyButton = (label: string, text: string) =>
    !isRunning && (
      <Button variant="subtle" size="compact-sm" onClick={() => copy([text])}>
        {label}
      </Button>
    );
  return (
    <Group component="section" aria-label="The file" gap={12} align="flex-start" wrap="nowrap" flex="none">
      <Icon size={20} stroke={1.5} color="var(--nd-muted)" style={{ flex: 'none' }} aria-hidden />
      <Stack gap={4} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="4px 8px">
          <Text className="mono selectable">{path}</Text>
          {!isRunning && <ShowInFolder path={path} variant="subtle" size="compact-sm" />}
          {copyButton('Copy the path', path)}
        </Group>
        {isRunning ? (
          <Text c="dimmed">It appears there once it is complete. Nothing is on disk unencrypted.</Text>
        ) : (
          <>
            {!isPage && (
              <Group gap="4px 8px">
                <Text
                  component="code"
                  className="mono selectable"
                  px="sm"
                  py={2}
                  bdrs="sm"
                  bg="var(--nd-chrome)"
                >
                  {command}
                </Text>
                {copyButton('Copy the command', command)}
              </Group>
            )}
            <Text size="xs" c="dimmed">
              Namedesk opens it to show single codes.{' '}
              {isPage
                ? 'Any browser opens it too: with your passphrase it shows domain, code and outcome, and saves them as a table (CSV). Give the passphrase another way than the file.'
                : 'The free program age opens it too: with your passphrase it prints a table (CSV) of domain, code and outcome.'}{' '}
              Without the passphrase nobody can read it, not even Namedesk.
            </Text>
          </>
        )}
      </Stack>
    </Group>
  );
}
