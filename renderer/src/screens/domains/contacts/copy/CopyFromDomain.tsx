import { Button, Loader, Modal } from '@mantine/core';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../../app-stores.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { valueOf } from '../../../../lib/remote.ts';
import { labelOf } from '../contact-fields.ts';
import { createContactsStore } from '../contacts-store.ts';
import type { RoleNow } from '../edits.ts';
import type { NamedValue } from '../filling.ts';
import css from './copy.module.css';
import { DomainPick } from './DomainPick.tsx';

interface Props {
  /** Whose portfolio is offered. */
  readonly accountId: string;
  /** The domain that is filled in: it is not offered. */
  readonly except: string | null;
  /** Chosen at first where the other domain has it. */
  readonly role: string;
  readonly onTake: (fields: readonly NamedValue[], from: string) => void;
  readonly onClose: () => void;
}

/** Reads the contacts of another domain of the portfolio, and hands one of its roles on. */
export function CopyFromDomain({ accountId, except, role, onTake, onClose }: Props) {
  const [from, setFrom] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title="Copy from another domain" size={560}>
      <div className={css['dialog']}>
        <DomainPick accountId={accountId} except={except} chosen={from} onChoose={setFrom} />
        {from !== null && <Roles key={from} accountId={accountId} from={from} role={role} onTake={onTake} />}
      </div>
    </Modal>
  );
}

interface RolesProps extends Pick<Props, 'accountId' | 'role' | 'onTake'> {
  readonly from: string;
}

function Roles({ accountId, from, role, onTake }: RolesProps) {
  const { request } = useStores().bridge;
  const [store] = useState(() => createContactsStore(request, { accountId, domain: from }));
  useEffect(() => {
    void store.read();
  }, [store]);
  const contacts = useStore(store, (state) => state.contacts);
  const [chosen, setChosen] = useState<string | null>(null);
  const now = valueOf(contacts);
  if (contacts.status === 'failed')
    return (
      <ErrorState
        error={contacts.error}
        about={`The contacts of ${toUnicode(from)} could not be read`}
        remedies={{ 'try-again': () => void store.read() }}
      />
    );
  if (now === null)
    return (
      <p className={css['waiting']} role="status">
        <Loader size={14} aria-hidden />
        Asking the service for the contacts of {toUnicode(from)}
      </p>
    );
  const shown =
    now.roles.find(({ name }) => name === (chosen ?? role)) ??
    now.roles.find(({ fields }) => fields.length > 0);
  if (shown === undefined) return <p>The service shows no contacts for {toUnicode(from)}.</p>;
  return (
    <>
      <RoleChoice roles={now.roles} chosen={shown.name} onChoose={setChosen} />
      <Preview role={shown} />
      <div className={css['end']}>
        <Button onClick={() => onTake(textsOf(shown), from)}>Fill in</Button>
      </div>
    </>
  );
}

const textsOf = ({ fields }: RoleNow): readonly NamedValue[] =>
  fields.filter(({ isText }) => isText).map(({ name, value }) => ({ name, value }));

interface ChoiceProps {
  readonly roles: readonly RoleNow[];
  readonly chosen: string;
  readonly onChoose: (role: string) => void;
}

const RoleChoice = ({ roles, chosen, onChoose }: ChoiceProps) => (
  <fieldset className={css['roles']}>
    <legend>Role</legend>
    {roles.map(({ name }) => (
      <label key={name}>
        <input type="radio" name="role" checked={name === chosen} onChange={() => onChoose(name)} />
        {name}
      </label>
    ))}
  </fieldset>
);

const Preview = ({ role }: { readonly role: RoleNow }) => (
  <dl className={css['preview']} aria-label={`${role.name} of the other domain`}>
    {role.fields
      .filter(({ isText, value }) => isText && value !== '')
      .map(({ name, value }) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd className="selectable">{value}</dd>
        </div>
      ))}
  </dl>
);
