import { Box, Button, Group, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconHelpCircle,
  IconMail,
  IconPlugConnectedX,
  IconPoint,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { CodeExport, CodeExportRow, CodeOutcome } from '#shared/domain/code.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { unreadCodes } from '#shared/domain/not-read.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useActiveId, useStores } from '../app-stores.ts';
import { keysIn } from '../domains/domains-store.ts';
import type { PortfolioStore } from '../domains/portfolio-store.ts';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/table-model.ts';
import { counted, format } from '../ui/Formats.tsx';
import { usePagedRows } from '../ui/live-collection.ts';
import { openDomain, ProgressBar, WorkLine } from '../ui/PageParts.tsx';
import { TimeLeft } from '../ui/TimeLeft.tsx';
import { NoMatch, Notice } from '../ui/States.tsx';
import {
  askableAgain,
  exportMeaning,
  type ExportStore,
  exportTitle,
  inOrder,
  useCodeExports,
} from './export-store.ts';
import { outcomeWords } from './TransferCodes.tsx';
import { codeOutcomes } from '#shared/domain/code-actions.ts';

interface ExportProps {
  readonly codeExport: CodeExport;
}

interface Props extends ExportProps {
  readonly store: ExportStore;
  readonly list: PortfolioStore;
}

/** Progress, results so far, why it waits or ended, and the actions. */
export function ExportStatus(props: Props) {
  const { codeExport } = props;
  const isRunning = codeExport.state === 'running';
  return (
    <Stack
      component="section"
      gap={12}
      py={12}
      flex="none"
      className="line-above line-below"
      aria-label="Progress"
    >
      <Group align="flex-start">
        <Stack gap={6} flex="1 1 320px" miw={0}>
          <Text role="status" fw={600}>
            {exportTitle(codeExport)}
            {isRunning && codeExport.waitsFor === null && (
              <TimeLeft of={{ done: codeExport.asked, total: codeExport.total }} />
            )}
          </Text>
          {isRunning && (
            <ProgressBar
              label="Requested"
              of={{ done: codeExport.asked, total: codeExport.total }}
              width="min(100%, 640px)"
            />
          )}
          <Tallies codeExport={codeExport} />
          {codeExport.notRead !== '' && <Text c="var(--nd-caution)">{codeExport.notRead}</Text>}
          <Text c="dimmed" maw={640}>
            {exportMeaning(codeExport)}
          </Text>
        </Stack>
        {isRunning ? <Stop codeExport={codeExport} /> : <AskAgain {...props} />}
      </Group>
      <WhyEnded codeExport={codeExport} />
    </Stack>
  );
}

function Stop({ codeExport }: ExportProps) {
  const { stop } = useCodeExports().actions;
  const [isStopping, setStopping] = useState(false);
  const { report } = useStores().notices.actions;
  return (
    <Button
      loading={isStopping}
      onClick={() => {
        setStopping(true);
        const asked = stop(codeExport.id);
        void asked.then((result) => setStopping(result.ok));
        report(asked);
      }}
    >
      Stop
    </Button>
  );
}

/** Does not claim that nothing was changed: registries may have made new codes for the domains requested. */
function WhyEnded({ codeExport: { error, accountId, asked, total } }: ExportProps) {
  const { goToAccount } = useStores().route.actions;
  if (error === null) return null;
  const { happened, next, remedies } = sentencesFor(error);
  const way = (words: string, intent: 'view' | 'edit') => (
    <Button onClick={() => goToAccount(accountId, intent, 'baseUrl')}>{words}</Button>
  );
  return (
    <Notice
      tone="danger"
      role="alert"
      actions={
        <>
          {remedies.includes('enter-key') && way('Enter the key', 'view')}
          {remedies.includes('edit-account') && way('Edit the account', 'edit')}
        </>
      }
    >
      <Text className="selectable">
        <strong>{counted(total - asked, 'domain was', 'domains were')} not requested.</strong> {happened}{' '}
        {next}
      </Text>
    </Notice>
  );
}

/** The number of each outcome so far. Domains not reached yet are left out. */
function Tallies({ codeExport: { outcomes, total, asked, state } }: ExportProps) {
  const tallies = [
    ...codeOutcomes.map((outcome) => [outcome, outcomes[outcome], tallyWords[outcome]] as const),
    [null, total - asked, state === 'running' ? 'to request' : 'not requested'] as const,
  ].filter(([, count]) => count > 0);
  return (
    <Group component="ul" gap="4px 16px" aria-label="Outcome">
      {tallies.map(([outcome, count, words]) => (
        <Group key={words} component="li" gap={6}>
          <OutcomeMark outcome={outcome} />
          <span>
            <span className="figures">{format.count(count)}</span> {words}
          </span>
        </Group>
      ))}
    </Group>
  );
}

const tallyWords: Readonly<Record<CodeOutcome, string>> = {
  code: 'with a code',
  emailed: 'e-mailed to the registrant',
  refused: 'refused',
  unclear: 'not read: answered without a code',
  'no-answer': 'not read: without a complete answer',
  'not-sent': 'not sent',
};

/** Selects the domains without a code and opens the dialog for them. Sends nothing to the service. */
function AskAgain({ codeExport, store, list }: Props) {
  const { accounts, route, notices } = useStores();
  const activeId = useActiveId();
  // Without a file, the received codes are lost.
  const isLost = codeExport.file === 'none';
  const count = isLost ? codeExport.total - codeExport.outcomes.emailed : askableAgain(codeExport);
  if (count === 0) return null;

  const unread = unreadCodes(codeExport.outcomes);

  async function select(which: 'lost' | 'without-code' | 'not-read'): Promise<void> {
    const found = await store.actions.namesToAskAgain(which);
    if (!found.ok) {
      notices.actions.fail(found.error);
      return;
    }
    const of = [{ accountId: codeExport.accountId, names: found.value }];
    list.actions.showAll();
    list.actions.choose(() => ({ keys: new Set(keysIn(of)), anchor: null }));
    list.actions.ask({ kind: 'codes', of });
    route.actions.goToDomains({ kind: 'list' });
  }

  if (activeId !== codeExport.accountId)
    return (
      <Button onClick={() => void accounts.actions.select(codeExport.accountId)}>
        Switch to <bdi>{codeExport.accountLabel}</bdi> to request again
      </Button>
    );
  return (
    <Stack gap={4} align="flex-end">
      {unread > 0 && unread < count && (
        <Button onClick={() => void select('not-read')}>
          Select {counted(unread, 'domain', 'domains')} not read…
        </Button>
      )}
      <Button onClick={() => void select(isLost ? 'lost' : 'without-code')}>
        Select {counted(count, 'domain', 'domains')} {isLost ? 'to request again' : 'without a code'}…
      </Button>
      {codeExport.outcomes.emailed > 0 && (
        <Text size="xs" c="dimmed">
          Those e-mailed to the registrant are excluded.
        </Text>
      )}
    </Stack>
  );
}

const marks = {
  code: [IconCheck, 'var(--nd-fine)'],
  emailed: [IconMail, 'dimmed'],
  refused: [IconBan, 'var(--nd-danger)'],
  unclear: [IconHelpCircle, 'var(--nd-caution)'],
  'no-answer': [IconAlertTriangle, 'var(--nd-caution)'],
  'not-sent': [IconPlugConnectedX, 'dimmed'],
} as const satisfies Readonly<Record<CodeOutcome, unknown>>;

/** An outcome by shape and colour; the word is beside it. Null: not requested. */
function OutcomeMark({ outcome }: { readonly outcome: CodeOutcome | null }) {
  const [Icon, colour] = outcome === null ? ([IconPoint, 'dimmed'] as const) : marks[outcome];
  return (
    <Box component="span" display="inline-grid" flex="none" c={colour} aria-hidden>
      <Icon size={16} stroke={1.75} />
    </Box>
  );
}

const came = ({ outcome }: CodeExportRow): string =>
  outcome === null ? 'Not requested yet' : outcomeWords[outcome];
const why = ({ error }: CodeExportRow): string => (error === null ? '' : sentencesFor(error).happened);

const columns: readonly Column<CodeExportRow>[] = [
  {
    key: 'domain',
    title: 'Domain',
    width: 'minmax(0, 3fr)',
    className: 'mono',
    hint: ({ domain }) => domain,
    cell: ({ domain }) => toUnicode(domain),
  },
  {
    key: 'came',
    title: 'Outcome',
    width: 'minmax(0, 5fr)',
    hint: came,
    cell: (row) => (
      <Group gap="sm" wrap="nowrap">
        <OutcomeMark outcome={row.outcome} />
        <Text truncate>{came(row)}</Text>
      </Group>
    ),
  },
  {
    key: 'why',
    title: 'Why',
    width: 'minmax(0, 6fr)',
    hint: why,
    cell: (row) => (
      <Text c="dimmed" truncate>
        {why(row)}
      </Text>
    ),
  },
];

interface ExportRowsProps {
  readonly exportId: string;
  readonly store: ExportStore;
  /** The account that holds the domains. */
  readonly accountId: string;
}

/** Each domain with the outcome of its code request. */
export function ExportRows({ exportId, store, accountId }: ExportRowsProps) {
  const stores = useStores();
  const which = useStore(store, (state) => state.which);
  const isRead = useStore(store.rows, ({ total }) => total !== null);
  return (
    <DataTable
      label="Outcome by domain"
      columns={columns}
      rows={usePagedRows(store.rows)}
      rowKey={({ domain }) => domain}
      onOpen={({ domain }) => openDomain(stores, { accountId, domain, tab: 'transfer-code' })}
      topOn={which}
      remembers={`codes of ${exportId} ${which}`}
      none={
        isRead && (
          <NoMatch title="Every domain has a code" onAll={() => store.actions.show('all')}>
            A code was received for every domain.
          </NoMatch>
        )
      }
    />
  );
}

/** The running code exports, shown above the domains: the progress of each, with a link. */
export function ExportLines({ accountId }: { readonly accountId: string | null }) {
  const { goToDomains } = useStores().route.actions;
  const codeExports = useStore(useCodeExports(), (state) => state.codeExports);
  const running = inOrder(codeExports.values()).filter(
    (codeExport) => codeExport.state === 'running' && codeExport.accountId === accountId,
  );
  return running.map((codeExport) => (
    <WorkLine
      key={codeExport.id}
      label="Transfer codes into a file"
      actions={
        <Button size="compact-sm" onClick={() => goToDomains({ kind: 'codes', exportId: codeExport.id })}>
          Open
        </Button>
      }
    >
      Transfer codes into a file. {exportTitle(codeExport)}
    </WorkLine>
  ));
}
