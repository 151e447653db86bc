import type { ContactSet } from '../account.ts';
import { asciiName, readLabel } from '../findings/names.ts';
import { type Tld, tldOf } from '../findings/tlds.ts';
import { type Form, nestedOf, textOf } from '../form.ts';
import { readNameserverFields } from './nameserver-fields.ts';
import { readRegistrationContacts } from './registration-contacts.ts';

interface Invalid {
  readonly isValid: false;
  readonly message: string;
}

/** What a registration asks for, checked in every field. */
export interface Registration {
  readonly isValid: true;
  /** The full name, as A-labels. */
  readonly name: string;
  readonly label: string;
  readonly tld: Tld;
  readonly periodYears: number;
  readonly nameservers: readonly string[];
  readonly contacts: ContactSet;
}

const invalid = (message: string): Invalid => ({ isValid: false, message });

export function readRegistration(form: Form): Registration | Invalid {
  const domain = readName(textOf(form, 'domain'));
  if (!domain.isValid) return domain;
  const period = periodOf(form);
  if (!period.isValid) return period;
  const nameservers = readNameserverFields(nestedOf(form, 'nameservers'));
  if (!nameservers.isValid) return nameservers;
  const contacts = readRegistrationContacts(nestedOf(form, 'contacts'));
  if (contacts === null) return invalid('contacts[registrant] needs a name and an e-mail address');
  return { ...domain, periodYears: period.years, nameservers: nameservers.hosts, contacts };
}

function readName(domain: string): Pick<Registration, 'isValid' | 'name' | 'label' | 'tld'> | Invalid {
  const name = asciiName(domain);
  const tld = name === null ? undefined : tldOf(name);
  if (name === null || tld === undefined) return invalid('domain must be a name under a supported TLD');
  const label = readLabel(name.slice(0, -tld.name.length - 1));
  return label.isValid ? { isValid: true, name, label: label.ascii, tld } : label;
}

/** Unknown: period limits. Assumed: whole years, ten at most. */
export function periodOf(form: Form): { readonly isValid: true; readonly years: number } | Invalid {
  const period = textOf(form, 'regperiod');
  return /^(?:[1-9]|10)$/.test(period)
    ? { isValid: true, years: Number(period) }
    : invalid('regperiod must be a number of years from 1 to 10');
}
