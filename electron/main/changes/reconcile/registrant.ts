import type { ContactFields } from '#shared/domain/change.ts';
import type { PersonalDigests } from '#shared/domain/change-entry.ts';
import { digestOf } from '../digests.ts';

/**
 * Under which names a contact comes back that was sent under a registration's: the letters of the label alone, for some
 * registrars write underscores, spaces or capitals.
 *
 * Assumed: the labels of the API document and of the field notes, "Contact read".
 */
const sentAs: Readonly<Record<string, string>> = {
  contactname: 'fullname',
  fullname: 'fullname',
  name: 'fullname',
  firstname: 'firstname',
  lastname: 'lastname',
  companyname: 'companyname',
  company: 'companyname',
  organisation: 'companyname',
  organization: 'companyname',
  email: 'email',
  emailaddress: 'email',
  address: 'address1',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  state: 'state',
  zipcode: 'postcode',
  zip: 'postcode',
  postcode: 'postcode',
  postalcode: 'postcode',
  country: 'country',
  phone: 'phonenumber',
  phonenumber: 'phonenumber',
};

export interface Compared {
  /** By the names under which they came back. */
  readonly same: readonly string[];
  readonly other: readonly string[];
  /** The registrant's address for mail is the one that was sent: nobody else's registration has that. */
  readonly hasOurEmail: boolean;
}

/** Compares the registrant that came back with the digests of the one that was sent; null where there is none to compare. */
export function compareRegistrant(
  { salt, roles }: PersonalDigests,
  now: readonly ContactFields[],
): Compared | null {
  const sent = roles.find(({ name }) => name === 'registrant')?.fields;
  const read = now.find(({ name }) => /^registrant$/i.test(name))?.fields;
  if (sent === undefined || read === undefined) return null;
  const compared = read.flatMap(({ name, value }) => {
    const field = sentAs[name.toLowerCase().replace(/[^a-z0-9]/g, '')] ?? '';
    const digest = sent.find((each) => each.name === field)?.digest;
    const isSame = digestOf(salt, 'registrant', field, value) === digest;
    return digest === undefined ? [] : [{ name, field, isSame, isEmpty: value.trim() === '' }];
  });
  return {
    same: compared.filter(({ isSame }) => isSame).map(({ name }) => name),
    other: compared.filter(({ isSame }) => !isSame).map(({ name }) => name),
    hasOurEmail: compared.some(({ field, isSame, isEmpty }) => field === 'email' && isSame && !isEmpty),
  };
}
