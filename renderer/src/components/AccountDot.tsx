import type { AccountColour } from '#shared/domain/account.ts';
import css from './account-dot.module.css';

/** An account's colour. Its label always stands beside it. */
export function AccountDot({ colour }: { readonly colour: AccountColour }) {
  return <span className={css['dot']} data-colour={colour} aria-hidden />;
}
