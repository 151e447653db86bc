import { useId } from 'react';
import { counted } from '../../../lib/format.ts';
import type { FlowState } from '../../change/flow-state.ts';
import { isRegistrant, kindOf, labelOf } from './contact-fields.ts';
import css from './contacts.module.css';
import { editAt, type RoleNow } from './edits.ts';
import { countryName } from './countries.ts';
import { FillMenu } from './FillMenu.tsx';
import { RoleField } from './RoleField.tsx';
import type { Contacts } from './use-contacts.ts';

interface Props {
  readonly role: RoleNow;
  readonly contacts: Contacts;
  readonly flow: FlowState;
}

/** One role: its fields under the names and in the order of the answer. */
export function Role({ role, contacts, flow }: Props) {
  const title = useId();
  const changed = contacts.changed.filter(({ edit }) => edit.role === role.name).length;
  return (
    <section className={css['role']} aria-labelledby={title}>
      <div className={css['roleHead']}>
        <h4 id={title}>{role.name}</h4>
        {!role.isWritable && <span className={css['tag']}>Read-only</span>}
        {changed > 0 && <span className={css['changed']}>{counted(changed, 'field', 'fields')} changed</span>}
        <FillMenu role={role} contacts={contacts} />
      </div>
      {role.isWritable && isRegistrant(role.name) && (
        <p className={css['quiet']}>
          A change of the registrant can start approvals by e-mail and a transfer lock at the registry.
        </p>
      )}
      {role.fields.length === 0 && (
        <p className={css['quiet']}>
          The service shows no fields of this role. Fields are written under the names that were read, so
          there is nothing to write.
        </p>
      )}
      {role.isWritable ? <Fields role={role} contacts={contacts} flow={flow} /> : <Values role={role} />}
    </section>
  );
}

function Fields({ role, contacts, flow }: Props) {
  const valueAt = (field: string, now: string) =>
    editAt(contacts.edits, { role: role.name, field })?.value ?? now;
  const country = role.fields.find(({ name, isText }) => isText && kindOf(name) === 'country');
  const isFilled = role.fields.some(({ name, value }) => valueAt(name, value) !== '');
  return (
    <div className={css['fields']}>
      {role.fields.map((field) => (
        <RoleField
          key={field.name}
          role={role}
          field={field}
          contacts={contacts}
          flow={flow}
          country={country === undefined ? '' : valueAt(country.name, country.value)}
          doubtsEmpty={isFilled}
        />
      ))}
    </div>
  );
}

const Values = ({ role }: Pick<Props, 'role'>) => (
  <dl className={css['values']}>
    {role.fields.map(({ name, value, isText }) => (
      <div key={name}>
        <dt>{labelOf(name)}</dt>
        <dd className={isText ? 'selectable' : 'mono selectable'}>
          {value === '' ? <span className={css['none']}>empty</span> : value}
          {kindOf(name) === 'country' && countryName(value) !== null && (
            <span className={css['none']}> {countryName(value)}</span>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
