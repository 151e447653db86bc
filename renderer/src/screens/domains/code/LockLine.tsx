import { Button } from '@mantine/core';
import { IconLock, IconLockOpen, IconLockQuestion } from '@tabler/icons-react';
import type { LockState } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { useNowMs } from '../../../lib/ticker.ts';
import { ChangeFlow, useChange } from '../../change/ChangeFlow.tsx';
import { isBusy } from '../../change/flow-state.ts';
import { KnownAge } from '../../change/KnownAge.tsx';
import { useTold } from '../page/use-told.ts';
import { isBeingRead, useReadings } from '../readings-store.ts';
import css from './code.module.css';

interface Props {
  readonly domain: Domain;
}

/** The lock beside the code, since a code rarely helps while it is on; unlocking is one step away, a change like any other. */
export function LockLine({ domain }: Props) {
  const flow = useChange(domain, 'lock');
  const isChanging = useStore(flow, isBusy);
  const { lock } = domain;
  return (
    <div className={css['lock']}>
      <div className={css['line']} role="group" aria-label="Registrar lock">
        <Mark state={lock?.value ?? null} />
        <strong>{lock === null ? 'Lock not read yet' : words[lock.value]}</strong>
        {lock !== null && <KnownAge {...lock} />}
        <span className={css['buttons']}>
          <ReadAgain domain={domain} />
          {lock?.value !== 'unlocked' && (
            <Button
              variant="default"
              size="compact-sm"
              disabled={isChanging}
              onClick={() => flow.actions.begin({ kind: 'lock', state: 'unlocked' })}
            >
              Unlock…
            </Button>
          )}
        </span>
      </div>
      <p className={css['quiet']}>{lock === null ? unknownMeans : means[lock.value]}</p>
      <ChangeFlow flow={flow} />
    </div>
  );
}

const words: Readonly<Record<LockState, string>> = { locked: 'Locked', unlocked: 'Unlocked' };

const means: Readonly<Record<LockState, string>> = {
  locked: 'While it is locked the code rarely helps: unlock it before the transfer.',
  unlocked: 'The code is enough to transfer it. Lock it again if the transfer does not come.',
};

const unknownMeans = 'While a domain is locked the code rarely helps: read the lock before you pass it on.';

function Mark({ state }: { readonly state: LockState | null }) {
  const size = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  if (state === null) return <IconLockQuestion {...size} />;
  return state === 'locked' ? <IconLock {...size} /> : <IconLockOpen {...size} />;
}

/** Older than this, it may well have been changed elsewhere. */
const oldMs = 60 * 60 * 1_000;

/** Offered where the lock was never read, or long ago. */
function ReadAgain({ domain }: Props) {
  const readings = useReadings();
  const told = useTold();
  const nowMs = useNowMs();
  const isReading = useStore(readings, (state) => isBeingRead(state, domain.accountId, domain.name));
  if (domain.lock !== null && nowMs - Date.parse(domain.lock.at) < oldMs) return null;
  return (
    <Button
      variant={domain.lock === null ? 'default' : 'subtle'}
      size="compact-sm"
      loading={isReading}
      onClick={() => told(readings.actions.begin(domain.accountId, [domain.name], ['lock']))}
    >
      {domain.lock === null ? 'Read the lock' : 'Read again'}
    </Button>
  );
}
