import { type ContactFieldName, meaningOf, type NamedValue } from '#shared/domain/contact-fields.ts';
import {
  type RegistrationContact,
  type RegistrationField,
  registrationFields,
} from '#shared/changes/register.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { isSame } from '../domains/nameservers/host-rows.ts';
import { contactWith, isEmptyContact, type RegisterForm } from './register-store.ts';
import type { Output } from '../client.ts';

const places: Readonly<Record<Exclude<ContactFieldName, 'Contact_Name'>, RegistrationField>> = {
  Company_Name: 'companyname',
  Address_1: 'address1',
  Address_2: 'address2',
  City: 'city',
  State: 'state',
  ZIP_code: 'postcode',
  Country: 'country',
  Phone: 'phonenumber',
  Email: 'email',
};

interface Taken {
  readonly contact: RegistrationContact;
  /** The single name that was split into first and last name; null where there was none to split. */
  readonly split: string | null;
}

/**
 * A contact in the form that a registration needs. A single name is split: its last word is taken as the last name, which is a
 * guess that the user has to check.
 */
export function registrationContact(fields: readonly NamedValue[]): Taken {
  const values: Partial<Record<RegistrationField, string>> = {};
  let name = '';
  for (const { name: field, value } of fields) {
    const meaning = meaningOf(field);
    if (meaning === 'Contact_Name') name = value.trim();
    else if (meaning !== null) values[places[meaning]] = value;
  }
  const cut = name.lastIndexOf(' ');
  const contact = contactWith({
    ...values,
    firstname: cut === -1 ? name : name.slice(0, cut).trimEnd(),
    lastname: cut === -1 ? '' : name.slice(cut + 1),
  });
  return { contact, split: name === '' ? null : name };
}

/** The parts of an order that a client can have templates for. */
export const clientParts = ['registrant', 'nameservers'] as const;
export type ClientPart = (typeof clientParts)[number];

/** What the templates of a client put into an order; a part without a template is left out. */
export interface Proposal extends Partial<Pick<RegisterForm, ClientPart>> {
  /** See {@link Taken}. */
  readonly split: string | null;
}

export const noProposal: Proposal = { split: null };

type Ids = Omit<NonNullable<Output<'clients', 'ofDomains'>['client']>, 'name'>;

/** @param most How many nameservers the account can send: a longer set is not proposed. */
export function proposalOf(ids: Ids, templates: readonly Template[], most: number): Proposal {
  const contact = templates.find(({ id }) => id === ids.contact);
  const hosts = templates.find(({ id }) => id === ids.nameservers);
  const taken = contact?.kind === 'contact' ? registrationContact(contact.fields) : null;
  const nameservers =
    hosts?.kind === 'nameservers' && hosts.nameservers.length <= most ? hosts.nameservers : [];
  return {
    split: taken?.split ?? null,
    ...(taken === null || isEmptyContact(taken.contact) ? {} : { registrant: taken.contact }),
    ...(nameservers.length === 0 ? {} : { nameservers }),
  };
}

const emptyParts: Required<Pick<RegisterForm, ClientPart>> = {
  registrant: contactWith({}),
  nameservers: [],
};

const isEqual: Readonly<
  Record<ClientPart, (one: RegisterForm, other: Pick<RegisterForm, ClientPart>) => boolean>
> = {
  registrant: (one, other) =>
    registrationFields.every((field) => one.registrant[field].trim() === other.registrant[field].trim()),
  nameservers: (one, other) => isSame(filledIn(one.nameservers), filledIn(other.nameservers)),
};

const filledIn = (rows: readonly string[]): readonly string[] => rows.filter((row) => row.trim() !== '');

/** Whether a part of the form is as it is in `other`. */
export const isPartAs = (
  part: ClientPart,
  form: RegisterForm,
  other: Partial<Pick<RegisterForm, ClientPart>>,
): boolean => isEqual[part](form, { ...emptyParts, ...other });

interface Filling {
  readonly fill: Partial<Pick<RegisterForm, ClientPart>>;
  /** The parts that the client has a template for, and that stay as they were typed. */
  readonly stays: readonly ClientPart[];
}

/**
 * What another client makes of a form. Nothing that was typed is replaced: only a part that is empty, as the account's defaults have it,
 * or as it was filled in for the client before, whose contact must not stay either. A client's own part goes before the account's.
 */
export function fillingFor(
  form: RegisterForm,
  before: Proposal,
  next: Proposal,
  defaults: Proposal = noProposal,
): Filling {
  const isBlank = (part: ClientPart): boolean => isPartAs(part, form, {});
  const isFree = (part: ClientPart): boolean =>
    isBlank(part) || isPartAs(part, form, before) || isPartAs(part, form, defaults);
  const wanted = (part: ClientPart) =>
    next[part] ?? (isBlank(part) ? undefined : defaults[part]) ?? emptyParts[part];
  const filled = clientParts.filter(
    (part) => isFree(part) && !isPartAs(part, form, { [part]: wanted(part) }),
  );
  return {
    fill: Object.fromEntries(filled.map((part) => [part, wanted(part)])),
    stays: clientParts.filter(
      (part) => next[part] !== undefined && !isFree(part) && !isPartAs(part, form, next),
    ),
  };
}
