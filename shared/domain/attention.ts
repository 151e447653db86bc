import { type OwnedPrice, pricedIn, priceIn } from './account.ts';
import type * as schemas from '../areas/today.ts';
import type { TypeOf } from '../schema-type.ts';
import {
  type AttentionAccount,
  type AttentionBatch,
  type AttentionChange,
  type AttentionDomain,
  type AttentionImport,
  type AttentionItem,
  type AttentionSession,
  type AttentionUnlocked,
  batchItem,
  changeItem,
  creditItem,
  type AttentionRemoval,
  importItem,
  isRenewable,
  itemsOf,
  leftUnlockedItem,
  removalItem,
  sessionItem,
  type Snooze,
  troubleItem,
  type AttentionTrouble,
} from './attention-items.ts';
import {
  type AttentionKind,
  attentionKinds,
  type AttentionStep,
  mostRowNames,
  severities,
} from './attention-kinds.ts';
import { provenWord } from './change.ts';
import { inEnglish, listed, plural } from './counting.ts';
import { dayIn, daysInWords, daysUntil, dueWithinDays } from './expiry.ts';
import { isolated } from './isolated.ts';
import { notReadText } from './not-read.ts';
import { type RegistryState, statesText } from './registry.ts';
import { costOf, costText, coveredBy, createMonths, renewalText } from './renewal-costs.ts';
import { expiryHorizons } from './choices.ts';

export type Attention = TypeOf<typeof schemas.attention>;
export type AttentionRow = TypeOf<typeof schemas.attentionRow>;

/** A snooze that never ends: what is dismissed. */
export const forGood = '9999-12-31';

/** What rows are grouped by besides kind and account; null: by nothing more. The id of a row tells it ({@link groupingOf}). */
export type Grouping = 'client' | null;

const byClientId = 'by-client ';

/** How the rows were grouped of which this is one. */
export const groupingOf = (id: string): Grouping => (id.startsWith(byClientId) ? 'client' : null);

/** The id of the row that a client's row is a part of; the id of another row is its own. */
const undividedId = (id: string): string =>
  groupingOf(id) === null ? id : id.slice(byClientId.length, id.indexOf('\n'));

interface AttentionOf {
  /** Those that are counted together: nothing of any other is in it. */
  readonly accounts: readonly AttentionAccount[];
  readonly nowMs: number;
  /** See {@link Grouping}. */
  readonly by?: Grouping;
  /** How many days before an expiry a person wants to be told of it. */
  readonly horizons?: readonly number[];
}

/** What is not about a single domain. */
interface OtherWork {
  readonly changes: readonly AttentionChange[];
  readonly leftUnlocked: readonly AttentionUnlocked[];
  readonly batches: readonly AttentionBatch[];
  readonly sessions: readonly AttentionSession[];
  readonly imports: readonly AttentionImport[];
  readonly removals: readonly AttentionRemoval[];
  readonly troubles: readonly AttentionTrouble[];
  readonly snoozes: readonly Snooze[];
}

/** A row with all that it is about, of which what is shown is a part. */
export interface WholeRow {
  readonly row: AttentionRow;
  readonly items: readonly AttentionItem[];
}

const { count, counted } = inEnglish;

/**
 * What needs a person, why, and the one next step for each: derived from what is stored, and never stored itself. Archived domains
 * are in no row about a domain; a change of one that may have been paid is listed all the same.
 *
 * Domains are taken one by one, so that a hundred thousand of them need not be in memory at once.
 */
export function createAttention({ accounts, nowMs, by = null, horizons = expiryHorizons }: AttentionOf) {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const due = new Map(accounts.map(({ id }): [string, OwnedPrice[]] => [id, []]));
  const months = createMonths(nowMs);
  const widest = Math.max(0, ...horizons);
  const ofDomains: AttentionItem[] = [];
  let [domains, withoutExpiry, hasClients] = [0, 0, false];

  function take(domain: AttentionDomain): void {
    const account = known.get(domain.accountId);
    if (account === undefined || domain.isArchived) return;
    domains += 1;
    hasClients ||= domain.client !== '';
    const { currency, id, label } = account;
    const priced = { ...domain, price: pricedIn({ currency, owner: { id, label } })(domain.price) };
    ofDomains.push(...itemsOf(priced, nowMs, widest));
    const { expiresOn, price } = priced;
    if (!isRenewable(priced)) return;
    if (expiresOn === null) {
      withoutExpiry += 1;
      return;
    }
    months.add(expiresOn, price);
    if (daysUntil(expiresOn, nowMs) <= dueWithinDays) due.get(account.id)?.push(price);
  }

  const isForPerson = ({ row }: WholeRow): boolean =>
    row.snoozedUntil === null && (row.severity === 'urgent' || row.severity === 'soon');

  return {
    take,
    report(others: OtherWork): { readonly report: Attention; readonly rows: readonly WholeRow[] } {
      // Nobody knows yet whether that was changed from here.
      const doubted = new Set(others.changes.map(({ accountId, domain }) => keyOf(accountId, domain)));
      const leftUnlocked = new Set(
        others.leftUnlocked.map(({ accountId, domain }) => keyOf(accountId, domain)),
      );
      const credits = accounts.map((account) => creditOf(account, due.get(account.id) ?? []));
      const items = [
        ...ofDomains,
        ...others.changes.map(changeItem),
        ...others.leftUnlocked.map(leftUnlockedItem),
        ...credits.flatMap(creditItem),
        ...others.batches.flatMap((batch) => batchItem(batch, nowMs)),
        ...others.sessions.flatMap((session) => sessionItem(session, nowMs)),
        ...others.imports.map(importItem),
        ...others.removals.map(removalItem),
        ...others.troubles.map(troubleItem),
      ].filter(
        ({ accountId, kind, names }) =>
          known.has(accountId) &&
          !(kind === 'drift' && doubted.has(keyOf(accountId, ...names))) &&
          !(kind === 'unlocked' && leftUnlocked.has(keyOf(accountId, ...names))),
      );
      const rows = groupsOf(items, others.snoozes, nowMs, by)
        .map((group) => rowOf(group, { known, credits, nowMs, horizons }))
        .toSorted((one, other) => compareRows(one.row, other.row));
      const report: Attention = {
        today: dayIn(0, nowMs),
        rows: rows.map(({ row }) => row),
        // How many things need a person does not depend on how they are looked at: what several clients share is one.
        toDo: new Set(rows.filter(isForPerson).map(({ row }) => undividedId(row.id))).size,
        months: months.all(),
        credits,
        domains,
        hasClients,
        withoutExpiry,
      };
      return { report, rows };
    },
  };
}

function creditOf({ id, label, isPractice, ...of }: AttentionAccount, due: readonly OwnedPrice[]) {
  const [cost, coverage] = [costOf(due), coveredBy(of, due)];
  return { accountId: id, label, isPractice, ...of, due: due.length, cost, coverage };
}

interface Group {
  readonly id: string;
  readonly kind: AttentionKind;
  readonly accountId: string;
  readonly client: string | null;
  readonly snoozedUntil: string | null;
  readonly items: readonly [AttentionItem, ...AttentionItem[]];
}

const keyOf = (...parts: readonly string[]): string => parts.join(' ');

/** One group for each kind and account, where wanted for each client, and for each day until which a part of it is snoozed. */
function groupsOf(
  items: readonly AttentionItem[],
  snoozes: readonly Snooze[],
  nowMs: number,
  by: Grouping,
): readonly Group[] {
  const today = dayIn(0, nowMs);
  const untils = new Map(
    snoozes.map(({ accountId, kind, item, until }) => [keyOf(accountId, kind, item), until]),
  );
  const hidden = new Map([...untils].filter(([, until]) => until > today));
  const groups = new Map<string, AttentionItem[]>();
  for (const item of items) {
    const { kind, accountId, key, isAlone = false } = item;
    const until = hidden.get(keyOf(accountId, kind, key)) ?? '';
    const ofKind = keyOf(kind, accountId, until, isAlone ? key : '').trimEnd();
    const id = by === null ? ofKind : `${byClientId}${ofKind}\n${item.client ?? ''}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [item]);
    else group.push(item);
  }
  return [...groups].map(([id, all]) => {
    const [first, ...others] = all.toSorted(
      (a, b) => compare(a.on ?? '', b.on ?? '') || compare(a.key, b.key),
    );
    // A group is made with its first item.
    const { kind, accountId, key, client = null } = first as AttentionItem;
    const snoozedUntil = hidden.get(keyOf(accountId, kind, key)) ?? null;
    const ofClient = by === null ? null : client;
    return {
      id,
      kind,
      accountId,
      client: ofClient,
      snoozedUntil,
      items: [first as AttentionItem, ...others],
    };
  });
}

interface Circumstances {
  readonly known: ReadonlyMap<string, AttentionAccount>;
  readonly credits: Attention['credits'];
  readonly nowMs: number;
  readonly horizons: readonly number[];
}

function rowOf(group: Group, when: Circumstances): WholeRow {
  const { id, kind, accountId, client, snoozedUntil, items } = group;
  const [first, ...others] = items;
  const { on: firstOn = null } = first;
  const { subject = null, title = '' } = others.length === 0 ? first : {};
  const { step = steps[kind] } = others.every((item) => item.step === first.step) ? first : {};
  const { label: accountLabel = '', isPractice = false } = when.known.get(accountId) ?? {};
  const names = [...new Set(items.flatMap((item) => item.names))].slice(0, mostRowNames);
  const row: AttentionRow = {
    id,
    kind,
    accountId,
    accountLabel,
    isPractice,
    client,
    snoozedUntil,
    names,
    title,
    firstOn,
    step,
    count: items.length,
    subject,
    severity: severityOf(kind, items),
    ...reasonOf(group, when),
  };
  return { row, items };
}

/** Why a row is listed, with what it costs where that is part of it. */
function reasonOf(
  { kind, accountId, items }: Group,
  { known, credits, ...when }: Circumstances,
): Pick<AttentionRow, 'why' | 'cost' | 'coverage'> {
  const [first, ...others] = items;
  const { credit: had = null, currency = null } = known.get(accountId) ?? {};
  if (kind === 'finished') return { why: doneText(items, currency), cost: null, coverage: null };
  const why = others.length === 0 ? first.why : manyText[kind](items, when);
  if (kind === 'credit') {
    const { cost = null, coverage = null } = credits.find((one) => one.accountId === accountId) ?? {};
    return { why, cost, coverage };
  }
  const prices = items.flatMap(({ price }) => price ?? []);
  if (prices.length === 0) return { why, cost: null, coverage: null };
  const of = { credit: had, currency };
  const coverage = coveredBy(of, prices);
  return { why: `${why} ${renewalText(of, prices)}`, cost: costOf(prices), coverage };
}

function severityOf(kind: AttentionKind, items: readonly AttentionItem[]): AttentionRow['severity'] {
  if (kind === 'finished') return 'note';
  if (kind === 'due-later') return 'later';
  return items.some(({ isUrgent = false }) => isUrgent) ? 'urgent' : 'soon';
}

/** "7 batches and 1 bulk lookup, 200.00": what is done is one line, whatever it is. */
function doneText(items: Group['items'], currency: string | null): string {
  const [first, ...others] = items;
  const lookups = items.filter(({ step }) => step === 'open-session').length;
  const kinds = [
    [items.length - lookups, 'batch', 'batches'],
    [lookups, 'bulk lookup', 'bulk lookups'],
  ] as const;
  const many = kinds.flatMap(([number, one, several]) => (number === 0 ? [] : counted(number, one, several)));
  const paid = costText(costOf(items.flatMap((item) => item.paid ?? []).map(priceIn(currency))));
  if (others.length === 0) return paid === '' ? first.why : `${first.why}, ${paid}`;
  return [listed(many), ...(paid === '' ? [] : [paid]), ...provenText(items)].join(', ');
}

/** "9 of 12 renewals proven by registry"; one batch says it itself. */
function provenText(items: Group['items']): readonly string[] {
  const sum = (of: 'confirmed' | 'proven'): number =>
    items.reduce((total, { renewed }) => total + (renewed?.[of] ?? 0), 0);
  const [renewals, proven] = [sum('confirmed'), sum('proven')];
  if (renewals === 0) return [];
  return [`${count(proven)} of ${counted(renewals, 'renewal', 'renewals')} ${provenWord.toLowerCase()}`];
}

type ManyText = (
  items: readonly AttentionItem[],
  when: { readonly nowMs: number; readonly horizons: readonly number[] },
) => string;

const domainsOf = (items: readonly AttentionItem[]): string => counted(items.length, 'domain', 'domains');

/** `3 domains expire within 30 days, 1 of them within 7 days; the first on 2026-11-30.` */
const dueText =
  (widestOf: (horizons: readonly number[]) => number): ManyText =>
  (items, { nowMs, horizons }) => {
    const within = widestOf(horizons);
    const days = items.map(({ on = '' }) => daysUntil(on, nowMs));
    // They are in the order of their days.
    const [soonest = 0] = days;
    const nearest = horizons.toSorted((a, b) => a - b).find((horizon) => soonest <= horizon) ?? within;
    const near = days.filter((each) => each <= nearest).length;
    const some =
      near === items.length ? '' : `, ${count(near)} of them within ${counted(nearest, 'day', 'days')}`;
    return `${domainsOf(items)} expire within ${within} days${some}; the first on ${items[0]?.on ?? ''}.`;
  };

/** Of what has a row for each. */
const ofFirst: ManyText = (items) => items[0]?.why ?? '';

const shownText =
  (state: RegistryState): ManyText =>
  (items, { nowMs }) =>
    statesText(
      state,
      items.map(({ since = '' }) => since),
      nowMs,
    );

/** Why a row of several is listed. */
const manyText: Readonly<Record<Exclude<AttentionKind, 'finished'>, ManyText>> = {
  'transfer-pending': shownText('transfer-pending'),
  'registrar-changed': shownText('registrar-changed'),
  'lock-not-shown': shownText('lock-not-shown'),
  'being-deleted': shownText('being-deleted'),
  'on-hold': shownText('on-hold'),
  uncertain: ({ length }) => `We don’t know whether these ${count(length)} changes were done.`,
  'left-unlocked': (items) =>
    `${domainsOf(items)} were unlocked by a batch and not locked again: they can be transferred away.`,
  uncharged: ({ length }) =>
    `${count(length)} changes were accepted and not seen charged: they may never be done.`,
  overcharged: ({ length }) => `For ${count(length)} changes more was taken than was agreed.`,
  'paid-twice': (items) =>
    `${domainsOf(items)} were perhaps paid for twice, by people who did not know of each other.`,
  expired: (items, { nowMs }) => {
    const first = items[0]?.on ?? '';
    const ago = daysInWords(daysUntil(first, nowMs), inEnglish);
    return `${domainsOf(items)} have expired, the first ${ago}, on ${first}.`;
  },
  due: dueText(() => dueWithinDays),
  'due-later': dueText((horizons) => Math.max(...horizons)),
  left: (items) => `${domainsOf(items)} are held elsewhere by now, says the service.`,
  drift: ({ length }) => `${count(length)} values have changed, and not from here.`,
  unlocked: (items) => `${domainsOf(items)} have been unlocked for more than a day.`,
  'not-found': (items) => `The service did not find ${domainsOf(items)} when they were read.`,
  'not-read': (items) => notReadText(items.map(({ why }) => why)),
  access: ofFirst,
  credit: ofFirst,
  batch: ofFirst,
  import: ofFirst,
  removal: ofFirst,
};

/** The one next step of each kind. */
const steps: Readonly<Record<AttentionKind, AttentionStep>> = {
  'transfer-pending': 'contact-registrar',
  'registrar-changed': 'contact-registrar',
  'lock-not-shown': 'open-domain',
  'being-deleted': 'restore',
  'on-hold': 'open-domain',
  uncertain: 'verify',
  'left-unlocked': 'lock',
  uncharged: 'open-change',
  overcharged: 'open-change',
  'paid-twice': 'open-domain',
  access: 'open-account',
  credit: 'open-account',
  expired: 'renew',
  due: 'renew',
  batch: 'open-batch',
  import: 'import-again',
  removal: 'look-removals',
  left: 'archive',
  drift: 'open-domain',
  unlocked: 'lock',
  'not-found': 'refresh',
  'not-read': 'refresh',
  'due-later': 'renew',
  finished: 'open-batch',
};

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** What is snoozed last, then by urgency, kind and day. Ids are unique, so the order is total. */
const compareRows = (a: AttentionRow, b: AttentionRow): number =>
  Number(a.snoozedUntil !== null) - Number(b.snoozedUntil !== null) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind) ||
  compare(a.firstOn ?? '', b.firstOn ?? '') ||
  compare(a.accountLabel, b.accountLabel) ||
  compare(a.id, b.id);

interface ClientRows {
  /** As in {@link AttentionRow}. */
  readonly client: string | null;
  readonly rows: readonly AttentionRow[];
}

/**
 * Rows under the client whose domains they are about, in their order: first the client of the most urgent. What is nobody's comes after
 * these, and last what is about no domains, unless some of it is urgent: that stands above all.
 */
export function groupedByClient(rows: readonly AttentionRow[]): readonly ClientRows[] {
  const groups = new Map<string | null, AttentionRow[]>();
  for (const row of rows) {
    const group = groups.get(row.client);
    if (group === undefined) groups.set(row.client, [row]);
    else group.push(row);
  }
  const rank = ({ client, rows: of }: ClientRows): number => {
    if (client !== null) return Number(client === '');
    return of.some(({ severity }) => severity === 'urgent') ? -1 : 2;
  };
  return [...groups]
    .map(([client, of]) => ({ client, rows: of }))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** What stands above the rows of a client. */
export const clientWords = (client: string | null): string => {
  if (client === null) return 'Accounts and work';
  return client === '' ? 'No client' : isolated(client);
};

type StepWords = (count: number, kind: AttentionKind) => string;

const withNumber = (number: number): string => (number === 1 ? '' : ` ${count(number)}`);

const wordsOfSteps: Readonly<Record<AttentionStep, StepWords>> = {
  verify: (number) => `Verify${withNumber(number)}…`,
  'open-change': (number) => plural(number, 'Open the change', 'Open the changes'),
  renew: (number, kind) =>
    number === 1 ? 'Renew…' : `Renew ${count(number)} ${kind === 'expired' ? 'expired' : 'due'}…`,
  restore: (number) => plural(number, 'How to restore it', 'Show them'),
  'contact-registrar': (number) => plural(number, 'Whom to contact', 'Show them'),
  lock: (number) => `Lock${withNumber(number)}…`,
  archive: (number) => `Archive${withNumber(number)}`,
  'open-domain': (number) => plural(number, 'Open the domain', 'Show them'),
  'open-contacts': (number) => plural(number, 'Open Contacts', 'Show them'),
  refresh: (number) => (number === 1 ? 'Read again' : `Read ${count(number)} again`),
  'open-batch': (number) => plural(number, 'Open the batch', 'Show them'),
  'look-removals': () => 'Look…',
  'open-session': () => 'Open the results',
  'open-account': () => 'Open the account',
  'enter-key': () => 'Enter the key again',
  'edit-account': () => 'Correct the address',
  'import-again': () => 'Import again…',
};

/** The next step of a row, as on its button: "Renew 12 due…". */
export const stepWords = ({
  step,
  kind,
  count: number,
}: Pick<AttentionRow, 'step' | 'kind' | 'count'>): string => wordsOfSteps[step](number, kind);
