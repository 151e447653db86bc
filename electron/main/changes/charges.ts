import { setImmediate as nextTurn } from 'node:timers/promises';
import { isOpen } from '#shared/domain/change-kinds.ts';
import {
  type Change,
  emptyChangeFilter,
  type Evidence,
  isBillAwaited,
  isUncharged,
  type WriteOutcome,
} from '#shared/domain/change.ts';
import { isSameService, serviceKey, serviceOf, type ServiceIdentity } from '#shared/domain/account.ts';
import { creditUnits, decimalText, tenThousandths } from '#shared/domain/counting.ts';
import { chargedInAllLabel, creditLabel, fallOf, sharedCreditLabel } from '#shared/domain/limits.ts';
import { fail, ok } from '#shared/result.ts';
import { sleepingUntil } from '../jobs/waiting.ts';
import { readCredits } from '../reseller/operations/credits-tlds-version.ts';
import { note, type ReadBackResult, type Subject } from './kinds/kind.ts';
import type { Context, Past } from './ledger.ts';
import { type DomainReads, type PartReads, readPart } from './present.ts';

/*
 * What the credit may say of what was paid with it. It is the whole account's, so it proves nothing:
 *
 * - A fall supports one change alone, where nothing else of the login was under way or had yet to be charged. Otherwise it belongs to none
 *   for certain (H8).
 * - No fall speaks against a change that was not answered with a yes: some services bill later.
 * - A rise says nothing: somebody paid in, which hides a charge (H5).
 * - What was accepted and not seen charged has been charged where the credit fell by exactly its price, and that can be the sum of no
 *   other changes.
 * - Where it fell by more than all that is to be charged costs, more was taken for one of these, whichever it is, at once or later (H6).
 * - Where a colleague of the team ordered with the same login, it says nothing of any of these.
 */

/** A credit that can be two amounts is not read: nothing may be compared with it (H24). */
export const creditRead: PartReads['credit'] = async (from) => {
  const read = await readPart(from, readCredits, null, ({ amount }) => amount);
  if (!read.ok) return read;
  return read.value === null ? fail({ kind: 'unreadable', status: 200, why: 'wrong-shape' }) : ok(read.value);
};

/** What the credit shows about a paid change. */
interface Credit {
  /** Empty where the credit was known neither before nor after. */
  readonly evidence: readonly Evidence[];
  readonly hasFallen: boolean;
  /** It has fallen although the service refused. */
  readonly contradictsNo: boolean;
  readonly charge: Pick<ReadBackResult, 'charge' | 'credit'>;
}

export const isNo = (answered: WriteOutcome | null): boolean =>
  answered === 'refused' || answered === 'refused-unconfirmed';

/** Reads the credit and compares it with the amount before. */
export async function compareCredit(
  { before, past }: Pick<Subject<'register' | 'renew'>, 'before' | 'past'>,
  reads: Pick<DomainReads, 'credit'>,
): Promise<Credit> {
  const read = await reads.credit();
  return creditBetween(before?.credit ?? null, read.ok ? read.value : null, past);
}

function creditBetween(was: string | null, now: string | null, past: Past): Credit {
  if (was === null || now === null) {
    const evidence = was === now ? [] : [note(creditLabel, 'neither', was, now)];
    return { evidence, hasFallen: false, contradictsNo: false, charge: {} };
  }
  const credit = movedFrom(Number(was), Number(now));
  const unfallen = credit === 'rose' || past.isClaimed ? 'neither' : 'against';
  const hasFallen = credit === 'fell';
  return {
    evidence: [note(creditLabel, hasFallen ? 'for' : unfallen, was, now)],
    hasFallen,
    contradictsNo: hasFallen && isNo(past.answered),
    // Whatever the price: a service need not show one, and of what costs nothing a person looks once (H1).
    charge: { charge: hasFallen ? 'fell' : 'not-yet', credit },
  };
}

function movedFrom(was: number, now: number): NonNullable<ReadBackResult['credit']> {
  if (now < was) return 'fell';
  return now > was ? 'rose' : 'same';
}

/**
 * A fall is not told as this change's where another order of the login may have caused it. What is still to be charged is asked for once, and
 * not at all where the credit was not read.
 */
export async function withSharedCredit(
  context: Pick<Context, 'journal' | 'now'>,
  change: Change,
  result: ReadBackResult,
): Promise<ReadBackResult> {
  const credit = result.evidence.find(({ label }) => label === creditLabel);
  if (credit === undefined) return result;
  const { isAlone, paid } = await chargedBeside(context, change);
  if (isAlone) return result;
  const { speaks, after } = credit;
  const shared = note(sharedCreditLabel, speaks === 'for' ? 'neither' : speaks, credit.before, after);
  const charged = chargedInAll(change, paid, after);
  const evidence = result.evidence.flatMap((one) => (one === credit ? [shared, ...charged] : one));
  const isStill = isCreditStill(change, paid, after);
  return { ...result, evidence, ...(result.charge && { charge: 'not-yet' }), ...(isStill && { isStill }) };
}

interface ChargedBeside {
  /** Nothing else can have used the credit since it was read. */
  readonly isAlone: boolean;
  /** All that sums can be made of; empty where none can, as of hours ago: in a span that nobody watched, a fall may be anybody's. */
  readonly paid: readonly Change[];
}

const notKnown: ChargedBeside = { isAlone: false, paid: [] };

async function chargedBeside(
  context: Pick<Context, 'journal' | 'now'>,
  change: Change,
): Promise<ChargedBeside> {
  const { service, before } = change;
  if (before === null) return notKnown;
  const readMs = Date.parse(before.readAt);
  const known = await outstanding(context, service, readMs);
  if (known === null) return notKnown;
  const isCountable = readMs > context.now().getTime() - billedForMs && !isOthers(known);
  return { isAlone: wasAlone(change, readMs, known), paid: isCountable ? known.paid : [] };
}

/** The first that was not seen charged: from the credit before it on, what was taken is counted. */
const firstOpen = (paid: readonly Change[]): Change | undefined =>
  paid.find(({ charge }) => charge !== 'fell');

/** So many orders of a batch, accepted and not seen charged, show that the service does not charge at once. */
const ordersToShow = 3;

/** Whether the credit is as it was before the first of these, though several orders of the same batch were accepted since. */
function isCreditStill({ id, batchId }: Change, paid: readonly Change[], credit: string | null): boolean {
  const before = paid.filter((one) => one.batchId === batchId && one.id !== id && isUncharged(one));
  return batchId !== null && before.length >= ordersToShow && firstOpen(paid)?.before?.credit === credit;
}

/** Says where the credit fell by more than all cost that this change is one of and that are to be charged. */
function chargedInAll({ id }: Change, paid: readonly Change[], credit: string | null): readonly Evidence[] {
  // Of one that was sent long before, the fall may be its own.
  const isOneOf = credit !== null && paid.some((one) => one.id === id);
  const charge = isOneOf ? overchargeAmong(paid, credit) : null;
  return charge === null || wasShownBefore(paid, charge.taken) ? [] : [overchargeNote(charge)];
}

const overchargeNote = ({ agreed, taken }: Agreed): Evidence =>
  note(chargedInAllLabel, 'neither', agreed, taken);

/** It is told of one change, and again only where more was taken since. */
const wasShownBefore = (all: readonly Change[], taken: string): boolean =>
  all.some(({ evidence }) =>
    evidence.some(
      ({ label, after }) =>
        label === chargedInAllLabel && (tenThousandths(after ?? '') ?? 0n) >= (tenThousandths(taken) ?? 0n),
    ),
  );

/** What of a login may still be charged, and what of others may have been charged with it. */
type Outstanding = Extract<
  Awaited<ReturnType<Context['journal']['outstanding']>>,
  { readonly ok: true }
>['value'];

/** After it, a paid change that is still open is not expected to be charged any more: it waits for a person. */
const longestOrderMs = 10 * 60_000;
/** Assumed: what a service has accepted is charged within an hour, or not while anything else is. */
const billedForMs = 3_600_000;

/**
 * The oldest change of a login that may still be charged, and every paid one since, in their order; after them those before it whose bill may
 * have come since its credit was read. Of hours ago nothing is said, but for a change whose credit was read then. Null where that is not
 * known.
 *
 * @param readMs When the credit was read before the change that it is asked for.
 */
async function outstanding(
  { journal, now }: Pick<Context, 'journal' | 'now'>,
  service: ServiceIdentity,
  readMs = Infinity,
): Promise<Outstanding | null> {
  const sinceMs = Math.min(now().getTime() - billedWithinMs, readMs - billedForMs);
  const since = new Date(sinceMs).toISOString();
  const found = await journal.outstanding({ service, since, billedWithinMs: billedForMs });
  return found.ok ? found.value : null;
}

/** Whether nothing else of the login was under way since its credit was read, nor had still to be charged from the hour before (H8). */
const wasAlone = (change: Change, readMs: number, { paid, colleagueAt }: Outstanding): boolean =>
  !isColleagueBeside(colleagueAt, readMs) &&
  paid.every((other) => {
    const sentMs = Date.parse(other.sentAt ?? '');
    const changedMs = Date.parse(other.changedAt);
    const wasUnderWay = sentMs >= readMs - longestOrderMs && (isOpen(other.state) || changedMs > readMs);
    return other.id === change.id || sentMs < readMs - billedForMs || !(isBillAwaited(other) || wasUnderWay);
  });

/**
 * Whether a colleague of the team may have used the credit since it was read. Their journals say what they sent and not what it took from
 * the credit, so that no sum tells their bill from ours: then the credit proves nothing of ours.
 */
const isColleagueBeside = (colleagueAt: string | null, readMs: number): boolean =>
  colleagueAt !== null && Date.parse(colleagueAt) >= readMs - longestOrderMs;

/** The same since the credit before the first of these was read. */
function isOthers({ paid, colleagueAt }: Outstanding): boolean {
  const readAt = firstOpen(paid)?.before?.readAt;
  return readAt !== undefined && isColleagueBeside(colleagueAt, Date.parse(readAt));
}

/**
 * Which of these paid changes of a login are charged by now, although nobody saw it.
 *
 * @param paid The oldest that was not seen charged, and every one since, in order.
 * @param now The credit.
 */
export function chargedOf(paid: readonly Change[], now: string): readonly Change[] {
  const known = takenFor(paid, now);
  if (known === null) return [];
  const open = known.open.filter(({ due }) => due !== 0n);
  // The bill of one that was settled late may have come before or after the first credit.
  const perhaps = [...open.map(({ due }) => due), ...known.before];
  const charged = onlyWayTo(known.taken, perhaps);
  return charged.flatMap((index) => open[index]?.change ?? []).filter(isBillAwaited);
}

/** What was agreed to for changes, and what was taken for them. */
interface Agreed {
  readonly agreed: string;
  readonly taken: string;
}

/**
 * Where more was taken than all of these cost that were not seen charged: for one of them, and nobody knows which.
 *
 * @param paid The oldest that was not seen charged, and every one whose charge may have come since its credit was read.
 * @param now The credit.
 */
export function overchargeAmong(paid: readonly Change[], now: string): Agreed | null {
  const known = takenFor(paid, now);
  if (known === null) return null;
  const currencies = known.open.map(({ change: { what } }) =>
    'price' in what && what.price.kind === 'given' ? what.price.currency : null,
  );
  const agreed = [...known.open.map(({ due }) => due), ...known.before].reduce((sum, due) => sum + due, 0n);
  if (new Set(currencies).size > 1 || known.taken <= agreed) return null;
  return { agreed: decimalText(agreed), taken: decimalText(known.taken) };
}

/**
 * What was taken since the credit before the first of these that was not seen charged, but for what was seen; null where that, or one of the
 * prices, is not known. `before`: what others cost that were sent before it, and whose bill may have come after its credit was read.
 */
function takenFor(paid: readonly Change[], now: string) {
  const first = firstOpen(paid);
  const [was, is] = [creditBefore(first), creditUnits(now)];
  if (was === null || is === null) return null;
  let taken = was - is;
  const open: { readonly change: Change; readonly due: bigint }[] = [];
  const before: bigint[] = [];
  for (const change of paid) {
    const due = dueOf(change);
    if (due === null) return null;
    if (isSentBefore(change, first)) before.push(due);
    else if (change.charge !== 'fell') open.push({ change, due });
    else taken -= due;
  }
  return { taken, open, before };
}

const creditBefore = (change: Change | undefined): bigint | null => creditUnits(change?.before?.credit ?? '');

const isSentBefore = (change: Change, other: Change | undefined): boolean =>
  (change.sentAt ?? '') < (other?.sentAt ?? '');

/** In ten-thousandths, what a change takes from the credit: what it was seen to take, or its price. Null where that is not known. */
function dueOf({ what, evidence }: Change): bigint | null {
  const price = 'price' in what && what.price.kind === 'given' ? what.price.amount : null;
  return tenThousandths(fallOf(evidence) ?? price ?? '');
}

/** More sums than that are not looked through. */
const mostSums = 20_000;

/** The places of the amounts that come to this sum; none where there is no such sum, or more than one way to it. */
function onlyWayTo(sum: bigint, amounts: readonly bigint[]): readonly number[] {
  /** Null: in more than one way. */
  const ways = new Map<bigint, readonly number[] | null>([[0n, []]]);
  for (const [index, amount] of amounts.entries()) {
    for (const [before, by] of [...ways]) {
      const total = before + amount;
      if (total <= sum) ways.set(total, ways.has(total) || by === null ? null : [...by, index]);
    }
    if (ways.size > mostSums) return [];
  }
  return ways.get(sum) ?? [];
}

/** When the credit is read again after something was not seen charged. */
const readsAfterMs = [60_000, 600_000, 3_600_000] as const;
/** How long a bill is waited for. */
const billedWithinMs = 2 * 3_600_000;

/** Changes that took effect and were not seen charged, until they are. */
export type Charges = ReturnType<typeof createCharges>;

/** How far back a start looks for what is still to be followed. */
const followedForMs = 2 * 86_400_000;
const pageSize = 200;

/** What was ordered in the last days: after a start, some of it is not charged or proven yet. */
export async function orderedLately({ journal, now }: Pick<Context, 'journal' | 'now'>): Promise<Change[]> {
  const since = new Date(now().getTime() - followedForMs).toISOString();
  const filter = { ...emptyChangeFilter, kinds: ['renew', 'register'] as const, from: since };
  const ordered: Change[] = [];
  for (;;) {
    const page = await journal.list({ filter, offset: ordered.length, limit: pageSize });
    if (!page.ok) return ordered;
    await nextTurn();
    const { changes } = page.value;
    ordered.push(...changes);
    if (changes.length < pageSize) return ordered;
  }
}

export function createCharges(context: Context) {
  const { ledger, connections, now, track, onBug, timer, closing } = context;
  const sleep = sleepingUntil(timer, closing);
  /** Of each login, when the last change was sent whose bill is awaited: the credit is read for all of them at once. */
  const last = new Map<string, string>();

  /** What the credit says of all that is still to be charged: what was taken for which of it, or that more was than was agreed to. */
  async function settle(service: ServiceIdentity, credit: string): Promise<void> {
    const known = await outstanding(context, service);
    if (known === null || isOthers(known)) return;
    const { paid } = known;
    const late = note('Its price was taken from the credit later', 'for');
    for (const { id, evidence } of chargedOf(paid, credit)) await noted(id, 'fell', [...evidence, late]);
    const more = overchargeAmong(paid, credit);
    const lastOpen = paid.findLast((one) => isBillAwaited(one) && !isSentBefore(one, firstOpen(paid)));
    if (more === null || lastOpen === undefined || wasShownBefore(paid, more.taken)) return;
    const others = lastOpen.evidence.filter(({ label }) => label !== chargedInAllLabel);
    await noted(lastOpen.id, 'not-yet', [...others, overchargeNote(more)]);
  }

  async function noted(id: string, charge: 'fell' | 'not-yet', evidence: readonly Evidence[]): Promise<void> {
    await ledger.append(id, { type: 'read-back', verdict: 'no-proof', error: null, charge, evidence });
  }

  async function readCreditAgain({ accountId, domain }: Change, service: ServiceIdentity): Promise<void> {
    const connection = await connections.of(accountId);
    // Another service, or another user at it, has another credit (F10).
    if (!connection.ok || !isSameService(service, serviceOf(connection.value.account))) return;
    const { ended: signal } = connection.value;
    const credit = await creditRead({ connection: connection.value, domain, signal });
    if (credit.ok) await settle(service, credit.value);
  }

  async function watch(change: Change, service: ServiceIdentity): Promise<void> {
    const ageMs = (): number => now().getTime() - Date.parse(change.changedAt);
    // Of what was missed while the program was closed, the last is made up for at once.
    const begunMs = ageMs();
    const left = readsAfterMs.filter((_, index) => (readsAfterMs[index + 1] ?? Infinity) > begunMs);
    for (const afterMs of left) {
      if (!(await sleep(Math.min(Math.max(afterMs - ageMs(), 0), afterMs)))) return;
      if (last.get(serviceKey(service)) !== change.sentAt) return;
      // An older one may be charged after this one: all of the login are waited for.
      if ((await outstanding(context, service))?.paid.some(isBillAwaited) !== true) return;
      await readCreditAgain(change, service);
    }
  }

  return {
    /** Reads the credit again later for such a change; does nothing for another. */
    follow(change: Change) {
      const { sentAt, service } = change;
      if (sentAt === null || !isBillAwaited(change)) return;
      const login = serviceKey(service);
      if ((last.get(login) ?? '') >= sentAt) return;
      last.set(login, sentAt);
      track(watch(change, service).catch(onBug));
    },
    /** After the credit was read for a paid change: notes what it says of the others of its login. Never rejects. */
    async settle({ service }: Change, { evidence }: Pick<ReadBackResult, 'evidence'>) {
      const read = evidence.find(({ label }) => label === creditLabel || label === sharedCreditLabel)?.after;
      if (read != null) await settle(service, read).catch(onBug);
    },
  };
}
