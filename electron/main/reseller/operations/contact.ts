import { isolated } from '#shared/domain/isolated.ts';
import { ok, type Result } from '#shared/result.ts';
import { Secret } from '../../system/secret.ts';
import { invalidInput } from '../../system/texts.ts';
import { saysDone } from '../refusals.ts';
import { type FormFields, isPlainName } from '../form.ts';
import { isObject, type Json, type JsonObject, type Shape } from '../json.ts';
import {
  domainCall,
  type DomainInput,
  type Operation,
  type ParsedAnswer,
  success,
  unclear,
} from '../operation.ts';
import { meaningOf } from '#shared/domain/contact-fields.ts';
import { contactFieldNames } from '#shared/domain/contact-labels.ts';

export interface ContactField {
  /** The registrar's name for it; names differ by TLD and are written back as read. */
  readonly name: string;
  readonly value: Secret;
  /** False if the answer held something other than a text; `value` is then its JSON text. */
  readonly isText: boolean;
}

export interface ContactRole {
  /** `Registrant`, `Admin`, `Tech`, `Billing`, or another name that the registrar uses. */
  readonly name: string;
  readonly fields: readonly ContactField[];
}

export interface ContactSet {
  /** In the order of the answer. */
  readonly roles: readonly ContactRole[];
}

interface ContactUpdate extends DomainInput {
  /** Roles and fields under the names that were read, with their new values, including empty ones. */
  readonly roles: readonly {
    readonly name: string;
    readonly fields: readonly { readonly name: string; readonly value: Secret }[];
  }[];
}

const documentedRole: Shape = {
  members: Object.fromEntries(contactFieldNames.map((name) => [name, 'string'])),
};

/** Of the document; a registrar may use others beside them. */
const documentedRoles: readonly string[] = ['Registrant', 'Admin', 'Tech', 'Billing'];

/** Source: Domain Reseller API v2.2, "Contact details". */
export const readContacts: Operation<DomainInput, ContactSet, 'read'> = {
  name: 'readContacts',
  effect: 'read',
  answers: 'personal',
  documented: { members: Object.fromEntries(documentedRoles.map((name) => [name, documentedRole])) },
  ask: ({ domain }) => domainCall(domain, ['contact'], null),
  judge: contactsIn,
};

/**
 * Writes contacts, the complete fields of each named role.
 *
 * Unknown: whether roles other than the registrant can be written; the account's option says which may be tried.
 */
export const writeContacts: Operation<ContactUpdate, object, 'write'> = {
  name: 'writeContacts',
  effect: 'write',
  answers: 'personal',
  documented: { members: { status: 'string', message: 'string', success: 'string' } },
  ask({ domain, roles }, { writableRoles }) {
    const form = roleFields(roles, writableRoles);
    return form.ok ? domainCall(domain, ['contact'], [['contactdetails', form.value]]) : form;
  },
  judge: (body) => saysDone(body),
};

function roleFields(roles: ContactUpdate['roles'], writableRoles: readonly string[]): Result<FormFields> {
  if (roles.every(({ fields }) => fields.length === 0))
    return invalidInput('roles', 'There is nothing to write');
  for (const { name, fields } of roles) {
    if (!writableRoles.includes(name)) {
      return invalidInput('roles', `This account is not set to write the contact “${isolated(name)}”`);
    }
    if (![name, ...fields.map((field) => field.name)].every(isPlainName)) {
      return invalidInput('roles', 'A contact field has a name that cannot be sent');
    }
  }
  return ok(roles.map(({ name, fields }) => [name, fields.map((field) => [field.name, field.value])]));
}

/** An envelope around nothing, such as `{"data":{"success":false}}`, has neither a role nor a field that contacts have. */
const isContact = ({ name, fields }: ContactRole): boolean =>
  documentedRoles.some((role) => role.toLowerCase() === name.toLowerCase()) ||
  fields.some((field) => meaningOf(field.name) !== null);

/** Assumed: a role without data may be an empty array instead of an object (that is how PHP writes it). */
function contactsIn(body: Json): ParsedAnswer<ContactSet> {
  if (!isObject(body)) return unclear();
  const roles = Object.entries(body).flatMap(([name, role]): ContactRole[] => {
    if (isObject(role)) return [{ name, fields: fieldsOf(role) }];
    return Array.isArray(role) && role.length === 0 ? [{ name, fields: [] }] : [];
  });
  return roles.some(isContact) ? success({ roles }) : unclear();
}

const fieldsOf = (role: JsonObject): readonly ContactField[] =>
  Object.entries(role).map(([name, value]) => ({
    name,
    value: new Secret(typeof value === 'string' ? value : JSON.stringify(value)),
    isText: typeof value === 'string',
  }));
