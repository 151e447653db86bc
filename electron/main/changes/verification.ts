import type { verification } from '#shared/changes/verification.ts';
import type {
  Change,
  ChangeKind,
  ChangeWhat,
  ContactFields,
  Evidence,
  LockState,
  SyncAnswer,
} from '#shared/domain/change.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import type { AnswerVerdict, PersonalDigests, ReadBackVerdict } from '#shared/domain/journal.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever, type Result } from '#shared/result.ts';
import type { Learned } from '../portfolio/portfolio.ts';
import type { Past } from './ledger.ts';
import { differingFields, digestOf, isSameSet, type Reads } from './present.ts';

/** The result of reading back once. */
export interface ReadBackResult {
  readonly verdict: ReadBackVerdict;
  readonly evidence: readonly Evidence[];
  /** Why it could not be read; null where it could. */
  readonly error: AppError | null;
  readonly learned?: Omit<Learned, 'at' | 'source'>;
  /** The service refused, and the credit has fallen: further reads cannot confirm the refusal. */
  readonly contradictsNo?: boolean;
}

/** The reads that a kind is read back with: only those in the `verification` table, which the texts on screen also use. */
type ReadBackOf<K extends ChangeKind> = Pick<Reads, (typeof verification)[K]['readBack'][number]>;

/** A change that is read back, with what its journal entries say. */
interface Subject<K extends ChangeWhat['kind'] = ChangeWhat['kind']> {
  readonly what: Extract<ChangeWhat, { readonly kind: K }>;
  readonly before: Change['before'];
  readonly told: Change['told'];
  readonly past: Past;
}

export const note = (
  label: string,
  speaks: Evidence['speaks'] = 'neither',
  before: string | null = null,
  after: string | null = null,
): Evidence => ({
  label: label.slice(0, 200),
  before: before?.slice(0, 2_000) ?? null,
  after: after?.slice(0, 2_000) ?? null,
  speaks,
});

export const unreadable = (error: AppError, evidence: readonly Evidence[] = []): ReadBackResult => ({
  verdict: 'unreadable',
  evidence,
  error,
});

/** The result of `judge` for what was read; `unreadable` where reading failed. */
const judged = <T>(read: Result<T>, judge: (value: T) => ReadBackResult): ReadBackResult =>
  read.ok ? judge(read.value) : unreadable(read.error);

/** Whether another read may help: the service is reachable, and did not refuse to answer. */
export const isWorthAnotherTry = ({ error }: ReadBackResult): boolean =>
  error === null || error.kind === 'unreadable';

/** Failures that end by themselves or with a new key: the read-back is retried when the account is reachable again. */
export const isOutOfReach = ({ error }: ReadBackResult): boolean =>
  error !== null && error.kind !== 'refused' && error.kind !== 'unreadable';

/** What the credit shows about a paid change. */
interface Credit {
  readonly evidence: Evidence;
  readonly hasFallen: boolean;
  /** It has fallen although the service refused. */
  readonly contradictsNo: boolean;
}

/**
 * Reads the credit and compares it with the amount before. A fall supports any paid change, but proves none, because the credit is
 * the whole account's. No fall says nothing where the service answered "done": some services bill later.
 */
async function lookAtCredit(
  { before, past }: Pick<Subject, 'before' | 'past'>,
  reads: Pick<Reads, 'credit'>,
): Promise<Credit> {
  const credit = await reads.credit();
  const was = before?.credit ?? null;
  const now = credit.ok ? credit.value : null;
  const spent = was === null || now === null ? null : Number(was) - Number(now);
  const hasFallen = spent !== null && spent > 0;
  const unfallen = past.isClaimed || spent === null ? 'neither' : 'against';
  return {
    evidence: note('Credit', hasFallen ? 'for' : unfallen, was, now),
    hasFallen,
    contradictsNo: hasFallen && isNo(past.answered),
  };
}

const isNo = (answered: AnswerVerdict | null): boolean =>
  answered === 'refused' || answered === 'refused-unconfirmed';

/** Reads once what a change should have brought about, and compares it. Never writes (C9). */
export async function lookAt(change: Change, past: Past, reads: Reads): Promise<ReadBackResult> {
  const { what, before, told } = change;
  switch (what.kind) {
    case 'lock':
      return await lookAtLock({ what, before, told, past }, reads);
    case 'nameservers':
      return await lookAtNameservers({ what, before, told, past }, reads);
    case 'contacts':
      return await lookAtContacts({ past }, reads);
    case 'register':
      return await lookAtRegistration({ before, past }, reads);
    case 'renew':
      return await lookAtRenewal({ before, past }, reads);
    case 'child-register':
    case 'child-modify':
    case 'child-delete':
      return lookAtChild();
    case 'sync':
      return lookAtSync({ told });
    default:
      return assertNever(what);
  }
}

/** Reads the contacts and compares the digests of the roles that were sent. Source: docs/decisions/0010. */
const lookAtContacts = async (
  { past }: Pick<Subject<'contacts'>, 'past'>,
  reads: ReadBackOf<'contacts'>,
): Promise<ReadBackResult> => judged(await reads.contacts(), (now) => judgeContacts(past.personal, now));

/** Evidence names fields only: their values are personal. */
function judgeContacts(personal: PersonalDigests | null, now: readonly ContactFields[]): ReadBackResult {
  if (personal === null) return nothingToCompare;
  const { salt, roles, before } = personal;
  const differing = differingFields(salt, roles, now);
  if (differing.length === 0) {
    return { verdict: 'agrees', evidence: [note('Every field is as it was sent', 'for')], error: null };
  }
  const isAsBefore = before !== undefined && differingFields(salt, before, now).length === 0;
  const evidence = isAsBefore
    ? [note('Every field is as it was before', 'against')]
    : differing.slice(0, mostNotes).map((field) => note(`${field} is otherwise than it was sent`, 'against'));
  return { verdict: isAsBefore ? 'as-before' : 'differs', evidence, error: null };
}

const mostNotes = 50;

const nothingToCompare: ReadBackResult = {
  verdict: 'no-proof',
  evidence: [note('What was sent is not known any more: nothing can be compared')],
  error: null,
};

/** Reads the lock and compares. Source: docs/decisions/0010. */
const lookAtLock = async (subject: Subject<'lock'>, reads: ReadBackOf<'lock'>): Promise<ReadBackResult> =>
  judged(await reads.lock(), (now) => judgeLock(subject, now));

function judgeLock({ what, before }: Subject<'lock'>, now: LockState): ReadBackResult {
  const was = before?.lock ?? null;
  const isWanted = now === what.state;
  const evidence = [note('Registrar lock', isWanted ? 'for' : 'against', was, now)];
  const otherwise = was === now ? 'as-before' : 'differs';
  return { verdict: isWanted ? 'agrees' : otherwise, evidence, error: null, learned: { lock: now } };
}

/** Reads the nameservers and compares them as a set. Source: docs/decisions/0010. */
const lookAtNameservers = async (
  subject: Subject<'nameservers'>,
  reads: ReadBackOf<'nameservers'>,
): Promise<ReadBackResult> => judged(await reads.nameservers(), (now) => judgeNameservers(subject, now));

function judgeNameservers({ what, before }: Subject<'nameservers'>, now: readonly string[]): ReadBackResult {
  const was = before?.nameservers ?? null;
  const isWanted = isSameSet(now, what.nameservers);
  const evidence = [note('Nameservers', isWanted ? 'for' : 'against', was && was.join(', '), now.join(', '))];
  const otherwise = was !== null && isSameSet(now, was) ? 'as-before' : 'differs';
  return { verdict: isWanted ? 'agrees' : otherwise, evidence, error: null, learned: { nameservers: now } };
}

/** Child nameservers cannot be read. Source: Domain Reseller API v2.2, "Endpoints"; C10. */
const lookAtChild = (): ReadBackResult => ({ verdict: 'no-proof', evidence: [], error: null });

/** What a sync does is not documented, so its answer is the only evidence. Source: C10. */
const lookAtSync = ({ told }: Pick<Subject<'sync'>, 'told'>): ReadBackResult => ({
  verdict: 'no-proof',
  evidence: told === null ? [] : toldNotes(told),
  error: null,
});

const toldNotes = ({ active, expired, transferredAway, expiresOn }: SyncAnswer) =>
  [
    ['Expiry date', expiresOn] as const,
    ['Active', yesOrNo(active)] as const,
    ['Expired', yesOrNo(expired)] as const,
    ['Transferred away', yesOrNo(transferredAway)] as const,
  ].flatMap(([label, after]) => (after === null ? [] : [note(label, 'neither', null, after)]));

const yesOrNo = (flag: boolean | null): string | null => (flag === null ? null : flag ? 'yes' : 'no');

/**
 * No operation shows when a domain expires, so nothing proves a renewal. The credit is only a hint, because it is the whole
 * account's. A refusal is not believed where the credit fell (F2).
 *
 * Source: docs/decisions/0010; C10.
 */
async function lookAtRenewal(
  subject: Pick<Subject<'renew'>, 'before' | 'past'>,
  reads: ReadBackOf<'renew'>,
): Promise<ReadBackResult> {
  const { evidence, contradictsNo }: Credit = await lookAtCredit(subject, reads);
  return {
    verdict: contradictsNo ? 'differs' : 'no-proof',
    evidence: [evidence],
    error: null,
    contradictsNo,
  };
}

type Registration = Pick<Subject<'register'>, 'before' | 'past'>;

/**
 * Looks the name up and, where it is taken, checks who owns it: only the account that has it may read its contacts (C13). The
 * credit is added as evidence where the lookup does not decide. Where it fell, a free name does not count as "not done" (F2).
 *
 * Source: docs/decisions/0010; Domain Reseller API v2.2, "Errors".
 */
async function lookAtRegistration(
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
      return await ownership(subject, reads, evidence);
    case 'invalid':
    case 'unknown':
      return unreadable({ kind: 'unreadable', status: 200, why: 'wrong-shape' }, evidence);
  }
}

/** A free name does not prove "not done" where the service said done, or where credit was spent: a registry can be slow (F11). */
async function stillFree(
  subject: Registration,
  reads: Pick<ReadBackOf<'register'>, 'credit'>,
  evidence: ReadBackResult['evidence'],
): Promise<ReadBackResult> {
  const credit = await lookAtCredit(subject, reads);
  const isDoubtful = credit.hasFallen || subject.past.isClaimed;
  return {
    verdict: isDoubtful ? 'differs' : 'as-before',
    evidence: [...evidence, credit.evidence],
    error: null,
    contradictsNo: credit.contradictsNo,
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
  reads: ReadBackOf<'register'>,
  evidence: ReadBackResult['evidence'],
): Promise<ReadBackResult> {
  const contacts = await reads.contacts();
  if (contacts.ok) return owned(subject.past, contacts.value, evidence);
  const { error } = contacts;
  const isNotShown = error.kind === 'refused';
  // The name was free right before the order: that it is taken now may be this order, whatever the answer was.
  const isContradiction = isNo(subject.past.answered);
  if (!isNotShown && !isContradiction) return unreadable(error, evidence);
  const credit = await lookAtCredit(subject, reads);
  return {
    verdict: isContradiction ? 'differs' : 'no-proof',
    evidence: [...evidence, ...(isNotShown ? [note(notShown)] : []), credit.evidence],
    error: isNotShown ? null : error,
    contradictsNo: isContradiction,
  };
}

const notShown =
  'It is taken, and its contacts are not shown to this account: it may be yours, or somebody else’s';

/** The contacts are shown, so this account owns the name. The registrant tells whether this change registered it. */
function owned(
  past: Registration['past'],
  contacts: readonly ContactFields[],
  evidence: ReadBackResult['evidence'],
): ReadBackResult {
  const shown = [...evidence, note('The service shows its contacts to this account', 'for')];
  const compared = past.personal && compareRegistrant(past.personal, contacts);
  if (compared?.hasOurEmail === true) {
    const kept = compared.other
      .slice(0, 20)
      .map((field) => note(`Registrant: ${field} is otherwise than it was sent`));
    return {
      verdict: 'agrees',
      evidence: [...shown, note('Its registrant is the one that was sent', 'for'), ...kept],
      error: null,
      learned: { isRegistered: true },
    };
  }
  return {
    // Claimed by the service and owned: enough. Without the claim, another user of this account may have ordered it elsewhere.
    verdict: past.isClaimed ? 'no-proof' : 'differs',
    evidence: [
      ...shown,
      note('Its registrant is not known to be the one that was sent', past.isClaimed ? 'neither' : 'against'),
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

export interface Compared {
  /** By the names under which they came back. */
  readonly same: readonly string[];
  readonly other: readonly string[];
  /** The registrant's e-mail address is the one that was sent: no other registration has that. */
  readonly hasOurEmail: boolean;
}

/** Compares the registrant that came back with the digests of the one that was sent; null where there is nothing to compare. */
function compareRegistrant({ salt, roles }: PersonalDigests, now: readonly ContactFields[]): Compared | null {
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
