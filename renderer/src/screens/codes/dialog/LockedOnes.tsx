import { Button } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { useMemo, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { counted, format } from '../../../lib/format.ts';
import { FlowTrouble } from '../../change/FlowTrouble.tsx';
import type { DomainsByName } from '../../domains/live-domains.ts';
import { usePlans } from '../../plans/plans-store.ts';
import css from './dialog.module.css';
import { NamesInLine } from './Names.tsx';

interface Props {
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  /** It goes to the plan instead. */
  readonly onPlan: () => void;
}

const fewNames = 3;

/** Which of them are locked, as far as that is known, with the way to a plan that unlocks them. Nothing where none is. */
export function LockedOnes({ accountId, names, all, onPlan }: Props) {
  const locked = useMemo(() => names.filter((name) => all.get(name)?.lock?.value === 'locked'), [names, all]);
  const unread = useMemo(() => names.filter((name) => (all.get(name)?.lock ?? null) === null), [names, all]);
  if (locked.length + unread.length === 0) return null;
  return (
    <div className={css['locked']} role="note">
      {locked.length > 0 && (
        <p>
          <strong>{counted(locked.length, 'is locked', 'are locked')}</strong> as last known:{' '}
          <span className="mono">
            <NamesInLine names={locked.slice(0, fewNames)} />
          </span>
          {locked.length > fewNames && ` and ${format.count(locked.length - fewNames)} more`}. A code rarely
          helps before the domain is unlocked.
        </p>
      )}
      {unread.length > 0 && <p>Of {counted(unread.length, 'domain', 'domains')} the lock was never read.</p>}
      {locked.length > 0 && <Unlock accountId={accountId} locked={locked} onPlan={onPlan} />}
    </div>
  );
}

/** Makes the plan, which reads what is there now; nothing is sent before somebody has looked at it. */
function Unlock({
  accountId,
  locked,
  onPlan,
}: { readonly locked: readonly string[] } & Pick<Props, 'accountId' | 'onPlan'>) {
  const { route } = useStores();
  const { prepare } = usePlans().actions;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function plan(): Promise<void> {
    setBusy(true);
    const result = await prepare({
      accountId,
      ask: { kind: 'lock', state: 'unlocked' },
      domains: [...locked],
    });
    setBusy(false);
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    onPlan();
    route.actions.goToChanges({ kind: 'plan', planId: result.value.id });
  }

  return (
    <>
      <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void plan()}>
        Make a plan to unlock {locked.length === 1 ? 'it' : 'them'}
      </Button>
      {error !== null && (
        <FlowTrouble error={error} about="The batch change was not made" lookAgain={() => void plan()} />
      )}
    </>
  );
}
