import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconEye, IconLock, IconLockOpen, IconLockQuestion } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { firstCodeSentences, newCodeSentences } from '#shared/areas/secret-windows.ts';
import type { LockState } from '#shared/changes/parts.ts';
import { type CodeAccess, type CodeOutcome, earlierCodeIn } from '#shared/domain/code.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { registryDays, settledText, settlesOn } from '#shared/domain/registry.ts';
import { useStores } from '../../app-stores.ts';
import { ChangeFlow } from '../../changes/ChangeFlow.tsx';
import { KnownAge } from '../../changes/ChangeParts.tsx';
import { isBusy, useChange } from '../../changes/flow-store.ts';
import {
  useAccesses,
  actionWords,
  outcomeOf,
  type Place,
  takeOf,
  useCodes,
} from '../../codes/TransferCodes.tsx';
import { Age, format, useNowMs, withDaysInWords } from '../../ui/Formats.tsx';
import { Section } from '../../ui/PageParts.tsx';
import { Loaded } from '../../ui/States.tsx';
import { type OfDomain, readOf } from '../domain-words.ts';
import { isBeingRead, useReadings } from '../readings-store.ts';
import { TakeResult } from './TakeResult.tsx';
import css from './code.module.css';
import { valueOf } from '../../remote.ts';
import { useAction } from '../../use-action.ts';

/** Requests a domain's transfer code, and shows the result and the access log. The code itself is never drawn here. */
export function TransferCodeTab({ domain }: OfDomain) {
  const { accountId, name } = domain;
  const place = useMemo<Place>(() => ({ accountId, domain: name }), [accountId, name]);
  return (
    <>
      <Section title="Transfer code">
        <Stack gap="md" maw={760}>
          <Text c="dimmed">
            Anyone with the transfer code (EPP code, auth code) of an unlocked domain can move it to another
            registrar.
          </Text>
          <LockLine domain={domain} />
          <Ways domain={domain} place={place} />
          <TakeResult domain={domain} place={place} />
        </Stack>
      </Section>
      <AccessLog place={place} />
    </>
  );
}

const dayMs = 86_400_000;

function useEarlier(place: Place) {
  const [read] = useAction('codes', 'accesses', place);
  return earlierCodeIn(valueOf(read)?.accesses ?? []);
}

/**
 * The buttons; each opens the question in the code window. Where a code was received before, both say that another one is
 * requested.
 */
function Ways({ domain, place }: OfDomain & { readonly place: Place }) {
  const codes = useCodes();
  const unlocking = useUnlockThenCopy(domain, place);
  const isAsking = useStore(codes, (state) => takeOf(state, place)?.step === 'asking');
  const cannotHint = useStore(codes, ({ now }) => now !== null && !now.canHint);
  const earlier = useEarlier(place);
  const nowMs = useNowMs();
  const which = earlier === null ? 'the' : 'a new';
  const settled = settlesOn(domain, nowMs);
  const take = (action: 'copy' | 'reveal') => () => void codes.actions.take(place, action);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {domain.lock?.value === 'locked' && (
          <Button
            variant="filled"
            leftSection={<IconLockOpen size={14} aria-hidden />}
            disabled={isAsking || unlocking.isBusy}
            onClick={unlocking.begin}
          >
            Unlock and copy {which} code…
          </Button>
        )}
        <Button
          variant={domain.lock?.value === 'locked' ? 'default' : 'filled'}
          leftSection={<IconCopy size={14} aria-hidden />}
          disabled={isAsking}
          onClick={take('copy')}
        >
          Copy {which} code…
        </Button>
        <Button leftSection={<IconEye size={14} aria-hidden />} disabled={isAsking} onClick={take('reveal')}>
          Reveal {which} code…
        </Button>
      </Group>
      <Stack component="ul" gap={4}>
        {earlier === null ? (
          <Text component="li" size="xs" c="dimmed">
            {firstCodeSentences}
          </Text>
        ) : (
          <Text component="li" size="xs" c="var(--nd-caution)">
            {newCodeSentences(earlier, format.age(earlier.at, nowMs))}
            {nowMs - Date.parse(earlier.at) > registryDays.code * dayMs &&
              ` After ${registryDays.code} days it may have ended.`}
          </Text>
        )}
        {settled !== null && (
          <Text component="li" size="xs" c="var(--nd-caution)">
            {withDaysInWords(settledText([settled], 1))}
          </Text>
        )}
        {cannotHint && (
          <Text component="li" size="xs" c="var(--nd-caution)">
            If a clipboard history runs on this system, it may keep the code that you copy, whatever it is
            asked. Revealing does not use the clipboard.
          </Text>
        )}
      </Stack>
    </Stack>
  );
}

/**
 * Unlocks the domain, which is a change with its review like any other, and asks for the code once the unlocked state was read back. Any
 * other outcome leaves it at that, and so does going elsewhere: the code window opens over nothing else.
 */
function useUnlockThenCopy(domain: Domain, place: Place) {
  const codes = useCodes();
  const flow = useChange(domain, 'lock');
  const state = useStore(flow);
  const isWanted = useRef(false);
  useEffect(
    () =>
      flow.subscribe((now) => {
        if (!isWanted.current || (now.step !== 'idle' && now.step !== 'failed' && now.step !== 'over'))
          return;
        isWanted.current = false;
        if (now.step === 'over' && now.change.state === 'confirmed') void codes.actions.take(place, 'copy');
      }),
    [flow, codes, place],
  );
  return {
    isBusy: isBusy(state),
    begin: (): void => {
      flow.actions.begin({ kind: 'lock', state: 'unlocked' });
      isWanted.current = true;
    },
  };
}

/**
 * The lock, shown with the code, because a code is rarely useful while the domain is locked; with a button to unlock, which is a
 * normal change.
 */
export function LockLine({ domain }: OfDomain) {
  const flow = useChange(domain, 'lock');
  const isChanging = useStore(flow, isBusy);
  const { lock } = domain;
  return (
    <Stack gap="xs">
      <Group gap="4px 8px" mih={28} role="group" aria-label="Registrar lock">
        <Mark state={lock?.value ?? null} />
        <strong>{lock === null ? 'Lock not loaded yet' : words[lock.value]}</strong>
        {lock !== null && <KnownAge {...lock} />}
        <Group gap="sm" ml="sm">
          <ReadAgain domain={domain} />
          {lock?.value !== 'unlocked' && (
            <Button
              size="compact-sm"
              disabled={isChanging}
              onClick={() => flow.actions.begin({ kind: 'lock', state: 'unlocked' })}
            >
              Unlock…
            </Button>
          )}
        </Group>
      </Group>
      <Text c="dimmed">{lock === null ? unknownMeans : means[lock.value]}</Text>
      <ChangeFlow flow={flow} />
    </Stack>
  );
}

const words: Readonly<Record<LockState, string>> = { locked: 'Locked', unlocked: 'Unlocked' };

const means: Readonly<Record<LockState, string>> = {
  locked: 'Locked domains usually can’t transfer. Unlock it before the transfer.',
  unlocked: 'The code is enough to transfer it. Lock it again if the transfer doesn’t happen.',
};

const unknownMeans = 'Locked domains usually can’t transfer. Check the lock before sharing.';

function Mark({ state }: { readonly state: LockState | null }) {
  const size = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  if (state === null) return <IconLockQuestion {...size} />;
  return state === 'locked' ? <IconLock {...size} /> : <IconLockOpen {...size} />;
}

/** A lock value older than this may have been changed elsewhere. */
const oldMs = 60 * 60 * 1_000;

/** Offered where the lock was never read, or not for an hour. */
function ReadAgain({ domain }: OfDomain) {
  const readings = useReadings();
  const { report } = useStores().notices.actions;
  const nowMs = useNowMs();
  const isReading = useStore(readings, (state) => isBeingRead(state, domain.accountId, domain.name));
  const read = readOf(domain, 'lock');
  if (read !== null && nowMs - Date.parse(read.at) < oldMs) return null;
  return (
    <Button
      variant={domain.lock === null ? 'default' : 'subtle'}
      size="compact-sm"
      loading={isReading}
      onClick={() => report(readings.actions.begin(domain.accountId, [domain.name], ['lock']))}
    >
      {domain.lock === null ? 'Read the lock' : 'Read again'}
    </Button>
  );
}

/** The access log: when the code was requested from here, and the outcome; never the code. */
function AccessLog({ place }: { readonly place: Place }) {
  const [state, again] = useAccesses(place);
  return (
    <Section title="Access log">
      <Loaded of={state} about="Couldn’t load the access log" again={again}>
        {({ accesses: known }) =>
          known.length === 0 ? (
            <Text c="dimmed">
              Nobody has requested this code yet. Each request is listed here, without the code.
            </Text>
          ) : (
            <>
              <Text c="dimmed">Newest first. The code itself is never stored.</Text>
              <Lines accesses={known} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

const Lines = ({ accesses }: { readonly accesses: readonly CodeAccess[] }) => (
  <Box component="ol" maw={760} mt="sm" aria-label="Accesses to the code, newest first">
    {accesses.map((access) => (
      <li key={access.seq} className={`${css['access'] ?? ''} line-below`}>
        <Text span c="dimmed">
          <Age at={access.at} />
        </Text>
        <span>{actionWords[access.deed]}</span>
        <Text span c={outcomeColours[access.outcome ?? 'unknown'] ?? 'bright'}>
          {outcomeOf(access)}
        </Text>
      </li>
    ))}
  </Box>
);

const outcomeColours: Partial<Readonly<Record<CodeOutcome | 'unknown', string>>> = {
  refused: 'dimmed',
  'not-sent': 'dimmed',
  unclear: 'var(--nd-caution)',
  'no-answer': 'var(--nd-caution)',
  unknown: 'var(--nd-caution)',
};
