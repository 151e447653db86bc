import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { accountOf } from '../../../shell/accounts-store.ts';
import type { FlowState } from '../../change/flow-state.ts';
import css from './contacts.module.css';
import { Role } from './Role.tsx';
import type { Contacts } from './use-contacts.ts';

interface Props {
  readonly contacts: Contacts;
  readonly flow: FlowState;
}

/** All roles that came back, in their order; why some are read-only stands before the first of them. */
export function RoleList({ contacts, flow }: Props) {
  const { roles } = contacts;
  const firstReadOnly = roles.find(({ isWritable }) => !isWritable);
  return roles.map((role) => (
    <div key={role.name}>
      {role === firstReadOnly && <WhyReadOnly accountId={contacts.domain.accountId} />}
      <Role role={role} contacts={contacts} flow={flow} />
    </div>
  ));
}

const noRoles: readonly string[] = [];

function WhyReadOnly({ accountId }: { readonly accountId: string }) {
  const { accounts, route } = useStores();
  const writable = useStore(
    accounts,
    (state) => accountOf(state, accountId)?.options.writableRoles ?? noRoles,
  );
  return (
    <p className={css['why']}>
      This account is set to write {wordsOf(writable)}:{' '}
      <button
        type="button"
        className={css['link']}
        onClick={() => route.actions.goToAccount(accountId, 'edit')}
      >
        account options
      </button>
      . Whether other roles can be written is not said by the API.
    </p>
  );
}

function wordsOf(roles: readonly string[]): string {
  if (roles.length === 0) return 'no role';
  return roles.length === 1
    ? `the ${roles.join('')} alone`
    : `${roles.slice(0, -1).join(', ')} and ${roles.at(-1) ?? ''} alone`;
}
