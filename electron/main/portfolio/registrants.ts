import { meaningOf } from '#shared/domain/contact-fields.ts';
import type { Domain, Known } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Encryption } from '../accounts/encryption.ts';
import type { ContactField, ContactRole, ContactSet } from '../reseller/operations/contact.ts';
import { type DomainRecord, keyNameLength } from '../workspace/repositories/domain-observations.ts';

/** Registrants' names: encrypted on the disk, unmasked in memory. */
export type Registrants = ReturnType<typeof createRegistrants>;

export function createRegistrants(sealing: Encryption) {
  const inMemory = new Map<string, Known<string>>();
  const forgotten = new Map<string, Known<string>>();
  /** Cache of decrypted names: ten thousand of them are listed whenever the portfolio is opened. */
  const known = new Map<string, { readonly sealed: string; readonly name: string }>();

  /** Fails where the keychain does not answer. */
  async function openOne(record: DomainRecord): Promise<Result<Known<string> | null>> {
    const { accountId, name, registrant } = record;
    if (registrant === null) return ok(null);
    const key = keyOf(accountId, name);
    const before = known.get(key);
    if (before?.sealed === registrant.value) return ok(named(registrant, before.name));
    const sealed = new Uint8Array(Buffer.from(registrant.value, 'base64'));
    const opened = await sealing.open(sealed, purposeOf(accountId, name));
    if (!opened.ok) return opened;
    if (opened.value === null) return ok(null);
    known.set(key, { sealed: registrant.value, name: opened.value });
    return ok(named(registrant, opened.value));
  }

  /** The name in memory; null where there is none or the stored one is as new. */
  function rememberedOf({ accountId, name, registrant }: DomainRecord): Known<string> | null {
    const remembered = inMemory.get(keyOf(accountId, name)) ?? null;
    return registrant !== null && remembered !== null && remembered.at <= registrant.at ? null : remembered;
  }

  return {
    /** A name encrypted for its domain; null where it cannot be. */
    async seal(accountId: string, domain: string, name: string): Promise<string | null> {
      const bytes = await sealing.seal(name, purposeOf(accountId, domain));
      if (!bytes.ok) return null;
      const sealed = Buffer.from(bytes.value).toString('base64');
      known.set(keyOf(accountId, domain), { sealed, name });
      return sealed;
    },
    /**
     * What tells a registrant from another one of the same domain, and is worthless without the key (G12). It begins with what tells the
     * key from another one: digests of two keys cannot be compared.
     */
    async digest(accountId: string, domain: string, text: string): Promise<string> {
      const keyed = await sealing.keyed(purposeOf(accountId, domain));
      return `${keyed('key').slice(0, keyNameLength)}${keyed(text)}`;
    },
    /** Keeps a name that could not be encrypted in memory until the program ends. */
    remember: (accountId: string, domain: string, name: Known<string>) =>
      void inMemory.set(keyOf(accountId, domain), name),
    forget(accountId: string, domain: string) {
      const key = keyOf(accountId, domain);
      const name = inMemory.get(key);
      if (name === undefined) forgotten.delete(key);
      else forgotten.set(key, name);
      inMemory.delete(key);
      known.delete(key);
    },
    /** Undoes `forget`, where nothing newer is in memory: the domain's removal was undone. */
    recall(accountId: string, domain: string) {
      const key = keyOf(accountId, domain);
      const name = forgotten.get(key);
      if (name !== undefined && !inMemory.has(key)) inMemory.set(key, name);
      forgotten.delete(key);
    },
    /** The domains with their registrants decrypted; null where one cannot be. */
    async opened(records: readonly DomainRecord[]): Promise<Domain[]> {
      const domains: Domain[] = [];
      let isShut = false;
      for (const record of records) {
        let registrant = rememberedOf(record);
        // After one failure of the keychain, it is not asked again for the other records.
        if (registrant === null && !isShut) {
          const opened = await openOne(record);
          isShut = !opened.ok;
          registrant = opened.ok ? opened.value : null;
        }
        domains.push({ ...record, registrant });
      }
      return domains;
    },
  };
}

/** Without the digest, which stays in main. */
const named = (
  { at, source, since, before }: NonNullable<DomainRecord['registrant']>,
  value: string,
): Known<string> => ({ value, at, source, ...(since && { since }), ...(before && { before }) });

/** Bound to the domain: a name copied to another domain's row cannot be decrypted there. */
const purposeOf = (accountId: string, domain: string): string => `registrant of ${accountId} ${domain}`;

const keyOf = (accountId: string, domain: string): string => `${accountId} ${domain}`;

const longest = 500;

/**
 * The name of a domain's registrant: the company, or else the person; empty where the answer contains neither.
 *
 * Unknown: what a registrar calls roles and fields. Assumed: words of these, in any case and with any separators.
 * Source: field notes, "Contact read".
 */
export function registrantNameIn(contacts: ContactSet): string {
  const role = registrantOf(contacts);
  const called = (wanted: RegExp): string => {
    const field = role?.fields.find(({ name, isText }) => isText && wanted.test(bare(name)));
    return field === undefined ? '' : plain(field);
  };
  const company = called(/^(company|organi[sz]ation)(name)?$/);
  if (company !== '') return company;
  const person = called(/^((contact|full)name|name)$/);
  return person === '' ? cut(`${called(/^firstname$/)} ${called(/^lastname$/)}`.trim()) : person;
}

const registrantOf = ({ roles }: ContactSet): ContactRole | undefined =>
  roles.find(({ name }) => /^(registrant|owner)(contact)?$/.test(bare(name)));

/**
 * The registrant as one text, for a digest: the fields that the API document names, whatever a registrar calls them and in whichever
 * order, capitals and white space aside. Empty where the answer has none of them.
 */
export function registrantTextIn(contacts: ContactSet): string {
  const fields = (registrantOf(contacts)?.fields ?? []).flatMap((field) => {
    const [meaning, value] = [meaningOf(field.name), field.isText ? plain(field).toLowerCase() : ''];
    return meaning === null || value === '' ? [] : [`${meaning}: ${value}`];
  });
  return fields.toSorted().join('\n');
}

const bare = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** On one line, and without characters that hide or reorder text. */
const plain = ({ value }: ContactField): string =>
  cut(
    value
      .reveal()
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim(),
  );

const cut = (name: string): string => name.slice(0, longest).toWellFormed();
