import { Button, Group, Stack, Text } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { LockState } from '#shared/changes/parts.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { type OfDomain, unreadWords } from '../../domains/domain-words.ts';
import { Section } from '../../ui/PageParts.tsx';
import { ChangeFlow } from '../ChangeFlow.tsx';
import { isBusy, isShownElsewhere, useChange } from '../flow-store.ts';
import { SentSoon, useSoon } from '../SentSoon.tsx';
import { KnownAge, LastChange, useLastChange, WaitsFor } from '../ChangeParts.tsx';
import { useActiveId } from '../../app-stores.ts';

/** Both where the lock is not known, or from a file alone. */
const lockAsks = ({ lock }: Domain) =>
  (['locked', 'unlocked'] as const)
    .filter((state) => lock?.source === 'import' || state !== lock?.value)
    .map((state) => ({ kind: 'lock', state }) as const);

/** A domain is unlocked for a transfer, which takes its code. */
export const lockReviews = (domain: Domain) =>
  lockAsks(domain).map(
    (ask) => ({ ask, tab: ask.state === 'unlocked' ? 'transfer-code' : 'overview' }) as const,
  );

/**
 * The registrar lock with its age and the meaning of its states; locks and unlocks. A lock costs nothing and protects, so that its button
 * sends it without a dialog where the review has nothing to say. An unlocked domain can be transferred away before it is locked again:
 * that is always reviewed.
 */
export function LockEditor({ domain }: OfDomain) {
  const flow = useChange(domain, 'lock');
  const state = useStore(flow);
  // A change of another account is told in the dialog.
  const isActive = useActiveId() === domain.accountId;
  const [soon, press] = useSoon(flow, isActive);
  const last = useLastChange(domain.accountId, domain.name, 'lock');
  const set = (ask: ReturnType<typeof lockAsks>[number]) => (
    <Button
      key={ask.state}
      disabled={isBusy(state)}
      leftSection={
        ask.state === 'locked' ? <IconLock size={14} aria-hidden /> : <IconLockOpen size={14} aria-hidden />
      }
      onClick={() => {
        flow.actions.begin(ask);
        if (ask.state === 'locked') press(ask);
      }}
    >
      {ask.state === 'unlocked' ? 'Unlock…' : isActive ? 'Lock' : 'Lock…'}
    </Button>
  );
  return (
    <Section
      title="Registrar lock"
      actions={
        <Group gap="sm">
          <WaitsFor flow={state} />
          {lockAsks(domain).map(set)}
        </Group>
      }
    >
      <Stack gap="sm">
        <Present domain={domain} />
        {last !== null && !isShownElsewhere(state, last) && (
          <p>
            <LastChange change={last} />
          </p>
        )}
        {soon === null ? <ChangeFlow flow={flow} /> : <SentSoon flow={flow} state={soon} />}
      </Stack>
    </Section>
  );
}

function Present({ domain }: OfDomain) {
  const { lock } = domain;
  return (
    <>
      <Group gap={8}>
        {lock?.value === 'locked' && <IconLock size={16} stroke={1.75} aria-hidden />}
        {lock?.value === 'unlocked' && <IconLockOpen size={16} stroke={1.75} aria-hidden />}
        <strong>{lock === null ? unreadWords(domain, 'lock') : lockWords[lock.value].word}</strong>
        {lock !== null && <KnownAge {...lock} />}
      </Group>
      <Text c="dimmed" maw={640}>
        {lock === null ? unreadMeans(domain) : lockWords[lock.value].means}
      </Text>
    </>
  );
}

const lockWords: Readonly<Record<LockState, { readonly word: string; readonly means: string }>> = {
  locked: {
    word: 'Locked',
    means: 'A locked domain usually can’t be transferred away.',
  },
  unlocked: {
    word: 'Unlocked',
    means:
      'Anyone with the transfer code can transfer the domain away. Lock it unless you are transferring it.',
  },
};

const unreadMeans = ({ troubles }: Domain): string =>
  troubles.some(({ part }) => part === 'lock')
    ? 'Lock not readable. Some TLDs have none.'
    : 'Read again asks for it. Some TLDs have none.';
