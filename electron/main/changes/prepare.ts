import { type Change, type ChangeAsk, type ChangeKind, familyOf, isOpen } from '#shared/domain/change.ts';
import { aLabelsOf, toUnicode } from '#shared/domain/domain-name.ts';
import type { Price } from '#shared/domain/price.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Consent, Review } from './changes.ts';
import type { ChangingConnection, Context } from './context.ts';
import { cut, type KnownOfDomain, linesOf } from './describe/lines.ts';
import { warningsOf } from './describe/warnings.ts';
import { whatOf } from './describe/what.ts';
import { plainHost } from './hosts.ts';
import { openChange } from './ledger.ts';
import { type Order, orderOf } from './order.ts';
import { learnedFrom, type Present, readPresent } from './present.ts';
import { readsOf } from './reads.ts';
import type { PreparedReview } from './reviews.ts';

/** A connection with the order that goes over it. */
export interface Addressed {
  readonly connection: ChangingConnection;
  readonly order: Order;
}

/** Fails with: `invalid-input`, and what a connection fails with. */
export async function addressed(
  { connections }: Pick<Context, 'connections'>,
  accountId: string,
  domain: string,
  ask: ChangeAsk,
): Promise<Result<Addressed>> {
  const connection = await connections.of(accountId);
  if (!connection.ok) return connection;
  const order = orderOf(domain, ask, connection.value.account.options);
  return order.ok ? ok({ connection: connection.value, order: order.value }) : order;
}

/** Reads what is there now, and tells the portfolio. Fails with: what `readPresent` fails with. */
export async function presentFor(
  context: Pick<Context, 'portfolio' | 'now' | 'onBug'>,
  { connection, order }: Addressed,
  signal: AbortSignal = connection.ended,
): Promise<Result<Present>> {
  const present = await readPresent(order.ask.kind, readsOf(connection, order.domain, signal), context.now);
  const learned = present.ok ? learnedFrom(present.value) : null;
  if (learned !== null) {
    context.portfolio.learn(connection.account.id, order.domain, learned).catch(context.onBug);
  }
  return present;
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
  const { order } = to.value;
  if (order.fields.length > mostFields) return tooMany;
  const last = await lastOfFamily(context, accountId, order.domain, ask.kind);
  if (!last.ok) return last;
  if (last.value !== null && isOpen(last.value.state)) return fail(openChange(last.value));
  const present = await presentFor(context, to.value);
  if (!present.ok) return present;
  const known = await knownOf(context, accountId, order);
  const changeId = context.newId();
  const facts = { ...to.value, present: present.value, known, last: last.value };
  return ok({
    review: reviewOf(facts, context.newId(), context.now()),
    ask,
    present: present.value,
    digest: order.digestFor(changeId),
    changeId,
  });
}

/** As many as a review shows. */
const mostFields = 200;
const tooMany = fail({ kind: 'invalid-input', field: 'roles', reason: 'These are too many fields.' });

async function lastOfFamily(
  { journal }: Context,
  accountId: string,
  domain: string,
  kind: ChangeKind,
): Promise<Result<Change | null>> {
  const health = await journal.health({ check: false });
  if (!health.ok) return health;
  const { broken } = health.value;
  if (broken !== null) return fail({ kind: 'journal-broken', journal: 'changes', seq: broken.seq });
  const last = await journal.lastOf({ accountId, domain });
  if (!last.ok) return last;
  return ok(last.value.find(({ what }) => familyOf(what.kind) === familyOf(kind)) ?? null);
}

/** What is not known takes no review away. */
async function knownOf(
  { portfolio }: Context,
  accountId: string,
  { domain, ask }: Order,
): Promise<KnownOfDomain> {
  const host = ask.kind === 'child-delete' || ask.kind === 'child-modify' ? plainHost(ask.host) : null;
  const [found, children, users] = await Promise.all([
    portfolio.find(accountId, domain),
    portfolio.children(accountId, domain),
    host === null ? ok([]) : portfolio.usersOf(accountId, host),
  ]);
  return {
    domain: found.ok ? found.value : null,
    children: children.ok ? children.value : [],
    usersOfHost: users.ok ? users.value : [],
  };
}

interface Facts extends Addressed {
  readonly present: Present;
  readonly known: KnownOfDomain;
  readonly last: Change | null;
}

function reviewOf(facts: Facts, reviewId: string, now: Date): Review {
  const { connection, order, present, known, last } = facts;
  const { ask, domain } = order;
  const { account } = connection;
  const lines = linesOf(ask, present, known);
  const price = priceOf(ask, present);
  const { credit, readAt } = present.before;
  return {
    reviewId,
    accountId: account.id,
    accountLabel: account.label,
    isPractice: account.kind === 'practice',
    domain,
    kind: ask.kind,
    readAt: now.toISOString(),
    lines,
    sent: { method: 'POST', path: order.path, fields: shownFields(order) },
    warnings: [...warningsOf({ domain, ask, present, known, lines, price, last })],
    price,
    credit: credit == null ? null : { amount: credit, readAt },
    finding: present.finding,
    last,
    asksFor: { typedName: asksForName(ask), premium: present.finding?.kind === 'premium' },
  };
}

/** For people: what is longer than a screen is cut there, not where it is sent. */
const shownFields = ({ fields }: Order) =>
  fields.map(({ name, value }) => ({ name: cut(name, 200), value: cut(value, 2_000) }));

function priceOf(ask: ChangeAsk, present: Present): Price | null {
  const what = whatOf(ask, present);
  return 'price' in what ? what.price : null;
}

/** What costs money, cannot be undone, or can give a name away. */
function asksForName(ask: ChangeAsk): boolean {
  if (ask.kind === 'contacts') return ask.roles.some(({ name }) => /^registrant$/i.test(name));
  return ask.kind === 'register' || ask.kind === 'renew' || ask.kind === 'child-delete';
}

/** Fails with: `invalid-input` (`typedName`, `premiumAccepted`). */
export function consented({ domain, asksFor }: Review, consent: Consent): Result<null> {
  if (asksFor.typedName && aLabelsOf((consent.typedName ?? '').trim().toLowerCase()) !== domain) {
    return fail({
      kind: 'invalid-input',
      field: 'typedName',
      reason: `Type ${toUnicode(domain)} to confirm.`,
    });
  }
  return asksFor.premium && !consent.premiumAccepted
    ? fail({ kind: 'invalid-input', field: 'premiumAccepted', reason: 'Accept that this is a premium name.' })
    : ok(null);
}
