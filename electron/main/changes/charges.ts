import { type Change, type Evidence, isUncharged, type WriteOutcome } from '#shared/domain/change.ts';
import { isSameService, serviceKey, serviceOf } from '#shared/domain/account.ts';
import { tenThousandths } from '#shared/domain/counting.ts';
import { creditLabel, fallOf, sharedCreditLabel } from '#shared/domain/limits.ts';
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

/** A fall is not told as this change's where another order of the login may have caused it. */
export async function withSharedCredit(
  { journal }: Pick<Context, 'journal'>,
  { id, service, before }: Change,
  result: ReadBackResult,
): Promise<ReadBackResult> {
  const isCredit = ({ label }: Evidence): boolean => label === creditLabel;
  if (!result.evidence.some(isCredit)) return result;
  const beside =
    service === null || before === null
      ? null
      : await journal.isOrderedBeside({ id, service, since: before.readAt });
  if (beside?.ok === true && !beside.value) return result;
  const evidence = result.evidence.map((one) =>
    isCredit(one)
      ? note(sharedCreditLabel, one.speaks === 'for' ? 'neither' : one.speaks, one.before, one.after)
      : one,
  );
  return { ...result, evidence, ...(result.charge && { charge: 'not-yet' }) };
}

/**
 * Which of these paid changes of a login are charged by now, although nobody saw it.
 *
 * @param paid The oldest that was not seen charged, and every one since, in order.
 * @param now The credit.
 */
export function chargedOf(paid: readonly Change[], now: string): readonly Change[] {
  const [was, is] = [tenThousandths(paid[0]?.before?.credit ?? ''), tenThousandths(now)];
  if (was === null || is === null) return [];
  const all = paid.map((change) => ({ change, due: dueOf(change), isSeen: change.charge === 'fell' }));
  if (all.some(({ due }) => due === null)) return [];
  const seen = all.filter(({ isSeen }) => isSeen).reduce((sum, { due }) => sum + (due ?? 0n), 0n);
  const open = all.filter(({ due, isSeen }) => !isSeen && due !== 0n);
  const charged = onlyWayTo(
    was - is - seen,
    open.map(({ due }) => due ?? 0n),
  );
  return charged.flatMap((index) => open[index]?.change ?? []).filter(isUncharged);
}

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

/** When the credit is read again after something was not seen charged, each counted from the one before. */
const readsAgainMs = [60_000, 540_000, 3_000_000] as const;
/** How long a bill is waited for. */
const billedWithinMs = 2 * 3_600_000;

/** Changes that were accepted and not seen charged, until they are. */
export interface Charges {
  /** Reads the credit again later for such a change; does nothing for another. */
  readonly follow: (change: Change) => void;
  /** After the credit was read for a paid change: notes what it says of the others of its login. Never rejects. */
  readonly settle: (change: Change, result: Pick<ReadBackResult, 'evidence'>) => Promise<void>;
}

export function createCharges(context: Context): Charges {
  const { journal, ledger, connections, now, track, onBug, timer, closing } = context;
  const sleep = sleepingUntil(timer, closing);
  const followed = new Set<string>();
  /** Of each login, the last change that was not seen charged: the credit is read for all of them at once. */
  const last = new Map<string, string>();

  async function uncharged({ service }: Change): Promise<readonly Change[]> {
    if (service === null) return [];
    const since = new Date(now().getTime() - billedWithinMs).toISOString();
    const paid = await journal.paidSinceUncharged({ service, since });
    return paid.ok ? paid.value : [];
  }

  async function settle(change: Change, credit: string): Promise<void> {
    for (const { id, evidence } of chargedOf(await uncharged(change), credit)) {
      const late = note('Its price was taken from the credit later', 'for');
      const event = { type: 'read-back', verdict: 'no-proof', error: null, charge: 'fell' } as const;
      await ledger.append(id, { ...event, evidence: [...evidence, late] });
    }
  }

  async function readCreditAgain(change: Change): Promise<void> {
    const connection = await connections.of(change.accountId);
    // Another service, or another user at it, has another credit (F10).
    if (!connection.ok || change.service === null) return;
    if (!isSameService(change.service, serviceOf(connection.value.account))) return;
    const { ended: signal } = connection.value;
    const credit = await creditRead({ connection: connection.value, domain: change.domain, signal });
    if (credit.ok) await settle(change, credit.value);
  }

  async function watch(change: Change, login: string): Promise<void> {
    for (const pauseMs of readsAgainMs) {
      if (!(await sleep(pauseMs)) || last.get(login) !== change.id) return;
      // An older one may be charged after this one: all of the login are waited for.
      const paid = await uncharged(change);
      if (!paid.some(isUncharged)) return;
      await readCreditAgain(change);
    }
  }

  return {
    follow(change) {
      const { id, service } = change;
      if (service === null || !isUncharged(change) || followed.has(id)) return;
      const login = serviceKey(service);
      followed.add(id);
      last.set(login, id);
      track(watch(change, login).catch(onBug));
    },
    async settle(change, { evidence }) {
      const read = evidence.find(({ label }) => label === creditLabel || label === sharedCreditLabel)?.after;
      if (read != null) await settle(change, read).catch(onBug);
    },
  };
}
