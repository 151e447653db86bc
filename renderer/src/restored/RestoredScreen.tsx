import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RestoreRow } from '#shared/areas/maintenance.ts';
import type { ChainRead, RestoreFindings, RestoreNotice } from '#shared/domain/backup.ts';
import type { Change } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStores } from '../app-stores.ts';
import { type AccountSummary, answered, idle, type Remote, valueOf } from '../bridge.ts';
import { kindWords, stateWord } from '../changes/ChangeParts.tsx';
import { restoredTitle } from '../shell/Header.tsx';
import { unacknowledged } from '../shell/stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import { Awaited, Fact, Facts, openDomain, Section } from '../ui/PageParts.tsx';
import { ErrorState } from '../ui/States.tsx';
import css from './restored.module.css';

/** The results of a restore, and what needs attention. Paid changes are blocked until the user acknowledges it. */
export function RestoredScreen() {
  const { restored, route } = useStores();
  const notice = useStore(restored, unacknowledged);
  const failed = useStore(restored, (state) => state.failed);
  const isAcknowledging = useStore(restored, (state) => state.isAcknowledging);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (notice === null) return null;

  async function goOn(): Promise<void> {
    if (await restored.actions.acknowledge()) route.actions.go({ screen: 'search' });
  }

  return (
    <div className={css['screen']}>
      <div className={css['scroll']}>
        <div className={css['page']}>
          <h2 ref={heading} tabIndex={-1} className={css['heading']}>
            {restoredTitle(notice)}
          </h2>
          <p className={css['why']}>{whyWords(notice)}</p>
          {!isAllKnown(notice) && (
            <p className={css['caution']} role="note">
              Before you renew or register anything, check your provider’s own pages: it may have been done
              already.
            </p>
          )}
          {notice.kind === 'known' && <WhatWasDone notice={notice} />}
          {notice.kind === 'known' && <RestoredRows isAllKnown={isAllKnown(notice)} />}
        </div>
      </div>
      <div className={css['end']}>
        {failed !== null && (
          <ErrorState error={failed} about="It could not be written down that you looked" />
        )}
        <div className={css['deed']}>
          <p>Until you continue, nothing paid is sent: no renewal, no registration. Everything else works.</p>
          <Button loading={isAcknowledging} onClick={() => void goOn()}>
            I have looked – continue
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Whether everything in the journal of the replaced file is known. */
const isAllKnown = (notice: RestoreNotice): boolean =>
  notice.kind === 'known' && notice.changes.reading === 'whole' && notice.earlier === 0;

function whyWords(notice: RestoreNotice): string {
  if (notice.kind === 'unknown')
    return 'What was written down about the restore cannot be read. Look at Changes, and at your provider’s own pages, for what was done since the backup.';
  if (notice.copy === null)
    return 'The workspace file could not be read, and there was no good backup. Add your accounts again.';
  return notice.why === 'damaged'
    ? 'The workspace file could not be read, or was missing. The newest good backup took its place.'
    : 'You chose this backup. What was there before is kept in the list of backups.';
}

function WhatWasDone({ notice }: { readonly notice: RestoreFindings }) {
  const since = notice.copy === null ? 'before' : 'after the backup';
  const { at, replacedPath, changes, accesses, carriedOver, batches, withdrawn, earlier } = notice;
  return (
    <Section title="What was done">
      <Facts>
        <Fact name={notice.copy === null ? 'Begun' : 'Restored'}>{format.instant(at)}</Fact>
        {replacedPath !== null && (
          <Fact name={notice.why === 'damaged' ? 'The damaged file is kept' : 'The newer file is kept'} mono>
            {replacedPath}
          </Fact>
        )}
        <Fact name="Its journal of changes">{readWords(changes, 'What was done', since)}</Fact>
        <Fact name="Carried over">
          {carriedOver === 0 ? 'No change' : counted(carriedOver, 'change', 'changes')}
        </Fact>
        {(accesses.added > 0 || accesses.reading !== 'whole') && (
          <Fact name="Its journal of transfer codes">
            {readWords(accesses, 'Which codes were asked for', since)}
          </Fact>
        )}
        <Fact name="Batches stopped">
          {batches.length === 0
            ? 'None'
            : batches.map(({ planId, accountLabel, kind, rows }) => (
                <span key={planId} className={css['batch']}>
                  {kindWords[kind]}, {counted(rows, 'domain', 'domains')}, {accountLabel}
                </span>
              ))}
        </Fact>
        <Fact name="Withdrawn">
          {withdrawn === 0 ? 'Nothing was planned' : counted(withdrawn, 'planned change', 'planned changes')}
        </Fact>
        {earlier > 0 && (
          <Fact name="Before this">
            {counted(earlier, 'restore', 'restores')} that nobody looked at; what needs a look is listed below
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

/** How far a journal of the replaced file could be read. @param unknown What is not known of the rest. */
function readWords({ reading, upTo, of }: ChainRead, unknown: string, since: string): string {
  switch (reading) {
    case 'whole':
      return 'Read to its end';
    case 'in-part':
      return `Read up to entry ${format.count(upTo)}${of === null ? '' : ` of ${format.count(of)}`}. ${unknown} after that is not known.`;
    case 'unreadable':
      return `Could not be read. ${unknown} ${since} is not known.`;
    case 'apart':
      return 'Does not continue the backup’s journal, so it was not carried over.';
  }
}

const pageSize = 50;

interface RowsRead {
  readonly offset: number;
  readonly rows: readonly RestoreRow[];
  readonly total: number;
}

interface Props {
  /** False where something may have been done that no record shows. */
  readonly isAllKnown: boolean;
}

/** The domains to check after a restore, the most urgent first, in pages. */
function RestoredRows({ isAllKnown }: Props) {
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
      <td>{rowWhyWords(row)}</td>
      <td className={css['step']}>
        <NextStep row={row} domain={domain} account={account} />
      </td>
    </tr>
  );
}

interface StepProps {
  readonly row: RestoreRow;
  readonly domain: string;
  /** Null where the account no longer exists: its domains cannot be opened. */
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

function rowWhyWords(row: RestoreRow): string {
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
