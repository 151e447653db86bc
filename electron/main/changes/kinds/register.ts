import type { AskOf } from '#shared/changes/index.ts';
import { type ChangeLine, type ContactFields, yearsText } from '#shared/changes/kind.ts';
import { type Consent, registeredLabel } from '#shared/domain/change.ts';
import {
  type CheckedFinding,
  type Finding,
  isSamePrice,
  notGiven,
  registrationPrice,
} from '#shared/domain/finding.ts';
import type { Remark } from '#shared/domain/remarks.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { type Owner, registrationProof } from '#shared/domain/renewal-proof.ts';
import { type AppError, isNotFound } from '#shared/errors.ts';
import {
  missingIn,
  type MostlyRequired,
  type RegistrationContact,
  registrationFields,
  type RegistrationRole,
  registrationRoles,
} from '#shared/changes/register.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { inNotation, lookup } from '../../reseller/operations/lookup.ts';
import * as orders from '../../reseller/operations/order.ts';
import { Secret } from '../../system/secret.ts';
import { isSameValue, unusualFields } from '../personal.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import { type PartReads, readPart } from '../present.ts';
import { compareCredit, isNo } from '../charges.ts';
import {
  type AroundReading,
  type AtRegistry,
  bind,
  type KindInMain,
  line,
  note,
  shownAtRegistry,
  plainKind,
  type ReadBackOf,
  type ReadBackResult,
  type Subject,
  unreadable,
  excludes,
  says,
} from './kind.ts';
import { nameserverLines } from './nameservers.ts';
import { costsOf, paidBefore } from './paid.ts';
import { addonLines } from './renew.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';

type Ask = AskOf<'register'>;

const atRegistry = (
  { sentAt }: Pick<Subject<'register'>, 'sentAt'>,
  reading: RegistryReading,
  { owner, registrars }: Pick<AroundReading, 'owner' | 'registrars'>,
): AtRegistry =>
  shownAtRegistry(
    registrationProof({ after: reading, sentAt: sentAt ?? '', owner, registrars }),
    reading,
    registeredLabel,
    null,
    reading.registeredAt,
  );

export const register: KindInMain<'register'> = {
  ...plainKind,
  request: (domain, ask) => bind(orders.register, registrationOf(domain, ask)),
  what: (ask, { finding }) => ({
    kind: 'register',
    periodYears: ask.periodYears,
    nameservers: ask.nameservers,
    roles: registrationRoles.filter((role) => ask.contacts[role] !== undefined),
    addons: ask.addons,
    idnLanguage: ask.idnLanguage,
    domainFields: Object.keys(ask.domainFields),
    isPremium: finding?.kind === 'premium',
    price: registrationPrice(finding?.prices ?? [], ask.periodYears),
  }),
  asked: () => null,
  lines: (ask) => [
    line('Register for', null, yearsText(ask.periodYears)),
    ...nameserverLines(null, ask.nameservers),
    ...registrationRoles.flatMap((role) => contactLines(role, ask.contacts)),
    ...addonLines(ask.addons),
    ...(ask.idnLanguage === null ? [] : [line('Language of the name', null, ask.idnLanguage)]),
    ...Object.entries(ask.domainFields).map(([name, value]) => line(name, null, value)),
  ],
  says: (ask) => [...missingOfRegistrant(ask), ...unusualFields(contactsOf(ask), fieldOf)],
  weigh: (facts) => [
    ...paidBefore(facts),
    ...costsOf(facts),
    ...excludes(
      facts.present?.finding?.kind === 'premium',
      'premium',
      'This is a premium name: it can cost many times the usual price, at each renewal too.',
    ),
  ],
  maySend: ({ periodYears }, { present }, consent) =>
    orderable(periodYears, present.finding, consent) ?? 'yes',
  seen: (_ask, { before }) => before.finding ?? '',
  personal(ask) {
    const asked = fieldsOf(ask.domainFields);
    return asked.length === 0
      ? contactsOf(ask)
      : [...contactsOf(ask), { name: 'domainfields', fields: asked }];
  },
  readBackOnce: readBackRegistration,
  atRegistry,
  effect: ({ nameservers, periodYears: years }, sentAt) => ({
    isRegistered: true,
    nameservers: nameservers.map(plainHost),
    ...(sentAt === null ? {} : { renewal: { years, sentAt } }),
  }),
};

/**
 * Why a registration must not be sent, by the finding read right before; null where it may be. Allowed are only a fresh
 * `available`, or a `premium` that was reviewed and accepted as one, and only for the reviewed price.
 */
export function orderable(
  periodYears: number,
  finding: Pick<Finding, 'kind' | 'prices'> | null,
  { price, premiumAccepted }: Pick<Consent, 'price' | 'premiumAccepted'>,
): AppError | null {
  const kind = finding?.kind ?? 'unknown';
  if (kind !== 'available' && kind !== 'premium') return { kind: 'not-available', finding: kind };
  const isAccepted = kind === 'available' || premiumAccepted;
  const isAsShown = isSamePrice(registrationPrice(finding?.prices ?? [], periodYears), price);
  return isAccepted && isAsShown ? null : { kind: 'changed-since', what: 'finding' };
}

/** The finding that a person agreed to, of a row of a batch: it is looked up again right before the order is sent. */
export const agreedFinding = (
  { price, premiumAccepted }: Pick<Consent, 'price' | 'premiumAccepted'>,
  period: number,
): Pick<Finding, 'kind' | 'prices'> => ({
  kind: premiumAccepted ? 'premium' : 'available',
  prices: [{ period, register: price ?? notGiven, transfer: notGiven, renew: notGiven }],
});

/** Always a fresh lookup, never from the cache. */
export const findingRead: PartReads['finding'] = async (from) => {
  // Everything behind the first label is looked up as the TLD.
  const dot = from.domain.indexOf('.');
  const tlds = [inNotation(from.domain.slice(dot + 1), from.connection.account.options.tldNotation)];
  const label = from.domain.slice(0, dot);
  const found = await readPart(from, lookup, { label, tlds }, ({ findings }) => findings[0]?.finding);
  if (!found.ok) return found;
  return found.value === undefined
    ? fail({ kind: 'unreadable', status: 200, why: 'wrong-shape' })
    : ok(found.value);
};

function registrationOf(domain: string, ask: Ask): orders.Registration {
  const { periodYears, addons, nameservers, idnLanguage, domainFields } = ask;
  const contacts = registrationRoles.flatMap((role) => {
    const contact = ask.contacts[role];
    return contact === undefined ? [] : [[role, secretContact(contact)] as const];
  });
  return {
    domain,
    periodYears,
    addons,
    nameservers,
    domainFields,
    contacts: Object.fromEntries(contacts),
    ...(idnLanguage === null ? {} : { idnLanguage }),
  };
}

const secretContact = (contact: RegistrationContact): orders.SecretContact =>
  // Proof for the cast: built from the list of fields itself, so every one of them is there.
  Object.fromEntries(
    registrationFields.map((name) => [name, new Secret(contact[name])]),
  ) as orders.SecretContact;

/** The contacts that are sent, by role. */
const contactsOf = ({ contacts }: Ask): readonly ContactFields[] =>
  registrationRoles.flatMap((name) => {
    const contact = contacts[name];
    return contact === undefined ? [] : [{ name, fields: fieldsOf(contact) }];
  });

const fieldsOf = (values: Readonly<Record<string, string>>): ContactFields['fields'] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const fullNameOf = ({ fullname, firstname, lastname }: RegistrationContact): string =>
  fullname.trim() || `${firstname} ${lastname}`.trim();

/** A contact that equals the registrant is shown as "as the registrant"; what is sent still contains all its fields. */
function contactLines(role: RegistrationRole, contacts: Ask['contacts']): readonly ChangeLine[] {
  const contact = contacts[role];
  if (contact === undefined) return [];
  const isCopy =
    role !== 'registrant' &&
    registrationFields.every((field) => contact[field] === contacts.registrant?.[field]);
  if (isCopy) return [line(roleWords[role], null, 'as the registrant')];
  return registrationFields
    .filter((field) => contact[field] !== '')
    .map((field) => line(fieldOf(role, field), null, contact[field]));
}

const roleWords: Readonly<Record<RegistrationRole, string>> = {
  registrant: 'Registrant',
  admin: 'Admin',
  tech: 'Tech',
  billing: 'Billing',
};

const fieldOf = (role: string, field: string): string =>
  `${wordIn(roleWords, role)}: ${contactLabelOf(field).toLowerCase()}`;

const wordIn = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name;

const mostlyRequiredWords: Readonly<Record<MostlyRequired, string>> = {
  firstname: 'name',
  address1: 'address',
  city: 'city',
  postcode: 'postcode',
  country: 'country',
  phonenumber: 'phone',
  email: 'e-mail',
};

/** Checks the registrant only: the other roles are sent as copies of it, or not at all. Names of fields only. */
function missingOfRegistrant({ contacts: { registrant } }: Ask): readonly Remark[] {
  if (registrant === undefined) return [];
  const missing = missingIn(registrant).map((field) => mostlyRequiredWords[field]);
  return says(
    missing.length > 0,
    'missing-value',
    `Missing for the registrant: ${missing.join(', ')}. Most registries refuse an order without them.`,
  );
}

type Registration = Pick<Subject<'register'>, 'before' | 'past' | 'registrars' | 'sent' | 'sentAt' | 'what'>;

/**
 * Looks the name up and, where it is taken, checks who owns it: only the account that has it may read its contacts (C13). The
 * credit is added as evidence where the lookup does not decide, and what its registry shows where it is asked. Where it fell, a free name does not count as "not done" (F2).
 *
 * Source: docs/decisions/0010; Domain Reseller API v2.2, "Errors".
 */
async function readBackRegistration(
  subject: Registration,
  reads: ReadBackOf<'register'>,
): Promise<ReadBackResult> {
  const found = await reads.finding();
  if (!found.ok) return unreadable(found.error);
  const evidence = [lookedUp(subject, found.value)];
  switch (found.value.kind) {
    case 'available':
    case 'premium':
      return await stillFree(subject, reads, evidence);
    case 'taken':
    case 'reserved':
      return await ofTaken(subject, reads, evidence);
    case 'invalid':
    case 'unknown':
      return unreadable({ kind: 'unreadable', status: 200, why: 'wrong-shape' }, evidence);
  }
}

/** A registry that proves it decides where the service shows too little; a contradiction stays one. */
async function ofTaken(
  subject: Registration,
  reads: ReadBackOf<'register'>,
  lookedUpNow: ReadBackResult['evidence'],
): Promise<ReadBackResult> {
  const [contacts, reading] = await Promise.all([reads.contacts(), reads.registry()]);
  const owner = ownerIn(contacts, subject.sent?.ask ?? null);
  const result = await ownership(subject, reads, contacts, lookedUpNow);
  if (!reading.ok || reading.value === null) return result;
  const around = { owner, registrars: subject.registrars };
  const { registry, evidence } = atRegistry(subject, reading.value, around);
  const shown = { ...result, registry, evidence: [...result.evidence, evidence] };
  const isDecided = result.verdict !== 'no-proof' && result.verdict !== 'unreadable';
  return isDecided || registry.proof !== 'proven' ? shown : { ...shown, verdict: 'agrees', error: null };
}

/**
 * A free name does not prove "not done" where the service said done, or where credit was spent: a registry can be slow (F11).
 *
 * Not the same as `promisedBy`, which stops only a read of a change that was uncertain when the read began. Reads that follow
 * the answer do not go through it, and one of them may be written down after a start has marked the change as interrupted:
 * there "as before" would count as not done, and the name could be paid for twice.
 */
async function stillFree(
  subject: Registration,
  reads: Pick<ReadBackOf<'register'>, 'credit'>,
  evidence: ReadBackResult['evidence'],
): Promise<ReadBackResult> {
  const credit = await compareCredit(subject, reads);
  const isDoubtful = credit.hasFallen || subject.past.isClaimed;
  return {
    verdict: isDoubtful ? 'differs' : 'as-before',
    evidence: [...evidence, ...credit.evidence],
    error: null,
    contradictsNo: credit.contradictsNo,
    ...credit.charge,
  };
}

const isFree: ReadonlySet<CheckedFinding['kind']> = new Set(['available', 'premium']);
const isGone: ReadonlySet<CheckedFinding['kind']> = new Set(['taken', 'reserved']);

function lookedUp({ before }: Registration, { kind }: CheckedFinding) {
  const speaks = isGone.has(kind) ? 'for' : isFree.has(kind) ? 'against' : 'neither';
  return note('Looked up', speaks, before?.finding ?? null, kind);
}

async function ownership(
  subject: Registration,
  reads: Pick<ReadBackOf<'register'>, 'credit'>,
  contacts: Awaited<ReturnType<ReadBackOf<'register'>['contacts']>>,
  evidence: ReadBackResult['evidence'],
): Promise<ReadBackResult> {
  if (contacts.ok) {
    const result = owned(subject, contacts.value, evidence);
    // Decides nothing here; kept as what this order left of the credit, which later orders change.
    const credit = await compareCredit(subject, reads);
    return { ...result, ...credit.charge, evidence: [...result.evidence, ...credit.evidence] };
  }
  const { error } = contacts;
  const isNotShown = error.kind === 'refused';
  // A yes does not hold of a name that is somebody's and not in the account that ordered it (H2).
  const isYesInDoubt = subject.past.isClaimed && isNotFound(error);
  // The name was free right before the order: that it is taken now may be this order, whatever the answer was.
  const isNoInDoubt = isNo(subject.past.answered);
  if (!isNotShown && !isNoInDoubt) return unreadable(error, evidence);
  const credit = await compareCredit(subject, reads);
  const said = isYesInDoubt ? note(notHere, 'against') : note(notShown);
  return {
    verdict: isNoInDoubt || isYesInDoubt ? 'differs' : 'no-proof',
    evidence: [...evidence, ...(isNotShown ? [said] : []), ...credit.evidence],
    error: isNotShown ? null : error,
    contradictsNo: isNoInDoubt,
    ...credit.charge,
  };
}

const notShown = 'It is taken, and this account can’t see its contacts: it may be yours or somebody else’s';
const notHere = 'It is taken, and this account does not have it';

/** Whose the name is, by its contacts; null where they could not be read. @param ask Null where what was sent is no longer known. */
function ownerIn(contacts: Result<readonly ContactFields[]>, ask: Ask | null): Owner | null {
  if (!contacts.ok) return isNotFound(contacts.error) ? 'not-in-account' : null;
  return (ask && compareRegistrant(ask, contacts.value)?.owner) ?? 'registrant-not-known';
}

/**
 * The contacts are shown. Not every service keeps to its own names there: only the registrant tells whether this change registered it.
 */
function owned(
  { past, sent }: Registration,
  contacts: readonly ContactFields[],
  evidence: ReadBackResult['evidence'],
): ReadBackResult {
  const compared = sent && compareRegistrant(sent.ask, contacts);
  if (compared?.owner === 'ours') {
    const kept = compared.other
      .slice(0, 20)
      .map((field) => note(`The service shows another ${contactLabelOf(field)} for the registrant`));
    return {
      verdict: 'agrees',
      evidence: [
        ...evidence,
        note('This account can see its contacts', 'for'),
        note('Its registrant is the one you sent', 'for'),
        ...kept,
      ],
      error: null,
      observed: { isRegistered: true },
    };
  }
  const isAnother = compared?.owner === 'another-registrant';
  return {
    // Claimed by the service and shown: enough. Without the claim, somebody else may have ordered it.
    verdict: past.isClaimed ? 'no-proof' : 'differs',
    evidence: [
      ...evidence,
      isAnother
        ? note(
            'Its registrant has another e-mail address than the one you sent',
            past.isClaimed ? 'neither' : 'against',
          )
        : note('We don’t know whether its registrant is the one you sent'),
    ],
    error: null,
  };
}

/**
 * Maps the contact labels that come back to the registration fields that were sent. Keys have letters and digits only, in lower
 * case, because some registrars write underscores, spaces or capitals.
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

/**
 * Compares the registrant that came back with the one that was sent; null where none came. The service returns one field for the
 * full name, where only its parts may have been sent.
 */
function compareRegistrant({ contacts }: Ask, now: readonly ContactFields[]) {
  const { registrant } = contacts;
  const read = now.find(({ name }) => /^registrant$/i.test(name))?.fields;
  if (registrant === undefined || read === undefined) return null;
  const sent: Readonly<Record<string, string>> = { ...registrant, fullname: fullNameOf(registrant) };
  const compared = read.flatMap(({ name, value }) => {
    const field = sentAs[name.toLowerCase().replace(/[^a-z0-9]/g, '')] ?? '';
    if (!Object.hasOwn(sent, field)) return [];
    const isSame = isSameValue(sent[field] ?? '', value);
    return [{ name, field, isSame, isEmpty: value.trim() === '' }];
  });
  const emails = compared.filter(({ field, isEmpty }) => field === 'email' && !isEmpty);
  const isOurs = emails.some(({ isSame }) => isSame);
  const owner: Owner | null = isOurs ? 'ours' : emails.length > 0 ? 'another-registrant' : null;
  return {
    /** By the names under which they came back. */
    same: compared.filter(({ isSame }) => isSame).map(({ name }) => name),
    other: compared.filter(({ isSame }) => !isSame).map(({ name }) => name),
    /** By the registrant's e-mail address: no other registration has the one that was sent. Null where none is shown. */
    owner,
  };
}
