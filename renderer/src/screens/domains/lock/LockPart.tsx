import { Button } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import type { LockState } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { Section } from '../../../components/Section.tsx';
import { ChangeFlow, useChange } from '../../change/ChangeFlow.tsx';
import { isBusy, isShownBy } from '../../change/flow-state.ts';
import { KnownAge } from '../../change/KnownAge.tsx';
import { LastChange } from '../../change/LastChange.tsx';
import { useLastChange } from '../../change/last-changes.ts';
import css from './lock.module.css';

interface Props {
  readonly domain: Domain;
}

/** The registrar lock with its age, and what each of its two states means; locks and unlocks. */
export function LockPart({ domain }: Props) {
  const flow = useChange(domain, 'lock');
  const state = useStore(flow);
  const last = useLastChange(domain.accountId, domain.name, 'lock');
  const known = domain.lock?.value ?? null;
  const set = (wanted: LockState) => (
    <Button
      key={wanted}
      variant={known === null || wanted === 'locked' ? 'default' : 'subtle'}
      disabled={isBusy(state)}
      leftSection={
        wanted === 'locked' ? <IconLock size={14} aria-hidden /> : <IconLockOpen size={14} aria-hidden />
      }
      onClick={() => flow.actions.begin({ kind: 'lock', state: wanted })}
    >
      {wanted === 'locked' ? 'Lock…' : 'Unlock…'}
    </Button>
  );
  return (
    <Section
      title="Registrar lock"
      actions={
        <span className={css['buttons']}>
          {known !== 'locked' && set('locked')}
          {known !== 'unlocked' && set('unlocked')}
        </span>
      }
    >
      <div className={css['part']}>
        <Present domain={domain} />
        {last !== null && !isShownBy(state, last) && (
          <p>
            <LastChange change={last} />
          </p>
        )}
        <ChangeFlow flow={flow} />
      </div>
    </Section>
  );
}

function Present({ domain: { lock } }: Props) {
  return (
    <>
      <p className={css['state']}>
        {lock?.value === 'locked' && <IconLock size={16} stroke={1.75} aria-hidden />}
        {lock?.value === 'unlocked' && <IconLockOpen size={16} stroke={1.75} aria-hidden />}
        <strong>{lock === null ? 'Not read yet' : lockWords[lock.value].word}</strong>
        {lock !== null && <KnownAge {...lock} />}
      </p>
      <p className={css['means']}>{lock === null ? bothMean : lockWords[lock.value].means}</p>
    </>
  );
}

const lockWords: Readonly<Record<LockState, { readonly word: string; readonly means: string }>> = {
  locked: {
    word: 'Locked',
    means:
      'Nobody can transfer the domain away without unlocking it first. Unlock it before a transfer that is wanted.',
  },
  unlocked: {
    word: 'Unlocked',
    means: 'Whoever has the transfer code can transfer the domain away. Lock it unless a transfer is wanted.',
  },
};

const bothMean =
  'Locked, the domain cannot be transferred away; unlocked, whoever has the transfer code can. Whether every TLD has a lock is not said by the API.';
