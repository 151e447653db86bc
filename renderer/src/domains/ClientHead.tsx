import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFileExport, IconHistory, IconPackageExport, IconPencil, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { sumsText } from '#shared/domain/activity.ts';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sumText } from '#shared/domain/renewal-costs.ts';
import { filterOfClient, useActivity, wholeActivity } from '../activity/activity-store.ts';
import { useStores } from '../app-stores.ts';
import { LockedOnes } from '../codes/CodesDialog.tsx';
import { valueOf } from '../remote.ts';
import { counted, format, inOrder, useNowMs } from '../ui/Formats.tsx';
import { useAction } from '../use-action.ts';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { AccountLabel, IconButton } from '../ui/PageParts.tsx';
import { TemplateChoice } from './ClientsDialog.tsx';
import { ClientDialog } from './EditDialogs.tsx';
import { isDue } from './domain-words.ts';
import { byAccount, keyOf } from './domains-store.ts';
import { allAccounts } from './portfolio-filter.ts';
import { type PortfolioNow, type PortfolioStore, usePortfolioActions } from './portfolio-store.ts';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
}

/** Above the domains of one client, what there is of that client: its templates and tags, what is due, what was paid, and what is done with all of it. */
export function ClientHead({ list, now }: Props) {
  const client = useStore(list, ({ filter }) => filter.client);
  if (client === null || client === '') return null;
  return <Head key={`${client} ${now.accountIds.join(' ')}`} client={client} list={list} now={now} />;
}

function Head({ client, list, now }: Props & { readonly client: string }) {
  const titleId = useId();
  const domains = useMemo(
    () => now.all.all().filter((one) => one.client === client && one.archivedAt === null),
    [now.all, client],
  );
  return (
    <Paper withBorder px={12} py="sm" component="section" aria-labelledby={titleId}>
      <Stack gap={4}>
        <Group gap="4px 12px" justify="space-between" wrap="nowrap">
          <Group gap="0 12px" miw={0}>
            <Text component="h2" id={titleId} fz="lg" fw={600} style={{ overflowWrap: 'anywhere' }}>
              <bdi>{client}</bdi>
            </Text>
            <Figures client={client} domains={domains} list={list} now={now} />
          </Group>
          <IconButton
            label="Show all clients"
            size={24}
            onClick={() => list.actions.filter({ client: null })}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Group>
        <Group gap="4px 12px" justify="space-between">
          <Templates client={client} domains={domains} />
          <Actions client={client} domains={domains} list={list} all={now.all} />
        </Group>
      </Stack>
    </Paper>
  );
}

interface PartProps extends Pick<Props, 'list'> {
  readonly client: string;
  /** Its domains that are not archived, of the accounts that are listed. */
  readonly domains: readonly Domain[];
}

/** How many domains, how many of them are due and what renewing them costs, and what was paid for the client. */
function Figures({ client, domains, list, now: { prices } }: PartProps & Pick<Props, 'now'>) {
  const nowMs = useNowMs();
  const due = domains.filter((domain) => isDue(domain, dueWithinDays, nowMs));
  const cost = sumText(due.map((domain) => prices.priceOf(domain)));
  return (
    <Text c="dimmed" className="figures" role="status">
      {counted(domains.length, 'domain', 'domains')} ·{' '}
      {due.length === 0
        ? `none due in ${dueWithinDays} days`
        : `${format.count(due.length)} due in ${dueWithinDays} days`}
      {cost !== null && ` (${cost})`} · <Spent client={client} list={list} />
    </Text>
  );
}

/** Over the accounts that are listed: one of them, or all. */
function Spent({ client, list }: Pick<PartProps, 'client' | 'list'>) {
  const { accounts } = useStores();
  const chosen = useStore(list, ({ filter }) => filter.accounts);
  const activeId = useStore(accounts, (state) => valueOf(state.accounts)?.activeId ?? null);
  const accountId = chosen === allAccounts ? null : (chosen ?? activeId);
  const [summary] = useAction('activity', 'summary', { filter: filterOfClient(client, accountId) });
  if (summary.status === 'failed') return <>what was paid could not be read</>;
  const known = valueOf(summary);
  return <>{known === null ? '…' : (sumsText(known.sums, format) ?? 'nothing paid yet')}</>;
}

/** What the client's orders and batches propose, and the tags of its domains. */
function Templates({ client, domains }: Pick<PartProps, 'client' | 'domains'>) {
  const [clients] = useAction('clients', 'list', {});
  const [read] = useAction('templates', 'list', {});
  const none = { name: client, domains: domains.length, contact: null, nameservers: null };
  const of = valueOf(clients)?.clients.find(({ name }) => name === client) ?? none;
  const tags = [...new Set(domains.flatMap((domain) => domain.tags))].toSorted(inOrder);
  return (
    <Group gap="4px 12px">
      {(['contact', 'nameservers'] as const).map((part) => (
        <Group key={part} gap={6} wrap="nowrap">
          <Text span c="dimmed" aria-hidden>
            {part === 'contact' ? 'Contact' : 'Nameservers'}
          </Text>
          <TemplateChoice client={of} part={part} templates={valueOf(read)?.templates ?? null} />
        </Group>
      ))}
      {tags.length > 0 && (
        <Text c="dimmed" maw={320} truncate>
          Tags: {tags.map(isolated).join(', ')}
        </Text>
      )}
    </Group>
  );
}

function Actions({ client, domains, list, all }: PartProps & Pick<PortfolioNow, 'all'>) {
  const { route, bridge, notices } = useStores();
  const activity = useActivity();
  const actions = usePortfolioActions(list);
  const [isHandingOver, setHandingOver] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const whole = useMemo(() => all.all().filter((one) => one.client === client), [all, client]);
  const icon = { size: 14, 'aria-hidden': true } as const;
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
  function showActivity(): void {
    activity.actions.filterBy({ ...wholeActivity, whose: 'all', client });
    route.actions.goToChanges({ kind: 'list', changeId: null });
  }
  return (
    <Group gap={6}>
      <Button variant="default" px={10} leftSection={<IconHistory {...icon} />} onClick={showActivity}>
        Activity
      </Button>
      <Button variant="default" px={10} leftSection={<IconFileExport {...icon} />} onClick={actions.export}>
        Export these…
      </Button>
      {domains.length > 0 && (
        <Button
          variant="default"
          px={10}
          leftSection={<IconPackageExport {...icon} />}
          onClick={() => setHandingOver(true)}
        >
          Hand over…
        </Button>
      )}
      {whole.length > 0 && (
        <Button
          variant="default"
          px={10}
          leftSection={<IconPencil {...icon} />}
          onClick={() => setRenaming(true)}
        >
          Rename…
        </Button>
      )}
      {isRenaming && (
        <ClientDialog
          of={byAccount(whole.map(keyOf))}
          all={all}
          onRenamed={(name) => void keepTemplates(name).then(() => list.actions.filter({ client: name }))}
          onClose={() => setRenaming(false)}
        />
      )}
      {isHandingOver && (
        <HandOver
          client={client}
          domains={domains}
          list={list}
          all={all}
          onClose={() => setHandingOver(false)}
        />
      )}
    </Group>
  );
}

interface HandOverProps extends PartProps, Pick<PortfolioNow, 'all'> {
  readonly onClose: () => void;
}

/**
 * What a client that leaves needs of its domains, step by step: unlocked, their codes in a file, and archived once they are gone. Each
 * step is the same as in the list, with its own review; nothing is sent by opening this.
 */
function HandOver({ client, domains, list, all, onClose }: HandOverProps) {
  const actions = usePortfolioActions(list);
  const keys = domains.map(keyOf);
  const of = byAccount(keys);
  const unread = domains.filter(({ lock }) => lock === null);
  const isAllUnlocked = domains.every(({ lock }) => lock?.value === 'unlocked');
  /** Another dialog takes the place of this one. */
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <ModalDialog title={<>Hand over the domains of {isolated(client)}</>} size={640} onClose={onClose}>
      <Stack component="ol" gap="md">
        <Step number={1} title="Unlock">
          {unread.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              w="fit-content"
              onClick={() => actions.readAgain(unread.map(keyOf))}
            >
              Check {counted(unread.length, 'lock', 'locks')}
            </Button>
          )}
          {isAllUnlocked ? (
            <Text>All unlocked, as last known.</Text>
          ) : (
            of.map(({ accountId, names }) => (
              <Stack key={accountId} gap={4}>
                {of.length > 1 && <AccountLabel accountId={accountId} />}
                <LockedOnes accountId={accountId} names={names} all={all} onBatch={onClose} />
              </Stack>
            ))
          )}
        </Step>
        <Step number={2} title="Transfer codes">
          <Text c="dimmed">
            All codes go into one encrypted file for each account, with a passphrase of its own.
          </Text>
          {of.map(({ accountId, names }) => (
            <Group key={accountId} gap="sm">
              <Button
                variant="default"
                size="compact-sm"
                onClick={then(() => list.actions.ask({ kind: 'codes', of: [{ accountId, names }] }))}
              >
                Codes of {counted(names.length, 'domain', 'domains')} into a file…
              </Button>
              {of.length > 1 && <AccountLabel accountId={accountId} />}
            </Group>
          ))}
        </Step>
        <Step number={3} title="Once they are gone">
          <Text c="dimmed">
            Archived domains stay known, and are no longer offered for renewal. The service does not tell that
            a domain has left: ask the client, or refresh.
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            w="fit-content"
            onClick={then(() => actions.archive(keys, true))}
          >
            Archive {counted(domains.length, 'domain', 'domains')}
          </Button>
        </Step>
      </Stack>
    </ModalDialog>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

const Step = ({ number, title, children }: StepProps) => (
  <Stack component="li" gap={6}>
    <Text fw={600}>
      {number}. {title}
    </Text>
    {children}
  </Stack>
);
