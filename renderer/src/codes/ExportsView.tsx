import { Button } from '@mantine/core';
import { IconFileDots, IconFileOff, IconFileTextShield } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CodeExport } from '#shared/domain/code.ts';
import { useStores } from '../app-stores.ts';
import { valueOf } from '../bridge.ts';
import type { PortfolioStore } from '../domains/portfolio-store.ts';
import { Age, counted, format } from '../ui/Formats.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import { Awaited, BackTo } from '../ui/PageParts.tsx';
import { LineGrid, RowFilter, RowsTrouble } from '../ui/RowGrid.tsx';
import { EmptyState, ErrorState } from '../ui/States.tsx';
import { useCopy } from '../ui/use-copy.ts';
import {
  createExportStore,
  exportStateWords,
  type ExportStore,
  fileNameOf,
  hasFile,
  inOrder,
  openCommand,
  useFreshCodeExports,
  type Which,
} from './export-store.ts';
import { ExportRows, ExportStatus } from './ExportStatus.tsx';
import css from './list.module.css';
import savingCss from './saving.module.css';

interface Props {
  /** Null shows the list. */
  readonly savingId: string | null;
  /** The portfolio list in which domains are selected for another request. */
  readonly list: PortfolioStore;
}

/** The code exports: the list, or one of them. */
export const ExportsView = ({ savingId, list }: Props) =>
  savingId === null ? <ExportList /> : <ExportView key={savingId} savingId={savingId} list={list} />;

/** The code exports since Namedesk was started, the newest first. */
function ExportList() {
  const { route } = useStores();
  const store = useFreshCodeExports();
  const { savings, isListed, error } = useStore(store);
  const shown = useMemo(() => inOrder(savings.values()), [savings]);
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <BackTo label="All domains" onClick={() => route.actions.goToDomains({ kind: 'list' })} />
        <h1 className={css['title']}>Transfer codes into files</h1>
        {shown.length > 0 && <p className={css['about']}>Of this run of Namedesk, the newest first</p>}
      </header>
      {error !== null && (
        <ErrorState
          error={error}
          about="What goes into files could not be read"
          remedies={{ 'try-again': () => void store.actions.load() }}
        />
      )}
      {!isListed && error === null && <Awaited>Reading what goes into files…</Awaited>}
      {shown.length > 0 && <Lines shown={shown} />}
      {shown.length === 0 && isListed && error === null && <NoneYet />}
    </div>
  );
}

const columns = ['File', 'Account', 'State', 'Codes', 'Begun'];

function Lines({ shown }: { readonly shown: readonly CodeExport[] }) {
  const { goToDomains } = useStores().route.actions;
  return (
    <LineGrid
      label="Files with codes"
      className={css['files']}
      columns={columns}
      lines={shown}
      idPrefix="saving"
      onOpen={({ id }) => goToDomains({ kind: 'codes', savingId: id })}
    >
      {(saving) => <Line saving={saving} />}
    </LineGrid>
  );
}

function Line({ saving }: { readonly saving: CodeExport }) {
  const { path, state, asked, total, outcomes, startedAt, waitsFor } = saving;
  const words = state === 'running' && waitsFor !== null ? 'Waiting' : exportStateWords[state];
  return (
    <>
      <span role="gridcell" className="mono" title={path}>
        {fileNameOf(path)}
      </span>
      <span role="gridcell">
        <Account saving={saving} />
      </span>
      <span role="gridcell" className={css['state']} data-state={state}>
        {words}
        {state === 'running' && ` · ${format.count(asked)} of ${format.count(total)}`}
      </span>
      <span role="gridcell">
        {state === 'running' || hasFile(saving)
          ? `${format.count(outcomes.code)} of ${counted(total, 'domain', 'domains')}`
          : 'No file'}
      </span>
      <span role="gridcell" className={css['when']}>
        <Age at={startedAt} />
      </span>
    </>
  );
}

function NoneYet() {
  const { route } = useStores();
  return (
    <EmptyState
      icon={<IconFileTextShield size={24} stroke={1.5} />}
      title="No codes went into a file yet"
      actions={<Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Go to the domains</Button>}
    >
      Select domains there and choose Codes…: their transfer codes go into one encrypted file, and none is
      shown. What goes on is listed here until Namedesk is closed.
    </EmptyState>
  );
}

interface ExportViewProps {
  readonly savingId: string;
  readonly list: PortfolioStore;
}

/** One code export: progress, the outcome of each domain, the file, and how to decrypt it. */
function ExportView({ savingId, list }: ExportViewProps) {
  const { bridge } = useStores();
  const savings = useFreshCodeExports();
  const saving = useStore(savings, (state) => state.savings.get(savingId) ?? null);
  const { isListed, error } = useStore(savings);
  const [store] = useState(() => createExportStore({ ...bridge, savingId, restMs: 300 }));

  useEffect(() => {
    store.actions.begin();
    return store.actions.end;
  }, [store]);

  return (
    <div className={savingCss['screen']}>
      <ExportHead saving={saving} />
      {error !== null && (
        <ErrorState
          error={error}
          about="What goes into files could not be read"
          remedies={{ 'try-again': () => void savings.actions.load() }}
        />
      )}
      {saving === null && !isListed && error === null && <Awaited>Reading what goes into files…</Awaited>}
      {saving === null && isListed && <Gone />}
      {saving !== null && (
        <>
          <ExportStatus saving={saving} store={store} list={list} />
          <TheFile saving={saving} />
          <ExportFilter saving={saving} store={store} />
          <RowsTrouble
            rows={store.rows}
            about="What came of each domain could not be read"
            again={() => void store.rows.anew()}
          />
          <ExportRows store={store} accountId={saving.accountId} />
        </>
      )}
    </div>
  );
}

function Gone() {
  const { goToDomains } = useStores().route.actions;
  return (
    <EmptyState
      icon={<IconFileOff size={24} stroke={1.5} />}
      title="Not of this run of Namedesk"
      actions={
        <Button onClick={() => goToDomains({ kind: 'codes', savingId: null })}>All files of this run</Button>
      }
    >
      How a file came about is kept until Namedesk is closed. The file itself stays where it was put.
    </EmptyState>
  );
}

/** The number of domains, the account, and the start time. */
function ExportHead({ saving }: { readonly saving: CodeExport | null }) {
  const { route } = useStores();
  return (
    <header className={savingCss['head']}>
      <BackTo
        label="All files of this run"
        onClick={() => route.actions.goToDomains({ kind: 'codes', savingId: null })}
      />
      <h1 className={savingCss['title']}>Transfer codes into a file</h1>
      {saving !== null && (
        <p className={`${savingCss['about'] ?? ''} figures`}>
          <span>{counted(saving.total, 'domain', 'domains')}</span>
          <Account saving={saving} />
          <span>
            begun <Age at={saving.startedAt} />
          </span>
        </p>
      )}
    </header>
  );
}

function Account({ saving: { accountId, accountLabel } }: { readonly saving: CodeExport }) {
  const account = useStore(useStores().accounts, (state) =>
    valueOf(state.accounts)?.accounts.find(({ id }) => id === accountId),
  );
  return (
    <span className={savingCss['account']}>
      {account !== undefined && <AccountDot colour={account.colour} />}
      {account?.label ?? accountLabel}
    </span>
  );
}

interface ExportFilterProps {
  readonly saving: CodeExport;
  readonly store: ExportStore;
}

/** The filter of the rows. */
function ExportFilter({ saving: { total, asked, outcomes }, store }: ExportFilterProps) {
  const which = useStore(store, (state) => state.which);
  const choices: readonly (readonly [Which, string, number])[] = [
    ['all', 'All', total],
    ['failed', 'Asked, without a code', asked - outcomes.code],
  ];
  return <RowFilter choices={choices} which={which} onShow={store.actions.show} />;
}

/** The file's location and how to decrypt it: with any tool for the age format, and the passphrase. */
function TheFile({ saving }: { readonly saving: CodeExport }) {
  const copy = useCopy();
  const { path, state } = saving;
  if (state === 'running')
    return (
      <section className={savingCss['file']} aria-label="The file">
        <IconFileDots className={savingCss['fileIcon']} size={20} stroke={1.5} aria-hidden />
        <div className={savingCss['fileWords']}>
          <p className={`mono selectable ${savingCss['path'] ?? ''}`}>{path}</p>
          <p className={savingCss['quiet']}>
            It stands there once it is complete. Nothing of it is on disk in clear.
          </p>
        </div>
      </section>
    );
  if (!hasFile(saving)) return null;
  const command = openCommand(path, navigator.userAgent.includes('Windows'));
  return (
    <section className={savingCss['file']} aria-label="The file">
      <IconFileTextShield className={savingCss['fileIcon']} size={20} stroke={1.5} aria-hidden />
      <div className={savingCss['fileWords']}>
        <p className={savingCss['command']}>
          <span className={`mono selectable ${savingCss['path'] ?? ''}`}>{path}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => copy([path])}>
            Copy the path
          </Button>
        </p>
        <p className={savingCss['command']}>
          <code className="mono selectable">{command}</code>
          <Button variant="subtle" size="compact-sm" onClick={() => copy([command])}>
            Copy the command
          </Button>
        </p>
        <p className={savingCss['small']}>
          Any age tool opens it: with your passphrase it prints a table (CSV) of domain, code and what came.
          Without the passphrase nobody can read it, Namedesk neither.
        </p>
      </div>
    </section>
  );
}
