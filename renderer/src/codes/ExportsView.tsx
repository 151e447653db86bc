import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileDots, IconFileOff, IconFileTextShield } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CodeExport, CodeExportState } from '#shared/domain/code.ts';
import { useStores } from '../app-stores.ts';
import type { PortfolioStore } from '../domains/portfolio-store.ts';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/table-model.ts';
import { FilterBar, FilterChip } from '../ui/Filters.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { AccountLabel, Screen, ScreenHead } from '../ui/PageParts.tsx';
import { Awaited, EmptyState, ErrorState, RowsTrouble } from '../ui/States.tsx';
import { createRecent } from '../ui/table-view.ts';
import { useCopy } from '../ui/copy.ts';
import {
  createExportStore,
  exportStateWords,
  type ExportStore,
  fileNameOf,
  hasFile,
  inOrder,
  openCommand,
  useCodeExports,
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
    <ErrorState
      isRead
      error={error}
      about="Couldn’t load the code files"
      remedies={{ 'try-again': () => void store.actions.load() }}
    />
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
      />
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
      actions={<Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Go to the domains</Button>}
    >
      Select domains there and choose Codes…: their transfer codes go into one encrypted file, and none is
      shown. Progress is listed here until Namedesk closes.
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
      actions={<Button onClick={() => goToDomains({ kind: 'codes', exportId: null })}>All code files</Button>}
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
        label="Requested, without a code"
        count={asked - outcomes.code}
        isOn={which === 'failed'}
        onPress={() => show('failed')}
      />
    </FilterBar>
  );
}

/** The file's location and how to decrypt it: with any tool for the age format, and the passphrase. */
function TheFile({ codeExport }: ExportProps) {
  const copy = useCopy();
  const { path, state } = codeExport;
  const isRunning = state === 'running';
  if (!isRunning && !hasFile(codeExport)) return null;
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
          {copyButton('Copy the path', path)}
        </Group>
        {isRunning ? (
          <Text c="dimmed">It appears there once it is complete. Nothing is on disk unencrypted.</Text>
        ) : (
          <>
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
            <Text size="xs" c="dimmed">
              Any age tool opens it: with your passphrase it prints a table (CSV) of domain, code and outcome.
              Without the passphrase nobody can read it, not even Namedesk.
            </Text>
          </>
        )}
      </Stack>
    </Group>
  );
}
