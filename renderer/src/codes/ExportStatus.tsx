import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconHelpCircle,
  IconMail,
  IconPlugConnectedX,
  IconPoint,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type CodeExport, type CodeExportRow, type CodeOutcome, codeOutcomes } from '#shared/domain/code.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../app-stores.ts';
import type { PortfolioStore } from '../domains/portfolio-store.ts';
import { activeAccount } from '../shell/stores.ts';
import readingCss from '../styles/reading.module.css';
import { counted, format } from '../ui/Formats.tsx';
import { rowAt } from '../ui/live-collection.ts';
import { openDomain } from '../ui/PageParts.tsx';
import { RowGrid, useTopWhen } from '../ui/RowGrid.tsx';
import { NoneShown } from '../ui/States.tsx';
import { useReportFailure } from '../ui/use-report-failure.ts';
import {
  askableAgain,
  exportMeaning,
  type ExportStore,
  exportTitle,
  inOrder,
  pageSize,
  rateOf,
  useCodeExports,
} from './export-store.ts';
import { outcomeWords } from './TransferCodes.tsx';
import css from './saving.module.css';

interface Props {
  readonly saving: CodeExport;
  readonly store: ExportStore;
  readonly list: PortfolioStore;
}

/** Progress, results so far, why it waits or ended, and the actions. */
export function ExportStatus({ saving, store, list }: Props) {
  const isRunning = saving.state === 'running';
  return (
    <section className={css['status']} aria-label="Where it stands">
      <div className={css['standing']}>
        <div className={css['words']}>
          <p className={css['main']} role="status">
            {exportTitle(saving)}
          </p>
          {isRunning && (
            <progress
              className={css['bar']}
              aria-label="Asked"
              max={Math.max(1, saving.total)}
              value={saving.asked}
            />
          )}
          <Tallies saving={saving} />
          <p className={css['quiet']}>
            {exportMeaning(saving)} {isRunning && <Rate saving={saving} />}
          </p>
        </div>
        {isRunning ? <Stop saving={saving} /> : <AskAgain saving={saving} store={store} list={list} />}
      </div>
      {saving.error !== null && <Why saving={saving} />}
    </section>
  );
}

/** The present speed, and the remaining time at that speed. */
function Rate({ saving }: Pick<Props, 'saving'>) {
  const rate = useStore(useCodeExports(), ({ paces }) => rateOf(paces.get(saving.id)));
  if (rate === null) return null;
  const leftMs = ((saving.total - saving.asked) / rate) * 1_000;
  return (
    <span className="figures">
      {rateWords(rate)}, about {format.duration(leftMs)} left.
    </span>
  );
}

/** "3.1 a second", "12 a minute": in the unit that gives at least one. */
const rateWords = (perSecond: number): string =>
  perSecond >= 1
    ? `${String(Math.round(perSecond * 10) / 10)} a second`
    : `${String(Math.max(1, Math.round(perSecond * 60)))} a minute`;

function Stop({ saving }: Pick<Props, 'saving'>) {
  const { stop } = useCodeExports().actions;
  const [isStopping, setStopping] = useState(false);
  const told = useReportFailure();
  return (
    <Button
      variant="default"
      loading={isStopping}
      onClick={() => {
        setStopping(true);
        const asked = stop(saving.id);
        void asked.then((result) => setStopping(result.ok));
        told(asked);
      }}
    >
      Stop
    </Button>
  );
}

/** Does not claim that nothing was changed: registries may have made new codes for the domains requested. */
function Why({ saving: { error, accountId, asked, total } }: Pick<Props, 'saving'>) {
  const { goToAccount } = useStores().route.actions;
  if (error === null) return null;
  const { happened, next, remedies } = sentencesFor(error);
  const way = (words: string, intent: 'look' | 'edit') => (
    <Button variant="default" onClick={() => goToAccount(accountId, intent)}>
      {words}
    </Button>
  );
  return (
    <div className={css['why-ended']} role="alert">
      <IconAlertTriangle className={css['why-icon']} size={18} stroke={1.75} aria-hidden />
      <p className="selectable">
        <strong>{counted(total - asked, 'domain was', 'domains were')} not asked.</strong> {happened} {next}
      </p>
      {remedies.includes('enter-key') && way('Enter the key', 'look')}
      {remedies.includes('edit-account') && way('Edit the account', 'edit')}
    </div>
  );
}

/** The number of each outcome so far. Domains not reached yet are left out. */
function Tallies({ saving: { outcomes, total, asked, state } }: { readonly saving: CodeExport }) {
  const left = total - asked;
  const shown = codeOutcomes.filter((outcome) => outcomes[outcome] > 0);
  if (shown.length === 0 && left === 0) return null;
  return (
    <ul className={css['tallies']} aria-label="What came">
      {shown.map((outcome) => (
        <li key={outcome}>
          <OutcomeMark outcome={outcome} />
          <span className="figures">{format.count(outcomes[outcome])}</span> {words[outcome]}
        </li>
      ))}
      {left > 0 && (
        <li>
          <OutcomeMark outcome={null} />
          <span className="figures">{format.count(left)}</span> {state === 'running' ? 'to ask' : 'not asked'}
        </li>
      )}
    </ul>
  );
}

const words: Readonly<Record<CodeOutcome, string>> = {
  code: 'with a code',
  emailed: 'e-mailed to the registrant',
  refused: 'refused',
  unclear: 'unclear',
  'no-answer': 'without a complete answer',
  'not-sent': 'not sent',
};

interface AskAgainProps {
  readonly saving: CodeExport;
  readonly store: ExportStore;
  readonly list: PortfolioStore;
}

/** Selects the domains without a code and opens the dialog for them. Sends nothing to the service. */
function AskAgain({ saving, store, list }: AskAgainProps) {
  const { accounts, route, notices } = useStores();
  const activeId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  // Without a file, the received codes are lost.
  const isLost = saving.file === 'none';
  const count = isLost ? saving.total - saving.outcomes.emailed : askableAgain(saving);
  if (count === 0) return null;

  async function select(): Promise<void> {
    const found = await store.actions.namesToAskAgain(isLost);
    if (!found.ok) {
      notices.actions.say(sentencesFor(found.error).happened, 'problem');
      return;
    }
    const names = found.value;
    list.actions.showAll();
    list.actions.choose(() => ({ names: new Set(names), anchor: null }));
    list.actions.ask({ kind: 'codes', names });
    route.actions.goToDomains({ kind: 'list' });
  }

  if (activeId !== saving.accountId)
    return (
      <Button variant="default" onClick={() => void accounts.actions.select(saving.accountId)}>
        Switch to {saving.accountLabel} to ask again
      </Button>
    );
  return (
    <div className={css['again']}>
      <Button variant="default" onClick={() => void select()}>
        Select the {format.count(count)} {isLost ? 'to ask again' : 'without a code'}…
      </Button>
      {saving.outcomes.emailed > 0 && (
        <p className={css['small']}>Those e-mailed to the registrant are left out.</p>
      )}
    </div>
  );
}

const icons = {
  code: IconCheck,
  emailed: IconMail,
  refused: IconBan,
  unclear: IconHelpCircle,
  'no-answer': IconAlertTriangle,
  'not-sent': IconPlugConnectedX,
} as const satisfies Readonly<Record<CodeOutcome, unknown>>;

/** An outcome by shape and colour; the word is beside it. Null: not requested. */
function OutcomeMark({ outcome }: { readonly outcome: CodeOutcome | null }) {
  const Icon = outcome === null ? IconPoint : icons[outcome];
  return (
    <span className={css['mark']} data-outcome={outcome ?? 'none'} aria-hidden>
      <Icon size={16} stroke={1.75} />
    </span>
  );
}

interface ExportRowsProps {
  readonly store: ExportStore;
  /** The account that holds the domains. */
  readonly accountId: string;
}

/** Each domain with the outcome of its code request; only visible rows are drawn and read. */
export function ExportRows({ store, accountId }: ExportRowsProps) {
  const stores = useStores();
  const list = useRef<HTMLDivElement>(null);
  const { total, pages } = useStore(store.rows);
  const { cursor: at, which } = useStore(store);
  const count = total ?? 0;
  useTopWhen(list, which);

  const open = (row: CodeExportRow | null) => {
    if (row !== null) void openDomain(stores, { accountId, domain: row.domain, tab: 'transfer-code' });
  };

  return (
    <RowGrid
      list={list}
      label="What came of each domain"
      className={css['grid']}
      lines={count}
      line={at}
      keys={{
        at,
        count,
        moveTo: store.actions.moveTo,
        open: () => open(rowAt(pages, pageSize, at)),
        close: () => store.actions.moveTo(-1),
        toField: () => undefined,
      }}
      idPrefix="saving-row"
      heading={<Heading />}
      none={
        total === 0 && (
          <NoneShown title="None is without a code" onAll={() => store.actions.show('all')}>
            A code came for each domain that was asked.
          </NoneShown>
        )
      }
      onSight={store.rows.show}
      draw={(index, id) => (
        <Row
          key={index}
          id={id}
          index={index}
          row={rowAt(pages, pageSize, index)}
          current={index === at}
          onOpen={open}
        />
      )}
    />
  );
}

const Heading = () => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">Domain</span>
      <span role="columnheader">What came</span>
      <span role="columnheader">Why</span>
    </div>
  </div>
);

interface RowProps {
  readonly id: string;
  /** Among the shown rows, from 0. */
  readonly index: number;
  /** Null while its page is loading. */
  readonly row: CodeExportRow | null;
  readonly current: boolean;
  readonly onOpen: (row: CodeExportRow | null) => void;
}

function Row({ id, index, row, current, onOpen }: RowProps) {
  const why = row === null || row.error === null ? '' : sentencesFor(row.error).happened;
  const came = row === null || row.outcome === null ? 'Not asked yet' : outcomeWords[row.outcome];
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-busy={row === null}
      onClick={() => onOpen(row)}
    >
      {row !== null && (
        <>
          <span role="gridcell" className="mono" title={row.domain}>
            {toUnicode(row.domain)}
          </span>
          <span role="gridcell" className={css['outcome']} title={came}>
            <OutcomeMark outcome={row.outcome} />
            <span>{came}</span>
          </span>
          <span role="gridcell" className={css['why']} title={why}>
            {why}
          </span>
        </>
      )}
    </div>
  );
}

/** The running code exports, shown above the domains: the progress of each, with a link. */
export function ExportLines({ accountId }: { readonly accountId: string | null }) {
  const { goToDomains } = useStores().route.actions;
  const savings = useStore(useCodeExports(), (state) => state.savings);
  const running = inOrder(savings.values()).filter(
    (saving) => saving.state === 'running' && saving.accountId === accountId,
  );
  return running.map((saving) => (
    <div key={saving.id} className={readingCss['line']} role="group" aria-label="Transfer codes into a file">
      <p className={readingCss['words']}>Transfer codes into a file. {exportTitle(saving)}</p>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => goToDomains({ kind: 'codes', savingId: saving.id })}
      >
        Open
      </Button>
    </div>
  ));
}
