import type { Plan } from '#shared/domain/plan.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { Age } from '../../../components/Age.tsx';
import { BackTo } from '../../../components/BackTo.tsx';
import { counted } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { planTitle } from '../plan-words.ts';
import css from './plan.module.css';

/** What the plan does, to how many domains, of which account. */
export function PlanHead({ plan }: { readonly plan: Plan | null }) {
  const { route } = useStores();
  return (
    <header className={css['head']}>
      <BackTo
        label="Back to the batch changes"
        onClick={() => route.actions.goToChanges({ kind: 'plans' })}
      />
      <h1 className={css['title']}>{plan === null ? 'Batch change' : planTitle(plan.ask)}</h1>
      {plan !== null && (
        <p className={`${css['about'] ?? ''} figures`}>
          <span>{counted(plan.counts.rows, 'domain', 'domains')}</span>
          <Account accountId={plan.accountId} />
          <span>
            made <Age at={plan.createdAt} />
          </span>
        </p>
      )}
      {plan?.ask.kind === 'nameservers' && (
        <p className={`${css['hosts'] ?? ''} mono selectable`}>{plan.ask.nameservers.join(', ')}</p>
      )}
    </header>
  );
}

function Account({ accountId }: { readonly accountId: string }) {
  const account = useStore(useStores().accounts, (state) =>
    valueOf(state.accounts)?.accounts.find(({ id }) => id === accountId),
  );
  if (account === undefined) return null;
  return (
    <span className={css['account']}>
      <AccountDot colour={account.colour} />
      {account.label}
    </span>
  );
}
