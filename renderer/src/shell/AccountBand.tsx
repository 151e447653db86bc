import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import css from './account-band.module.css';
import { activeAccount } from './accounts-store.ts';

/** A thin band in the account's colour; for the practice account a broad one that cannot be missed. */
export function AccountBand() {
  const account = useStore(useStores().accounts, activeAccount);
  if (account === null) return null;
  if (account.kind === 'practice')
    return (
      <div className={css['practice']} role="note">
        <strong>Practice account</strong>
        <span>Everything works, nothing is real, nothing costs.</span>
      </div>
    );
  return <div className={css['band']} data-colour={account.colour} />;
}
