import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPackageExport } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { CodeExport, CodeFormat } from '#shared/domain/code.ts';
import { sumText } from '#shared/domain/renewal-costs.ts';
import { useStores } from '../app-stores.ts';
import { Format, LockedOnes, SettledOnes, useConsequences } from '../codes/CodesDialog.tsx';
import { hasFile, useCodeExports } from '../codes/export-store.ts';
import { useBatches } from '../changes/batches/batch-store.ts';
import { valueOf } from '../remote.ts';
import { counted, format, useNowMs } from '../ui/Formats.tsx';
import { DoneMark } from '../ui/DoneMark.tsx';
import { AccountLabel, Fold, IconButton } from '../ui/PageParts.tsx';
import { ClientDialog, isToBeTyped } from './EditDialogs.tsx';
import { isDue } from './domain-words.ts';
import { byAccount, keyOf, type NamesOf } from './domains-store.ts';
import { allAccounts } from './portfolio-filter.ts';
import {
  type PortfolioNow,
  type PortfolioStore,
  type SavedCodes,
  usePortfolioActions,
} from './portfolio-store.ts';
import panelCss from '../styles/panel.module.css';
import css from './views.module.css';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
}

/** The client whose domains are listed; null where they are not of one. */
export const useClient = (list: PortfolioStore): string | null =>
  useStore(list, ({ filter }) => filter.client) || null;

interface PartProps extends Pick<Props, 'list'> {
  readonly client: string;
}

/** In the place of the screen's title: whose domains these are. */
export const ClientTitle = ({ client }: Pick<PartProps, 'client'>) => (
  <Text span inherit display="block" maw={260} truncate title={client}>
    <bdi>{client}</bdi>
  </Text>
);

/** Beside the title of a client; by keys, *All domains* among the views does the same. */
export const AllClients = ({ list }: Pick<Props, 'list'>) => (
  <IconButton
    label="Show all clients"
    size={24}
    tabIndex={-1}
    onClick={() => list.actions.filter({ client: null })}
  />
);

/** Those of a client that are not archived, of the accounts that are listed. */
export const useDomainsOf = (client: string, all: PortfolioNow['all']) =>
  useMemo(() => all.all().filter((one) => one.client === client && one.archivedAt === null), [all, client]);

/** How many of the client's domains are due, and what renewing them costs. */
export function ClientFigures({
  client,
  now: { all, prices },
}: Pick<PartProps, 'client'> & Pick<Props, 'now'>) {
  const nowMs = useNowMs();
  const due = useDomainsOf(client, all).filter((domain) => isDue(domain, dueWithinDays, nowMs));
  const cost = sumText(due.map((domain) => prices.priceOf(domain)));
  return (
    <Text span className="figures" truncate>
      {due.length === 0
        ? `none due in ${dueWithinDays} days`
        : `${format.count(due.length)} due in ${dueWithinDays} days`}
      {cost !== null && ` (${cost})`}
    </Text>
  );
}

/** The account that is listed; null: all. */
export function useAccountOf(list: PortfolioStore): string | null {
  const { accounts } = useStores();
  const chosen = useStore(list, ({ filter }) => filter.accounts);
  const activeId = useStore(accounts, (state) => valueOf(state.accounts)?.activeId ?? null);
  return chosen === allAccounts ? null : (chosen ?? activeId);
}

/** Opens what a client that leaves needs of its domains, beside the list. */
export function HandOverButton({ client, list, all }: PartProps & Pick<PortfolioNow, 'all'>) {
  const domains = useDomainsOf(client, all);
  if (domains.length === 0) return null;
  return (
    <Button
      leftSection={<IconPackageExport size={14} aria-hidden />}
      onClick={() => list.actions.handOver(client)}
    >
      Hand over…
    </Button>
  );
}

interface RenameProps extends PartProps, Pick<PortfolioNow, 'all'> {
  readonly onClose: () => void;
}

/** Gives all domains of a client, the archived ones too, to another name. */
export function RenameClient({ client, list, all, onClose }: RenameProps) {
  const { bridge, notices } = useStores();
  /** A client that has templates keeps them under its new name, unless that has some. */
  async function keepTemplates(name: string): Promise<void> {
    const { clients } = bridge.request;
    const listed = await clients.list({});
    const of = (wanted: string) => (listed.ok ? listed.value.clients : []).find((one) => one.name === wanted);
    const [from, to] = [of(client), of(name)];
    if (from === undefined || name === '' || (from.contact === null && from.nameservers === null)) return;
    const templates = {
      contact: to?.contact ?? from.contact,
      nameservers: to?.nameservers ?? from.nameservers,
    };
    notices.actions.report(clients.save({ name, ...templates, edit: crypto.randomUUID() }));
  }
  return (
    <ClientDialog
      of={byAccount(
        all
          .all()
          .filter((one) => one.client === client)
          .map(keyOf),
      )}
      all={all}
      onRenamed={(name) => void keepTemplates(name).then(() => list.actions.filter({ client: name }))}
      onClose={onClose}
    />
  );
}

interface HandOverProps extends Pick<PartProps, 'list'>, Pick<PortfolioNow, 'all'> {
  /** What stands there otherwise. */
  readonly children: ReactNode;
}

/** The client that is handed over, where its domains are listed; the rest of the time what stands beside the list otherwise. */
export function HandOver({ list, all, children }: HandOverProps) {
  const handOver = useStore(list, (state) => state.handOver);
  const client = useClient(list);
  if (handOver === null || handOver.client !== client) return children;
  return <Checklist client={client} files={handOver.files} list={list} all={all} />;
}

interface ChecklistProps extends PartProps, Pick<PortfolioNow, 'all'> {
  readonly files: readonly SavedCodes[];
}

/**
 * What a client that leaves needs of its domains, step by step: unlocked, their codes in a file, and archived once they are gone. It
 * stays beside the list, and each step is ticked by what is known. Nothing is sent by opening it: each step has its own review.
 */
function Checklist({ client, files, list, all }: ChecklistProps) {
  const domains = useDomainsOf(client, all);
  const actions = usePortfolioActions(list);
  const exports = useStore(useCodeExports(), ({ codeExports }) => codeExports);
  const comeBack = useComeBack();
  const keys = domains.map(keyOf);
  const of = byAccount(keys);
  const unread = domains.filter(({ lock }) => lock === null);
  const unlocked = domains.filter(({ lock }) => lock?.value === 'unlocked').length;
  const saved = of.map((each) => bestOf(files, exports, each));
  const codes = saved.reduce((sum, one) => sum + (one?.count ?? 0), 0);
  const isGone = domains.length === 0;
  const ofAll = (count: number): string => `${format.count(count)} of ${format.count(domains.length)}`;
  return (
    <aside
      className={`${panelCss['panel'] ?? ''} ${css['panel'] ?? ''}`}
      aria-label={`Hand over the domains of ${isolated(client)}`}
    >
      <Group className={panelCss['head'] ?? ''} style={{ flexDirection: 'row' }} wrap="nowrap">
        <Text component="h2" fz="lg" fw={600} flex={1} miw={0}>
          Hand over
        </Text>
        <IconButton label="Close the checklist" size={24} onClick={() => list.actions.handOver(null)} />
      </Group>
      <ol className={panelCss['body']}>
        <Step title={`Unlocked: ${ofAll(unlocked)}`} isDone={unlocked === domains.length}>
          {unread.length > 0 && (
            <Button size="compact-sm" w="fit-content" onClick={() => actions.readAgain(unread.map(keyOf))}>
              Read {counted(unread.length, 'lock', 'locks')}
            </Button>
          )}
          {of.map(({ accountId, names }) => (
            <Stack key={accountId} gap={4}>
              {of.length > 1 && <AccountLabel accountId={accountId} />}
              <LockedOnes accountId={accountId} names={names} all={all} onBatch={comeBack} />
            </Stack>
          ))}
        </Step>
        <Step title={`Codes in a file: ${ofAll(codes)}`} isDone={codes === domains.length}>
          {of.map((each, index) => (
            <Codes
              key={each.accountId}
              {...each}
              list={list}
              all={all}
              saved={saved[index]?.made ?? null}
              areSeveral={of.length > 1}
            />
          ))}
        </Step>
        <Step title="Archived, once they are gone" isDone={isGone}>
          {!isGone && (
            <>
              <Text c="dimmed">
                Archived domains stay known, and are no longer offered for renewal. The service does not tell
                that a domain has left: ask the client, or read again.
              </Text>
              <Button size="compact-sm" w="fit-content" onClick={() => actions.archive(keys, true)}>
                Archive {counted(domains.length, 'domain', 'domains')}
              </Button>
            </>
          )}
        </Step>
      </ol>
    </aside>
  );
}

/** Of the files that were made for domains of the account the one with the most of their codes; the newest of those with as many. */
const bestOf = (
  files: readonly SavedCodes[],
  exports: ReadonlyMap<string, CodeExport>,
  { accountId, names }: NamesOf,
) =>
  files
    .filter((one) => one.accountId === accountId)
    .flatMap((one) => {
      const made = exports.get(one.exportId);
      return made === undefined ? [] : [{ made, count: leastIn(made, one.names, new Set(names)) }];
    })
    .reduce<Best | null>((best, one) => (best !== null && best.count > one.count ? best : one), null);

interface Best {
  readonly made: CodeExport;
  readonly count: number;
}

/** Of how many names the code is in the file for certain: those that lack theirs may be among the ones that are not asked about. */
function leastIn(made: CodeExport, of: readonly string[], names: ReadonlySet<string>): number {
  const others = of.filter((name) => !names.has(name)).length;
  return hasFile(made) ? Math.max(0, made.outcomes.code - others) : 0;
}

function fileWords(made: CodeExport): string {
  if (made.state === 'running') return 'Codes are being written: show';
  if (hasFile(made)) return 'Show the file';
  return made.state === 'failed' ? 'Not saved: show why' : 'No file: show why';
}

/** Back to the checklist once the batch that was made from it is on its way: there it is ticked. */
function useComeBack(): (batchId: string) => void {
  const { route } = useStores();
  const batches = useBatches();
  return (batchId) => {
    const end = batches.subscribe(({ batches: known }) => {
      const state = known.get(batchId)?.state;
      if (state === 'reading' || state === 'ready') return;
      end();
      const { route: now } = route.getState();
      const isThere = now.screen === 'changes' && now.view.kind === 'batch' && now.view.batchId === batchId;
      if (isThere && (state === 'running' || state === 'done')) route.actions.goToDomains({ kind: 'list' });
    });
  };
}

interface CodesProps extends NamesOf, Pick<PartProps, 'list'>, Pick<PortfolioNow, 'all'> {
  readonly saved: CodeExport | null;
  /** Of several accounts. */
  readonly areSeveral: boolean;
}

/** The codes of one account into a file of its own; what a person has to confirm by typing is asked in the dialog. */
function Codes({ accountId, names, areSeveral, list, all, saved }: CodesProps) {
  const { notices, route } = useStores();
  const exports = useCodeExports();
  const [fileFormat, setFormat] = useState<CodeFormat>('html');
  const says = useConsequences(accountId, names.length);
  const mustType = isToBeTyped(names.length, all.size);

  async function save(): Promise<void> {
    if (mustType) {
      list.actions.ask({ kind: 'codes', of: [{ accountId, names }] });
      return;
    }
    const made = await exports.actions.saveMany({ accountId, domains: [...names], format: fileFormat });
    if (!made.ok) notices.actions.fail(made.error);
    else if (made.value !== null) list.actions.codesSaved({ accountId, names, exportId: made.value.id });
  }

  return (
    <Stack gap={6}>
      {areSeveral && <AccountLabel accountId={accountId} />}
      <SettledOnes accountId={accountId} names={names} all={all} />
      {saved === null ? (
        <>
          {!mustType && <Format chosen={fileFormat} onChoose={setFormat} />}
          <Fold summary="What is requested">
            <Text size="xs" c="dimmed">
              {says.join(' ')}
            </Text>
          </Fold>
        </>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          onClick={() => route.actions.goToDomains({ kind: 'codes', exportId: saved.id })}
        >
          {fileWords(saved)}
        </Button>
      )}
      <Button size="compact-sm" w="fit-content" onClick={() => void save()}>
        {saved === null ? 'Save' : 'Save again'} {counted(names.length, 'code', 'codes')}…
      </Button>
    </Stack>
  );
}

interface StepProps {
  readonly title: string;
  /** As far as is known. */
  readonly isDone: boolean;
  readonly children: ReactNode;
}

const Step = ({ title, isDone, children }: StepProps) => (
  <Stack component="li" gap={6}>
    <Group gap={8} wrap="nowrap">
      <DoneMark isDone={isDone} />
      <Text fw={600}>{title}</Text>
    </Group>
    {children}
  </Stack>
);
