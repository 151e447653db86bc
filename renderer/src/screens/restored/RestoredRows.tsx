import { Button } from '@mantine/core';
import type { Change } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { RestoreRow } from '#shared/ipc/restore-requests.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { AccountDot } from '../../components/AccountDot.tsx';
import { Awaited } from '../../components/Awaited.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Section } from '../../components/Section.tsx';
import { format } from '../../lib/format.ts';
import type { AccountSummary } from '../../lib/nouns.ts';
import { answered, idle, type Remote, valueOf } from '../../lib/remote.ts';
import { openDomain } from '../../shell/open-domain.ts';
import { kindWords, stateWord } from '../changes/change-words.ts';
import css from './restored.module.css';

const pageSize = 50;

interface RowsRead {
  readonly offset: number;
  readonly rows: readonly RestoreRow[];
  readonly total: number;
}

interface Props {
  /** False where something may have been done that nothing tells of. */
  readonly isAllKnown: boolean;
}

/** The domains that need a look after a restore, the most pressing first, a page at a time. */
export function RestoredRows({ isAllKnown }: Props) {
  const { restored } = useStores().bridge.request;
  const [offset, setOffset] = useState(0);
  const [asked, setAsked] = useState(0);
  const [read, setRead] = useState<Remote<RowsRead>>(idle);
  useEffect(() => {
    let isLatest = true;
    void restored.rows({ offset, limit: pageSize }).then((result) => {
      const page = result.ok ? ({ ok: true, value: { offset, ...result.value } } as const) : result;
      if (isLatest) setRead((before) => answered(before, page));
    });
    return () => {
      isLatest = false;
    };
  }, [restored, offset, asked]);
  const known = valueOf(read);
  return (
    <Section
      title={
        known === null
          ? 'Domains that need a look'
          : `Domains that need a look (${format.count(known.total)})`
      }
    >
      {read.status === 'failed' && (
        <ErrorState
          error={read.error}
          about="The domains could not be read"
          remedies={{ 'try-again': () => setAsked((times) => times + 1) }}
        />
      )}
      {known === null && read.status !== 'failed' && <Awaited>Reading the journal…</Awaited>}
      {known?.total === 0 && (
        <p className={css['none']}>
          {isAllKnown ? 'No domain needs a look.' : 'No domain is listed: what was done is not known.'}
        </p>
      )}
      {known !== null && known.total > 0 && <RowsTable rows={known.rows} />}
      {known !== null && known.total > pageSize && (
        <Pages read={known} isReading={known.offset !== offset} onOffset={setOffset} />
      )}
    </Section>
  );
}

interface PagesProps {
  readonly read: RowsRead;
  readonly isReading: boolean;
  readonly onOffset: (offset: number) => void;
}

const Pages = ({ read: { offset, rows, total }, isReading, onOffset }: PagesProps) => (
  <div className={css['pages']}>
    <Button
      variant="default"
      disabled={isReading || offset === 0}
      onClick={() => onOffset(Math.max(0, offset - pageSize))}
    >
      Previous
    </Button>
    <Button
      variant="default"
      disabled={isReading || offset + rows.length >= total}
      onClick={() => onOffset(offset + pageSize)}
    >
      Next
    </Button>
    <p role="status">
      {format.count(offset + 1)} to {format.count(offset + rows.length)} of {format.count(total)}
    </p>
  </div>
);

const RowsTable = ({ rows }: Pick<RowsRead, 'rows'>) => (
  <table className={css['list']}>
    <thead>
      <tr>
        <th scope="col">Domain</th>
        <th scope="col">Account</th>
        <th scope="col">Change</th>
        <th scope="col">Why</th>
        <th scope="col">
          <span className="spoken">Next step</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <Row key={keyOf(row, index)} row={row} />
      ))}
    </tbody>
  </table>
);

const keyOf = (row: RestoreRow, index: number): string =>
  row.why === 'change' ? row.change.id : `${row.why} ${index}`;

function Row({ row }: { readonly row: RestoreRow }) {
  const { accounts } = useStores();
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts);
  const { domain, accountLabel, kind } = aboutOf(row);
  const account = all?.find((each) => isOf(row, each)) ?? null;
  return (
    <tr>
      <td className="mono selectable">{toUnicode(domain)}</td>
      <td>
        <span className={css['account']}>
          {account !== null && <AccountDot colour={account.colour} />}
          {account?.label ?? accountLabel}
        </span>
      </td>
      <td>{kindWords[kind]}</td>
      <td>{whyWords(row)}</td>
      <td className={css['step']}>
        <NextStep row={row} domain={domain} account={account} />
      </td>
    </tr>
  );
}

interface StepProps {
  readonly row: RestoreRow;
  readonly domain: string;
  /** Null where there is no such account any more: its domains cannot be opened. */
  readonly account: AccountSummary | null;
}

function NextStep({ row, domain, account }: StepProps) {
  const stores = useStores();
  if (row.why === 'change')
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Open the change of ${toUnicode(domain)}`}
        onClick={() => stores.route.actions.goToChanges({ kind: 'list', changeId: row.change.id })}
      >
        Open the change
      </Button>
    );
  if (account === null) return 'Look at your provider’s pages';
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Open the domain ${toUnicode(domain)}`}
      onClick={() => void openDomain(stores, { accountId: account.id, domain, tab: 'overview' })}
    >
      Open the domain
    </Button>
  );
}

const aboutOf = (row: RestoreRow) =>
  row.why === 'change' ? { ...row.change, kind: row.change.what.kind } : row;

function isOf(row: RestoreRow, { id, label }: AccountSummary): boolean {
  if (row.why === 'apart') return label === row.accountLabel;
  return id === (row.why === 'change' ? row.change.accountId : row.accountId);
}

function whyWords(row: RestoreRow): string {
  switch (row.why) {
    case 'change':
      return changeWords(row.change);
    case 'batch-row':
      return 'In a stopped batch. Not known whether it was done.';
    case 'apart':
      return `Only the newer file tells of it: ${stateWord(row.state).toLowerCase()}.`;
  }
}

function changeWords({ state, error }: Change): string {
  if (state === 'uncertain' || state === 'sending') return 'Not known whether it was done.';
  if (error?.kind === 'from-backup')
    return error.mayBeDone
      ? 'Was planned, and withdrawn. Not known whether it was sent since.'
      : 'Was planned, and withdrawn. It was not sent.';
  return `Since the backup: ${stateWord(state).toLowerCase()}.`;
}
