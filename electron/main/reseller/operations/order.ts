import { serialize } from 'php-serialize';
import type { Addons } from '#shared/changes/kind.ts';
import {
  type RegistrationField,
  registrationFields,
  type RegistrationRole,
  registrationRoles,
} from '#shared/changes/register.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Secret } from '../../system/secret.ts';
import { invalidInput } from '../../system/texts.ts';
import type { FormField, FormFields } from '../form.ts';
import {
  addonFields,
  asciiName,
  type DomainInput,
  nameserverFields,
  type Operation,
  periodField,
} from '../operation.ts';
import { saysDone } from '../refusals.ts';

export type SecretContact = Readonly<Record<RegistrationField, Secret>>;

export interface Registration extends DomainInput {
  readonly periodYears: number;
  /** Two to five. */
  readonly nameservers: readonly string[];
  /** At least the registrant. */
  readonly contacts: Readonly<Partial<Record<RegistrationRole, SecretContact>>>;
  readonly addons?: Addons;
  readonly idnLanguage?: string;
  /** Fields that a registry requires beyond the contacts. */
  readonly domainFields?: Readonly<Record<string, string>>;
}

export interface Renewal extends DomainInput {
  readonly periodYears: number;
  readonly addons?: Addons;
}

/** Orders `domain`. It costs money and is sent once. Source: field notes, "Register"; the API document shows no shape. */
export const register: Operation<Registration, object, 'write'> = {
  name: 'register',
  effect: 'write',
  answers: 'personal',
  existsMayBeOurs: true,
  documented: null,
  ask(input, { postcodeField, mostNameservers }) {
    const { contacts, addons, idnLanguage, domainFields = {} } = input;
    if (contacts.registrant === undefined) return invalidInput('contacts', 'A registrant is needed');
    const order = orderFields(input);
    if (!order.ok) return order;
    const nameservers = nameserverFields(input.nameservers, mostNameservers);
    if (!nameservers.ok) return nameservers;
    return ok({
      path: ['order', 'domains', 'register'],
      form: [
        ...order.value,
        ['nameservers', nameservers.value],
        ['contacts', contactFields(contacts, postcodeField)],
        ...addonFields(addons),
        ...(idnLanguage === undefined ? [] : [['idnLanguage', idnLanguage] as const]),
        ['domainfields', serialized(domainFields)],
      ],
    });
  },
  judge: (body) => saysDone(body),
};

/** Renews `domain`. It costs money and is sent once; the answer holds no new expiry date. Source: field notes, "Renew". */
export const renew: Operation<Renewal, object, 'write'> = {
  name: 'renew',
  effect: 'write',
  answers: 'outcome',
  documented: null,
  ask(input) {
    const order = orderFields(input);
    if (!order.ok) return order;
    return ok({ path: ['order', 'domains', 'renew'], form: [...order.value, ...addonFields(input.addons)] });
  },
  judge: (body) => saysDone(body),
};

function orderFields({ domain, periodYears }: Renewal): Result<readonly FormField[]> {
  const ascii = asciiName('domain', domain);
  if (!ascii.ok) return ascii;
  const period = periodField(periodYears);
  return period.ok ? ok([['domain', ascii.value], period.value]) : period;
}

function contactFields(
  contacts: Registration['contacts'],
  postcodeField: 'postcode' | 'zipcode',
): FormFields {
  return registrationRoles.flatMap((role): FormField[] => {
    const contact = contacts[role];
    if (contact === undefined) return [];
    const fields = registrationFields.map((name): FormField => [
      name === 'postcode' ? postcodeField : name,
      contact[name],
    ]);
    return [[role, fields]];
  });
}

/** Base64 of a PHP-serialised map; `YTowOnt9` if it is empty. */
const serialized = (fields: Readonly<Record<string, string>>): string =>
  Buffer.from(serialize(fields)).toString('base64');
