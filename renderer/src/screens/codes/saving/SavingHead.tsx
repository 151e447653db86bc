import type { CodeSaving } from '#shared/domain/code.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { Age } from '../../../components/Age.tsx';
import { BackTo } from '../../../components/BackTo.tsx';
import { counted } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import css from './saving.module.css';

/** Of how many domains, of which account, since when. */
export function SavingHead({ saving }: { readonly saving: CodeSaving | null }) {
  const { route } = useStores();
  return (
    <header className={css['head']}>
      <BackTo
        label="All files of this run"
        onClick={() => route.actions.goToDomains({ kind: 'codes', savingId: null })}
      />
      <h1 className={css['title']}>Transfer codes into a file</h1>
      {saving !== null && (
        <p className={`${css['about'] ?? ''} figures`}>
          <span>{counted(saving.total, 'domain', 'domains')}</span>
          <Account saving={saving} />
          <span>
            begun <Age at={saving.startedAt} />
          </span>
        </p>
      )}
    </header>
  );
}

export function Account({ saving: { accountId, accountLabel } }: { readonly saving: CodeSaving }) {
  const account = useStore(useStores().accounts, (state) =>
    valueOf(state.accounts)?.accounts.find(({ id }) => id === accountId),
  );
  return (
    <span className={css['account']}>
      {account !== undefined && <AccountDot colour={account.colour} />}
      {account?.label ?? accountLabel}
    </span>
  );
}
