import { IconAlertTriangle } from '@tabler/icons-react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { counted } from '../../../lib/format.ts';
import css from './children.module.css';
import { useUsersOf } from './use-users.ts';

const mostNamed = 5;

/** Whom a deletion would hit, as far as is known: those that use the host as a nameserver. */
export function UsedBy({ accountId, host }: { readonly accountId: string; readonly host: string }) {
  const users = useUsersOf(accountId, host);
  if (users === null) return null;
  if (users.length === 0)
    return <p className={css['quiet']}>As far as is known, no domain of the portfolio uses it.</p>;
  const named = users.slice(0, mostNamed).map(toUnicode).join(', ');
  const rest = users.length - mostNamed;
  return (
    <div className={css['warning']} role="note">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        {counted(users.length, 'domain uses', 'domains use')} this nameserver: {named}
        {rest > 0 && ` and ${rest} more`}. Without it they may no longer be found.
      </span>
    </div>
  );
}
