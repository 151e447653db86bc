import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconHistory, IconPackageExport, IconPencil, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
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
import { counted, format, useNowMs } from '../ui/Formats.tsx';
import { useAction } from '../use-action.ts';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { AccountLabel, IconButton } from '../ui/PageParts.tsx';
import { ClientDialog } from './EditDialogs.tsx';
import { isDue } from './domain-words.ts';
import { byAccount, keyOf } from './domains-store.ts';
import { allAccounts } from './portfolio-filter.ts';
import { type PortfolioNow, type PortfolioStore, usePortfolioActions } from './portfolio-store.ts';

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

/** In the place of the screen's title: whose domains these are, and the way back to all. */
export const ClientTitle = ({ client, list }: PartProps) => (
  <Group component="span" gap={4} wrap="nowrap">
    <Text span inherit maw={260} truncate title={client}>
      <bdi>{client}</bdi>
    </Text>
    <IconButton label="Show all clients" size={24} onClick={() => list.actions.filter({ client: null })}>
      <IconX size={16} stroke={1.75} aria-hidden />
    </IconButton>
  </Group>
);

/** Those of a client that are not archived, of the accounts that are listed. */
const useDomainsOf = (client: string, all: PortfolioNow['all']) =>
  useMemo(() => all.all().filter((one) => one.client === client && one.archivedAt === null), [all, client]);

/** How many of the client's domains are due and what renewing them costs, and what was paid for the client. */
export function ClientFigures({ client, list, now: { all, prices } }: PartProps & Pick<Props, 'now'>) {
  const nowMs = useNowMs();
  const due = useDomainsOf(client, all).filter((domain) => isDue(domain, dueWithinDays, nowMs));
  const cost = sumText(due.map((domain) => prices.priceOf(domain)));
  return (
    <Text span className="figures" truncate>
      {due.length === 0
        ? `none due in ${dueWithinDays} days`
        : `${format.count(due.length)} due in ${dueWithinDays} days`}
      {cost !== null && ` (${cost})`} · <Spent client={client} list={list} />
    </Text>
  );
}

/** Over the accounts that are listed: one of them, or all. */
function Spent({ client, list }: PartProps) {
  const { accounts } = useStores();
  const chosen = useStore(list, ({ filter }) => filter.accounts);
  const activeId = useStore(accounts, (state) => valueOf(state.accounts)?.activeId ?? null);
  const accountId = chosen === allAccounts ? null : (chosen ?? activeId);
  const [summary] = useAction('activity', 'summary', { filter: filterOfClient(client, accountId) });
  if (summary.status === 'failed') return <>what was paid could not be read</>;
  const known = valueOf(summary);
  return <>{known === null ? '…' : (sumsText(known.sums, format) ?? 'nothing paid yet')}</>;
}

/** Leads to what a client that leaves needs of its domains. */
export function HandOverButton({ client, list, all }: PartProps & Pick<PortfolioNow, 'all'>) {
  const [isOpen, setOpen] = useState(false);
  const domains = useDomainsOf(client, all);
  if (domains.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPackageExport size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Hand over…
      </Button>
      {isOpen && (
        <HandOver client={client} domains={domains} list={list} all={all} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** What is done with a client as a whole, in the menu of the list. */
export function ClientItems({
  client,
  onRename,
}: Pick<PartProps, 'client'> & { readonly onRename: () => void }) {
  const { route } = useStores();
  const activity = useActivity();
  function showActivity(): void {
    activity.actions.filterBy({ ...wholeActivity, whose: 'all', client });
    route.actions.goToChanges({ kind: 'list', changeId: null });
  }
  return (
    <>
      <Menu.Label>
        <bdi>{client}</bdi>
      </Menu.Label>
      <Menu.Item leftSection={<IconHistory size={14} aria-hidden />} onClick={showActivity}>
        Activity
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={onRename}>
        Rename…
      </Menu.Item>
      <Menu.Divider />
    </>
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

interface HandOverProps extends RenameProps {
  readonly domains: readonly Domain[];
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
              Read {counted(unread.length, 'lock', 'locks')}
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
            a domain has left: ask the client, or read again.
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
