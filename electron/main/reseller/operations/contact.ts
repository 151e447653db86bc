import { isolated } from '#shared/domain/isolated.ts';
import { ok, type Result } from '#shared/result.ts';
import { Secret } from '../../system/secret.ts';
import { invalidInput } from '../../system/texts.ts';
import { errorWords, hasError, saysDone } from '../refusals.ts';
import { type FormFields, isPlainName } from '../form.ts';
import { isObject, type Json, type JsonObject, member, type Shape } from '../json.ts';
import {
  domainCall,
  type DomainInput,
  type Operation,
  type ParsedAnswer,
  rejected,
  success,
  unclear,
} from '../operation.ts';
import { meaningOf } from '#shared/domain/contact-fields.ts';
import { contactFieldNames } from '#shared/domain/contact-labels.ts';

export interface ContactField {
  /** The registrar's name for it; names differ by TLD and are written back as read. */
  readonly name: string;
  readonly value: Secret;
  /** False if the answer held something other than a text or a number; `value` is then its JSON text. */
  readonly isText: boolean;
  /**
   * Set where what it holds cannot be sent back as it was: a character may have been lost when it was written or decoded, or it is no
   * text. A role is written as a whole, so nothing of it may be written then but by a person who types it anew (H20).
   */
  readonly isUnsafe?: true;
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
  judge: (body, _input, _answeredAt, isSafelyDecoded = true) => contactsIn(body, isSafelyDecoded),
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

/**
 * Assumed: a role without data may be an empty array instead of an object (that is how PHP writes it). A role that reports an error is
 * none; where no other is left, the answer refuses.
 */
function contactsIn(body: Json, isSafelyDecoded: boolean): ParsedAnswer<ContactSet> {
  if (!isObject(body)) return unclear();
  const errors = Object.values(body).filter((role) => isObject(role) && hasError(member(role, 'error')));
  const roles = Object.entries(body).flatMap(([name, role]): ContactRole[] => {
    if (isObject(role) && !errors.includes(role)) return [{ name, fields: fieldsOf(role, isSafelyDecoded) }];
    return Array.isArray(role) && role.length === 0 ? [{ name, fields: [] }] : [];
  });
  if (roles.some(isContact)) return success({ roles });
  const isOfRole = Object.entries(body).some(
    ([name, role]) => errors.includes(role) && isContact({ name, fields: [] }),
  );
  return isOfRole ? rejected(errorWords(errors)) : unclear();
}

const fieldsOf = (role: JsonObject, isSafelyDecoded: boolean): readonly ContactField[] =>
  Object.entries(role).map(([name, value]) => {
    // The digits of a larger number, or of a fraction, are not those of the answer.
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text !== 'string') {
      const isUnsafe = holdsSomething(value) && isContactField(name);
      return { name, value: new Secret(JSON.stringify(value)), isText: false, ...(isUnsafe && { isUnsafe }) };
    }
    const isUnsafe = text.includes('\uFFFD') || (!isSafelyDecoded && /[^\0-\x7F]/.test(text));
    return { name, value: new Secret(text), isText: true, ...(isUnsafe && { isUnsafe }) };
  });

/** Also under the names of registrars that stand for none of the documented fields. */
const isContactField = (name: string): boolean =>
  meaningOf(name) !== null ||
  /name|address|street|city|town|state|province|zip|post|country|phone|fax|mail|company|organi[sz]ation/i.test(
    name,
  );

/** PHP writes an unset field as null, false or an empty array, too. */
const holdsSomething = (value: Json): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsSomething)
    : value !== null && value !== false && value !== '';
