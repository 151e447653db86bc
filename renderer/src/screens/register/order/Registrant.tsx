import { TextInput } from '@mantine/core';
import type { RegistrationField } from '#shared/domain/change.ts';
import { useState } from 'react';
import { Section } from '../../../components/Section.tsx';
import { fieldError } from '../../change/flow-state.ts';
import { ContactInput } from '../../domains/contacts/ContactInput.tsx';
import { registrationContact } from '../from-contact.ts';
import css from '../register.module.css';
import { fullNameOf } from '../register-form.ts';
import type { Order } from '../use-order.ts';
import { registrantRefusal } from './refusals.ts';
import { RegistrantMenu } from './RegistrantMenu.tsx';

interface Props {
  readonly order: Order;
}

const labels: readonly (readonly [field: Exclude<RegistrationField, 'fullname'>, label: string])[] = [
  ['firstname', 'First name'],
  ['lastname', 'Last name'],
  ['companyname', 'Company'],
  ['address1', 'Address 1'],
  ['address2', 'Address 2'],
  ['city', 'City'],
  ['state', 'State'],
  ['postcode', 'Postcode'],
  ['country', 'Country'],
  ['phonenumber', 'Phone'],
  ['email', 'E-mail'],
];
const missingWords: Readonly<Partial<Record<RegistrationField, string>>> = {
  firstname: 'Enter the registrant’s name',
  address1: 'Enter an address',
  city: 'Enter a city',
  postcode: 'Enter a postcode',
  country: 'Choose a country',
  phonenumber: 'Enter a phone number',
  email: 'Enter an e-mail address',
};
const names = labels.slice(0, 2);
const others = labels.slice(2);

/** Whose the name shall be. What is missing or unusual is said at its field, and can be sent all the same. */
export function Registrant({ order }: Props) {
  const { form, change, tries, state, missing } = order;
  const { registrant } = form;
  const [split, setSplit] = useState<string | null>(null);
  const put = (field: RegistrationField, value: string) =>
    change({ registrant: { ...registrant, [field]: value } });
  const refusal = fieldError(state, 'contacts');
  const missingAt = (name: RegistrationField) =>
    tries > 0 && missing.some((field) => field === name) ? (missingWords[name] ?? 'Missing') : null;

  const field = ([name, label]: (typeof labels)[number]) => (
    <ContactInput
      key={name}
      name={name}
      label={label}
      value={registrant[name]}
      country={registrant.country}
      refusal={registrantRefusal(state, name) ?? missingAt(name)}
      onChange={(value) => put(name, value)}
    />
  );

  return (
    <Section
      title="Registrant"
      actions={
        <RegistrantMenu
          accountId={order.accountId}
          domain={order.domain}
          onTake={(fields) => {
            const taken = registrationContact(fields);
            setSplit(taken.split);
            change({ registrant: taken.contact });
          }}
        />
      }
    >
      {refusal !== null && (
        <p className={css['refusal']} role="alert">
          {refusal}
        </p>
      )}
      <div className={css['grid']}>
        {names.map(field)}
        <FullName order={order} onChange={(value) => put('fullname', value)} />
        {split !== null && (
          <p className={css['split']} role="note">
            “{split}” was split into first and last name by its last space. Look whether that is right.
          </p>
        )}
        {others.map(field)}
      </div>
    </Section>
  );
}

interface FullNameProps extends Props {
  readonly onChange: (value: string) => void;
}

const FullName = ({ order: { form, state }, onChange }: FullNameProps) => (
  <TextInput
    label="Full name"
    placeholder={fullNameOf({ ...form.registrant, fullname: '' })}
    description="Made of first and last name unless typed"
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    value={form.registrant.fullname}
    maxLength={2_000}
    autoComplete="off"
    error={registrantRefusal(state, 'fullname')}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
