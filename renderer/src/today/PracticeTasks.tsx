import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { isReal } from '#shared/domain/account.ts';
import type { AttentionRow } from '#shared/domain/attention.ts';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import { practiceTroubles } from '#shared/domain/practice-troubles.ts';
import { useStores } from '../app-stores.ts';
import type { ChangeFilter } from '../changes/change-stores.ts';
import { valueOf } from '../remote.ts';
import { CommandButton } from '../shell/everywhere.tsx';
import { activeAccount } from '../shell/stores.ts';
import { DoneMark } from '../ui/DoneMark.tsx';
import { IconButton, openDomain } from '../ui/PageParts.tsx';
import { useChosen } from '../ui/table-view.ts';
import { useAction } from '../use-action.ts';
import css from './today.module.css';

interface Props {
  readonly rows: readonly AttentionRow[];
}

/**
 * What a newcomer does first, in the practice account: each task is ticked by what was done. Only while no other account is there; once
 * it was closed it does not come back.
 */
export function PracticeTasks({ rows }: Props) {
  const { accounts, listViews } = useStores();
  const isRead = useStore(listViews, (state) => state.isRead);
  const practice = useStore(accounts, (state) => {
    const active = activeAccount(state);
    const hasReal = valueOf(state.accounts)?.accounts.some(isReal) ?? true;
    return hasReal || active === null ? null : active.id;
  });
  const [seen, put] = useChosen('practice-tasks');
  if (!isRead || practice === null || seen === over) return null;
  return <Tasks accountId={practice} rows={rows} hasFound={seen === found} onSeen={put} />;
}

/** What is remembered of the card: that a name was found, or that it was closed. */
const found = 'found';
const over = 'over';

interface TasksProps extends Props {
  readonly accountId: string;
  readonly hasFound: boolean;
  readonly onSeen: (seen: string) => void;
}

function Tasks({ accountId, rows, hasFound, onSeen }: TasksProps) {
  const stores = useStores();
  const { route, search } = stores;
  const isFound = useStore(search, ({ asked, runs }) => asked > 0 && runs.length === 0);
  const remember = useEffectEvent(() => onSeen(found));
  useEffect(() => {
    if (isFound && !hasFound) remember();
  }, [isFound, hasFound]);
  const isRenewed = useHasChange({ accountId, kinds: ['renew'], states: ['confirmed'] });
  const isSettled = useHasChange({ accountId, kinds: null, states: ['applied', 'not-applied', 'settled'] });
  const due = rows.find(({ step }) => step === 'renew')?.names[0];
  const toRenew = (domain: string) => openDomain(stores, { accountId, domain, tab: 'renew' });
  const isAll = hasFound && isRenewed && isSettled;
  return (
    <section className={css['tasks'] ?? ''} aria-labelledby="practice-tasks">
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} id="practice-tasks">
          Three things to try
        </Title>
        <IconButton label="Close for good" size={24} onClick={() => onSeen(over)} />
      </Group>
      <Stack component="ol" gap="sm">
        <Task
          isDone={hasFound}
          title="Find a name"
          about="Type any name: which of its domains are available, and at what price."
          action="Search"
          onDo={() => route.actions.focusSearch()}
        />
        <Task
          isDone={isRenewed}
          title="Renew one"
          about="The review says what it costs and what will be sent. Nothing is real here."
          action="Renew one…"
          onDo={() => (due === undefined ? route.actions.goToDomains({ kind: 'list' }) : toRenew(due))}
        />
        <Task
          isDone={isSettled}
          title="Settle one that is uncertain"
          about={`The answer to a renewal of ${uncertain} is lost on purpose. Then Verify, and mark it as done or not done.`}
          action="Renew it…"
          onDo={() => toRenew(uncertain)}
        />
      </Stack>
      {isAll && (
        <Group mt="md" gap="sm">
          <Text fw={600}>Now with your own account.</Text>
          <CommandButton of="addAccount" />
        </Group>
      )}
    </section>
  );
}

/** The practice domain whose changes are made, and their answers lost. */
const uncertain = practiceTroubles.find(({ prefix }) => prefix === 'uncertain-')?.example ?? '';

/** Whether there is a change as that, kept up to date. */
function useHasChange(wanted: Pick<ChangeFilter, 'accountId' | 'kinds' | 'states'>): boolean {
  const filter = { ...emptyChangeFilter, ...wanted };
  const [changes] = useAction('changes', 'list', { filter, offset: 0, limit: 1 });
  return (valueOf(changes)?.total ?? 0) > 0;
}

interface TaskProps {
  readonly isDone: boolean;
  readonly title: string;
  readonly about: string;
  readonly action: string;
  readonly onDo: () => void;
}

const Task = ({ isDone, title, about, action, onDo }: TaskProps) => (
  <Group component="li" gap={12} wrap="nowrap" align="flex-start">
    <DoneMark isDone={isDone} />
    <Stack gap={0} flex={1} miw={0}>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" textWrap="pretty">
        {about}
      </Text>
    </Stack>
    {!isDone && (
      <Button flex="none" onClick={onDo}>
        {action}
      </Button>
    )}
  </Group>
);
