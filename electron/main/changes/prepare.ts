import type { review } from '#shared/areas/change-schemas.ts';
import type { ChangeAsk, ChangeWhat } from '#shared/changes/index.ts';
import { mustBeTyped } from '#shared/domain/batch.ts';
import { familyOf } from '#shared/domain/change-kinds.ts';
import type { Change, Consent, JournalEvent } from '#shared/domain/change.ts';
import { aLabelsOf, nameInText } from '#shared/domain/domain-name.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import { amountToType, confirmedAt, isConfirmedBy, type OverLimit } from '#shared/domain/limits.ts';
import { isSameService, serviceOf } from '#shared/domain/account.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { TypeOf } from '#shared/schema-type.ts';
import type { Keyed } from '../accounts/encryption.ts';
import { cut, invalidInput } from '../system/texts.ts';
import { resultOf } from '../workspace/sqlite.ts';
import { kindInMain, seenText, whatOf } from './kinds/index.ts';
import type { Facts, KnownOfDomain } from './kinds/kind.ts';
import { lastOf } from './kinds/paid.ts';
import { type Context, openChange, startOfDay } from './ledger.ts';
import {
  type Addressed,
  addressed,
  askOf,
  keyedFor,
  type Order,
  presentFor,
  refusedBecause,
} from './order.ts';
import { type Present, type RenewalPrice, renewalPriceNow } from './present.ts';
import { type TeamKnown, teamOf } from './referee.ts';
import { hostsKnown, remarksOf } from './weigh.ts';

export type Review = TypeOf<typeof review>;

/** What a person typed and ticked when sending. */
export interface Confirmation {
  readonly typedName: string | null;
  readonly premiumAccepted: boolean;
  readonly typedLimit: string | null;
}

/** A review with what is needed to send exactly what it showed. Contains personal data: kept in memory only. */
export interface PreparedReview {
  readonly review: Review;
  readonly ask: ChangeAsk;
  /** Over everything that is sent, and the change's id. */
  readonly digest: string;
  /** The change made from this review: one, however often it is applied. */
  readonly changeId: string;
  /** See `keyedFor`. */
  readonly keyed: Keyed | null;
  /** The journal entry to write when it is applied; null where the change is in the journal already. */
  readonly entry: Extract<JournalEvent, { readonly type: 'planned' }> | null;
  /** The consent that applying gives, except for what a person has yet to type. */
  readonly consent: Consent;
}

/**
 * Makes the review of a change. Writes nothing.
 *
 * Fails with: `invalid-input`, `open-change`, `journal-broken`, `storage`, what a connection and `readPresent` fail with.
 */
export async function prepare(
  context: Context,
  accountId: string,
  domain: string,
  ask: ChangeAsk,
): Promise<Result<PreparedReview>> {
  const to = await addressed(context, accountId, domain, ask);
  if (!to.ok) return to;
  return await reviewed(context, to.value, null);
}

/**
 * Makes a new review of a planned change that was not sent. It is sent as it was planned.
 *
 * Fails with: as {@link prepare}; `changed-since` (`login`) where it would go to another login than was reviewed.
 */
export async function prepareAgain(context: Context, id: string): Promise<Result<PreparedReview>> {
  const found = await context.ledger.find(id);
  if (!found.ok) return found;
  const planned = found.value;
  const { accountId, domain, state } = planned;
  if (state !== 'planned') return refusedBecause(`A change that is ${state} is not sent.`);
  const ask = await askOf(context, planned);
  if (!ask.ok) return ask;
  const to = await addressed(context, accountId, domain, ask.value);
  if (!to.ok) return to;
  const past = await context.ledger.past(id);
  if (!past.ok) return past;
  const now = serviceOf(to.value.connection.account);
  if (!isSameService(planned.service, now)) {
    return fail({ kind: 'changed-since', what: 'login' });
  }
  const keyed = await keyedFor(context, ask.value, planned);
  if (to.value.order.digestFor(id, keyed) !== past.value.digest) {
    return refusedBecause(
      'The account was edited, so other fields would be sent. Withdraw the change and start again.',
    );
  }
  return await reviewed(context, to.value, planned);
}

/** @param planned Null where nothing is in the journal yet. */
async function reviewed(
  context: Context,
  to: Addressed,
  planned: Change | null,
): Promise<Result<PreparedReview>> {
  const changeId = planned?.id ?? context.newId();
  const { connection, order } = to;
  const { account } = connection;
  const { ask, domain } = order;
  if (order.fields.length > mostFields) return tooMany;
  const service = serviceOf(account);
  const past = await pastFor(context, to, changeId);
  if (!past.ok) return past;
  const { lastEffect, team } = past.value;
  const present = await presentFor(context, to);
  if (!present.ok) return present;
  const unsendable = kindInMain(ask.kind).unsendable(ask, present.value);
  if (unsendable !== null) return fail(unsendable);
  const known = await knownOf(context, account.id, order);
  const { what, limits, ...costs } = await costsOf(context, to, present.value, planned);
  const keyed = await keyedFor(context, ask, planned ?? { id: changeId, batchId: null, domain });
  const digest = order.digestFor(changeId, keyed);
  const facts = {
    domain,
    ask,
    now: context.now(),
    isPractice: account.kind === 'practice',
    currency: account.options.currency,
    known,
    team,
    earlier: past.value,
    present: present.value,
    ...costs,
  };
  const review = reviewOf(to, facts, { reviewId: context.newId(), limits });
  return ok({
    review,
    ask,
    changeId,
    digest,
    keyed,
    entry: planned ? null : entryOf(to, { service, what, digest }),
    consent: {
      at: review.readAt,
      service,
      present: seenText(ask, present.value, keyed),
      lastEffect: lastEffect?.id ?? null,
      ...teamEffectIn(team),
      price: costs.price,
      premiumAccepted: false,
      limits: [],
    },
  });
}

/** What was done before, here and in the team. Fails with: `open-change`, `claimed-elsewhere`, `journal-broken`, `storage`. */
async function pastFor(context: Context, { connection, order }: Addressed, besideId: string) {
  const { account } = connection;
  const { ask, domain } = order;
  const matter = { service: serviceOf(account), domain, family: familyOf(ask.kind) };
  const past = await context.journal.historyOf({ accountId: account.id, ...matter, besideId });
  if (!past.ok) return past;
  const { open, brokenAt: seq } = past.value;
  if (seq !== null) return fail({ kind: 'journal-broken', journal: 'changes', seq } as const);
  if (open !== null) return fail(openChange(open));
  return mapOk(await teamOf(context, matter), (team) => ({ ...past.value, team }));
}

const teamEffectIn = ({ past }: TeamKnown): Pick<Consent, 'teamEffect'> =>
  past === null ? {} : { teamEffect: past.last?.changeId ?? null };

interface Costs {
  readonly what: ChangeWhat;
  /** The price known now, whether the change is planned or not; null where no cost of the change is known. */
  readonly price: Price | null;
  /** Why it could not be looked up. */
  readonly priceError: AppError | null;
  /** The lookup for the price found that the name can be registered. */
  readonly isFree?: true;
  readonly limits: readonly OverLimit[];
}

async function costsOf(
  context: Context,
  { connection, order }: Addressed,
  present: Present,
  planned: Change | null,
): Promise<Costs> {
  const { ask, domain } = order;
  const from = { connection, domain, signal: connection.ended };
  const renewsFor = kindInMain(ask.kind).renewsFor(ask);
  const renewal: RenewalPrice =
    renewsFor !== null ? await renewalPriceNow(context, from, renewsFor) : { price: notGiven, error: null };
  const now = whatOf(ask, present, renewal.price);
  const what = planned?.what ?? now;
  if (!('price' in now)) return { what, price: null, priceError: null, limits: [] };
  const { price } = now;
  const dayStartsAt = startOfDay(context.now()).toISOString();
  const limits = await context.journal.limitsOver({
    prices: [price],
    accountId: connection.account.id,
    batchId: planned?.batchId ?? null,
    dayStartsAt,
  });
  // Where they cannot be read, the journal's own check before sending decides.
  return {
    what,
    price,
    priceError: renewal.error,
    ...(renewal.isFree && { isFree: true }),
    limits: limits.ok ? limits.value : [],
  };
}

/** The journal event `planned` of a change that is not in the journal yet. */
const entryOf = (
  { connection, order }: Addressed,
  of: Pick<NonNullable<PreparedReview['entry']>, 'service' | 'what' | 'digest'>,
): NonNullable<PreparedReview['entry']> => ({
  type: 'planned',
  accountId: connection.account.id,
  accountLabel: connection.account.label,
  domain: order.domain,
  batchId: null,
  ...of,
});

/** The most fields that a review shows. */
const mostFields = 200;
const tooMany = invalidInput('roles', 'There are too many fields.');

/** What the portfolio knows of the domain. A failed read leaves its part empty: it does not prevent the review. */
async function knownOf({ portfolio }: Context, accountId: string, order: Order): Promise<KnownOfDomain> {
  const { domain } = order;
  const [found, elsewhere, hosts] = await Promise.all([
    portfolio.find(accountId, domain),
    resultOf(() => portfolio.heldBy(accountId, domain)),
    hostsKnown(portfolio, accountId, order),
  ]);
  return {
    domain: found.ok ? found.value : null,
    heldBy: elsewhere.ok ? elsewhere.value : null,
    ...hosts,
  };
}

function reviewOf(
  { connection: { account }, order }: Addressed,
  facts: Facts & { readonly present: Present },
  { reviewId, limits }: { readonly reviewId: string; readonly limits: readonly OverLimit[] },
): Review {
  const { ask, domain, present, known, price } = facts;
  const { credit, readAt } = present.before;
  return {
    reviewId,
    accountId: account.id,
    accountLabel: account.label,
    isPractice: facts.isPractice,
    domain,
    kind: ask.kind,
    readAt: facts.now.toISOString(),
    lines: kindInMain(ask.kind).lines(ask, present, known),
    sent: { method: 'POST', path: order.path, fields: shownFields(order) },
    remarks: remarksOf(facts),
    price,
    credit: credit == null ? null : { amount: credit, readAt },
    finding: present.finding,
    last: lastOf(ask.kind, facts.earlier),
    asksFor: {
      typedName: mustBeTyped(ask) && !isOwnSumTyped(limits),
      premium: present.finding?.kind === 'premium',
      limits,
    },
  };
}

/** Above a limit of one change its price is typed in place of the name: one thing is typed, and it says what is paid. */
const isOwnSumTyped = (limits: readonly OverLimit[]): boolean =>
  limits.some(
    ({ span, measure, wouldBe }) =>
      span === 'change' && measure === 'sum' && wouldBe === amountToType(limits),
  );

/** For display: long texts are cut here, not in what is sent. */
const shownFields = ({ fields }: Order) =>
  fields.map(({ name, value }) => ({ name: cut(name, 200), value: cut(value, 2_000) }));

/**
 * The consent with what a person typed and ticked. Fails with: `invalid-input` (`typedName`, `premiumAccepted`), `over-limit`
 * (the confirmation that the limits require was not typed).
 */
export function consented({ review, consent }: PreparedReview, typed: Confirmation): Result<Consent> {
  const { domain, asksFor } = review;
  if (asksFor.typedName && aLabelsOf((typed.typedName ?? '').trim().toLowerCase()) !== domain) {
    return fail({
      kind: 'invalid-input',
      field: 'typedName',
      reason: `Type ${nameInText(domain)} to confirm.`,
    });
  }
  if (asksFor.premium && !typed.premiumAccepted) {
    return fail({
      kind: 'invalid-input',
      field: 'premiumAccepted',
      reason: 'Accept that this is a premium name.',
    });
  }
  if (!isConfirmedBy(asksFor.limits, typed.typedLimit)) {
    return fail({ kind: 'over-limit', limits: asksFor.limits });
  }
  const limits = confirmedAt(asksFor.limits, consent.at);
  return ok({ ...consent, premiumAccepted: asksFor.premium, limits });
}
