import type * as schemas from '../areas/today.ts';
import type { LockState } from '../changes/parts.ts';
import type { TypeOf } from '../schema-type.ts';
import { type AccessTrouble, nothingAnswersText } from './account-fields.ts';
import type { OwnedPrice } from './account.ts';
import type { AttentionKind, AttentionStep } from './attention-kinds.ts';
import { type Batch, type BatchCounts, type BatchState, outcomeText } from './batch.ts';
import { amountText, inEnglish, listed, localDay, upperFirst } from './counting.ts';
import { type Overcharge, overchargeText } from './limits.ts';
import { dayIn, daysInWords, daysUntil, dueWithinDays } from './expiry.ts';
import type { Price } from './finding.ts';
import { comparable } from './host.ts';
import { isolated } from './isolated.ts';
import type { Known } from './portfolio.ts';
import type { ExplainedState } from './registry.ts';
import { coverageWords } from './limits.ts';
import { costText } from './renewal-costs.ts';

type AccountCredit = TypeOf<typeof schemas.accountCredit>;

const urgentWithinDays = 7;
const dayMs = 86_400_000;

/** A value as it was observed last, and what was known before it was read otherwise. */
type Observed<T> =
  (Pick<Known<T>, 'value' | 'at' | 'since' | 'before'> & Partial<Pick<Known<T>, 'source'>>) | null;

/** What is known of a domain, as far as it matters here. */
export interface AttentionDomain {
  readonly accountId: string;
  /** As A-labels. */
  readonly name: string;
  readonly isArchived: boolean;
  /** Whose it is; empty: nobody's. */
  readonly client: string;
  /** The expiry that is shown (`shownExpiry`). */
  readonly expiresOn: string | null;
  /** To renew this very name for a year. */
  readonly price: OwnedPrice;
  readonly lock: Observed<LockState>;
  readonly nameservers: Observed<readonly string[]>;
  /** When the registrant was observed, and when another one was known before; never who. */
  readonly registrant:
    (Pick<Known<string>, 'at' | 'since'> & { readonly before?: { readonly at: string } }) | null;
  /** The service says that it is held elsewhere by now. */
  readonly isLeft: boolean;
  /** What its registry shows that needs a person. */
  readonly states: readonly ExplainedState[];
  /** When it was last read, the service did not find it. */
  readonly isNotFound: boolean;
  /** Why a part of it was not read when that was last asked for, where another time may show it (H23); null where that is not so. */
  readonly notRead: string | null;
  /** The last changes from here that took effect. */
  readonly set: {
    readonly lock?: { readonly changeId: string; readonly value: LockState; readonly at: string };
    readonly nameservers?: {
      readonly changeId: string;
      readonly value: readonly string[];
      readonly at: string;
    };
    readonly registrant?: { readonly at: string };
  };
}

/** A change that nobody knows the outcome of, or a paid one that was accepted and not charged, or was perhaps paid for twice. */
export interface AttentionChange {
  readonly id: string;
  readonly accountId: string;
  readonly domain: string;
  /** Whose the domain is; empty: nobody's. */
  readonly client: string;
  readonly doubt: 'uncertain' | 'uncharged' | 'overcharged' | 'paid-twice';
  /** Where more was taken than was agreed to. */
  readonly charge?: Overcharge;
  /** The one that the team was told of last, and the one before it; each by whom, and on which day. */
  readonly twice?: readonly [string, string];
}

/** A domain that a batch unlocked and did not lock again. */
export interface AttentionUnlocked {
  readonly changeId: string;
  readonly accountId: string;
  readonly domain: string;
  readonly client: string;
}

export interface AttentionBatch {
  readonly id: string;
  readonly accountId: string;
  readonly ask: Batch['ask'];
  /** What it does: "Renew 3 domains". */
  readonly title: string;
  readonly state: BatchState;
  /** It waits for something that only a person can change. */
  readonly needsPerson: boolean;
  readonly isStoppedByRestore: boolean;
  /** An assistant proposed it; left out where a person made it. */
  readonly isProposed?: boolean;
  readonly changedAt: string;
  readonly firstDomains: readonly string[];
  readonly counts: BatchCounts;
  /** What it cost, as far as that is known: where it ended on the present day alone. */
  readonly paid: readonly Price[];
}

export interface AttentionSession {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly state: 'running' | 'waiting' | 'paused' | 'stopped' | 'finished';
  readonly finishedAt: string | null;
  readonly cells: number;
}

/** A file of which nothing was imported, for `reason`; or rows of it were skipped or imported in part, and the reason is empty. */
export interface AttentionImport {
  readonly accountId: string;
  /** The file's name. */
  readonly source: string;
  readonly at: string;
  readonly reason: string;
  readonly skipped: number;
  readonly partly: number;
  /** Of the first such row. */
  readonly line: number;
}

/** Domains that a colleague has removed, which stay here until this person has said so. */
export interface AttentionRemoval {
  readonly accountId: string;
  readonly by: string;
  readonly seq: number;
  readonly names: readonly string[];
}

/** An account that cannot be used before a person has mended something. */
export interface AttentionTrouble {
  readonly accountId: string;
  readonly baseUrl: string;
  readonly what: AccessTrouble;
  /** Of the HTTP answer; null where there was none. */
  readonly status: number | null;
  readonly at: string;
}

export interface AttentionAccount {
  readonly id: string;
  readonly label: string;
  readonly isPractice: boolean;
  /** What the user gave it; null where nothing. */
  readonly currency: string | null;
  /** As last read; null where it is not known. */
  readonly credit: { readonly amount: string; readonly readAt: string } | null;
}

/** Until which day a thing is hidden. Its key is that of {@link AttentionItem}. */
export interface Snooze {
  readonly accountId: string;
  readonly kind: AttentionKind;
  readonly item: string;
  readonly until: string;
}

/** One thing that a row is about. */
export interface AttentionItem {
  /** What a snooze names it by: another key is another thing. */
  readonly key: string;
  /** The domains concerned. */
  readonly names: readonly string[];
  readonly kind: AttentionKind;
  readonly accountId: string;
  /** Whose the domain is that it is about; left out of what is about none. */
  readonly client?: string;
  /** It has a row of its own. */
  readonly isAlone?: boolean;
  /** The change, batch or session. */
  readonly subject?: string;
  readonly title?: string;
  /** Of an expiry. */
  readonly on?: string;
  /** Of what a registry shows. */
  readonly since?: string;
  readonly price?: OwnedPrice;
  /** What was paid, of what is done. */
  readonly paid?: readonly Price[];
  /** Of renewals that are done: how many, and how many of them their registries prove. */
  readonly renewed?: Pick<BatchCounts, 'confirmed' | 'proven'>;
  /** Why it is listed, where it is alone in its row. */
  readonly why: string;
  readonly isUrgent?: boolean;
  /** Where it is not the one of its kind. */
  readonly step?: AttentionStep;
}

const { count, counted } = inEnglish;

/** What a domain is listed for. @param widest In days: an expiry that is farther away is not listed. */
export function itemsOf(domain: AttentionDomain, nowMs: number, widest: number): readonly AttentionItem[] {
  const { accountId, name, client } = domain;
  const item = (kind: AttentionKind, why: string, more: Partial<AttentionItem> = {}): AttentionItem => ({
    key: name,
    names: [name],
    kind,
    accountId,
    client,
    why,
    ...more,
  });
  // Nothing else can be done about it from here.
  if (domain.isLeft) return [item('left', 'The service says that it was transferred away.')];
  const shown = domain.states.map(({ state, since, why }) =>
    item(state, why, { key: `${name} ${since}`, since, isUrgent: true }),
  );
  if (isElsewhere(domain)) return shown;
  return [
    ...shown,
    ...expiryItem(domain, nowMs, widest, item),
    ...driftItems(domain, item),
    ...registrantItem(domain, item),
    ...(domain.isNotFound ? [item('not-found', 'The service did not find it when it was read.')] : []),
    ...(domain.notRead === null ? [] : [item('not-read', domain.notRead)]),
    ...unlockedItem(domain, nowMs, item),
  ];
}

/** It is held elsewhere by now, say the service or the registry. */
const isElsewhere = ({ isLeft, states }: Pick<AttentionDomain, 'isLeft' | 'states'>): boolean =>
  isLeft || states.some(({ state }) => state === 'registrar-changed');

/** A renewal would cost what it costs; what is held elsewhere or being deleted cannot be renewed. */
export const isRenewable = (domain: Pick<AttentionDomain, 'isLeft' | 'states'>): boolean =>
  !isElsewhere(domain) && !domain.states.some(({ state }) => state === 'being-deleted');

type MakeItem = (kind: AttentionKind, why: string, more?: Partial<AttentionItem>) => AttentionItem;

function expiryItem(
  { expiresOn, price, ...domain }: AttentionDomain,
  nowMs: number,
  widest: number,
  item: MakeItem,
): readonly AttentionItem[] {
  if (expiresOn === null || !isRenewable(domain)) return [];
  const days = daysUntil(expiresOn, nowMs);
  if (days > widest) return [];
  const [kind, verb] = days < 0 ? (['expired', 'Expired'] as const) : ([dueKind(days), 'Expires'] as const);
  const why = `${verb} ${daysInWords(days, inEnglish)}, on ${expiresOn}.`;
  return [item(kind, why, { on: expiresOn, price, isUrgent: days <= urgentWithinDays })];
}

const dueKind = (days: number): 'due' | 'due-later' => (days <= dueWithinDays ? 'due' : 'due-later');

/** Since when is the earliest that is known: from the journal, or from what was observed. */
function unlockedItem(
  { lock, set }: AttentionDomain,
  nowMs: number,
  item: MakeItem,
): readonly AttentionItem[] {
  // Where it was locked before, and not unlocked from here, it has drifted, which is listed as such.
  if (lock?.value !== 'unlocked' || set.lock?.value === 'locked' || driftOf(lock, set.lock) !== null)
    return [];
  const since = set.lock?.at ?? lock.since ?? lock.at;
  const days = Math.floor((nowMs - Date.parse(since)) / dayMs);
  if (days < 1) return [];
  const ago = daysInWords(-days, inEnglish);
  return [item('unlocked', `${since === set.lock?.at ? 'Unlocked from here' : unlockedWords(lock)} ${ago}.`)];
}

const unlockedWords = ({ source }: NonNullable<AttentionDomain['lock']>): string =>
  source === 'import' ? 'Unlocked in a file from' : 'Was unlocked already';

type Value = LockState | readonly string[];
type SetFromHere<T> = { readonly changeId: string; readonly value: T; readonly at: string } | undefined;

/**
 * What was known of a value before it was read otherwise, though nothing from here has changed it since; null where that is not so. What
 * a file says is nothing that was read.
 */
function driftOf<T extends Value>(now: Observed<T>, set: SetFromHere<T>) {
  if (now === null || now.source === 'import') return null;
  const isSetSince = set !== undefined && set.at >= (now.before?.at ?? '');
  const was = isSetSince ? { value: set.value, at: set.at } : now.before;
  const isOther = was !== undefined && now.at > was.at && comparable(was.value) !== comparable(now.value);
  return isOther ? { ...was, isFromHere: isSetSince } : null;
}

function driftItems({ name, lock, nameservers, set }: AttentionDomain, item: MakeItem): AttentionItem[] {
  const found = [
    { was: driftOf(lock, set.lock), now: lock, words: `The lock is ${lock?.value ?? ''}` },
    { was: driftOf(nameservers, set.nameservers), now: nameservers, words: 'The nameservers are others' },
  ];
  return found.flatMap(({ was, now, words }) => {
    if (was === null || now === null) return [];
    const before = `${was.isFromHere ? 'than was set from here' : 'than was read'} on ${was.at.slice(0, 10)}`;
    const why =
      now === lock
        ? `${words}, other ${before}, and was not changed from here.`
        : `${words} ${before}, and were not changed from here.`;
    return [item('drift', why, { key: `${name} ${now.since ?? now.at}` })];
  });
}

/**
 * The registrant differs from the one that was set or read last, and none was set from here in between: who has sent a change, and has not
 * seen its effect yet, expects another one.
 */
function registrantItem({ name, registrant, set }: AttentionDomain, item: MakeItem): AttentionItem[] {
  const before = registrant?.before;
  if (registrant === null || before === undefined) return [];
  const setAt = set.registrant?.at ?? '';
  const since = registrant.since ?? registrant.at;
  if (setAt > before.at && setAt <= since) return [];
  const was = setAt === before.at ? 'set from here' : 'read';
  const why = `The registrant is another than was ${was} on ${before.at.slice(0, 10)}, and was not changed from here.`;
  return [item('drift', why, { key: `${name} registrant ${since}`, step: 'open-contacts' })];
}

export function changeItem({
  id,
  accountId,
  domain,
  client,
  doubt,
  charge,
  twice,
}: AttentionChange): AttentionItem {
  const common = { key: id, subject: id, names: [domain], accountId, client, kind: doubt };
  if (doubt === 'overcharged') {
    const why = charge === undefined ? '' : `${overchargeText(charge)}.`;
    return { ...common, isUrgent: true, why };
  }
  if (twice !== undefined) {
    const why = `Done by ${twice[1]}, and by ${twice[0]}, neither of whom knew of the other: perhaps paid twice. Compare your provider’s bill.`;
    return { ...common, isUrgent: true, why };
  }
  return {
    ...common,
    isUrgent: doubt === 'uncertain',
    why:
      doubt === 'uncertain'
        ? 'We don’t know whether this change was done.'
        : 'It was accepted and not seen charged: it may never be done.',
  };
}

export const troubleItem = ({ accountId, baseUrl, what, status, at }: AttentionTrouble): AttentionItem => {
  const { why, step } = troubleWords[what];
  const words = `${why(status, baseUrl)} Nothing can be read or sent with this account since ${at.slice(0, 10)}.`;
  return { key: what, names: [], accountId, kind: 'access', why: words, isUrgent: true, step };
};

const troubleWords: Readonly<
  Record<AccessTrouble, { readonly why: typeof nothingAnswersText; readonly step: AttentionStep }>
> = {
  key: { why: () => 'The service refused the key or the e-mail address.', step: 'enter-key' },
  network: {
    why: () =>
      'The service refused this computer’s network address. Your provider has to allow it for this account.',
    step: 'open-account',
  },
  address: { why: nothingAnswersText, step: 'edit-account' },
};

export const leftUnlockedItem = ({
  changeId: key,
  accountId,
  domain,
  client,
}: AttentionUnlocked): AttentionItem => ({
  key,
  names: [domain],
  accountId,
  client,
  kind: 'left-unlocked',
  isUrgent: true,
  why: 'A batch unlocked it and did not lock it again: it can be transferred away.',
});

/** Where the credit of an account is not enough for what is due, or may not be. */
export function creditItem({ accountId, credit, currency, due, cost, coverage }: AccountCredit) {
  if (coverage === null || coverage === 'enough' || credit === null) return [];
  const what = `${counted(due, 'domain that is', 'domains that are')} due or expired`;
  const has = amountText({ amount: credit.amount, currency });
  const why = `The credit of ${has} ${coverageWords[coverage]} to renew ${what}: ${costText(cost)}.`;
  const isUrgent = coverage === 'not-enough';
  return [{ key: 'credit', names: [], accountId, kind: 'credit', why, isUrgent } as const];
}

export function batchItem(batch: AttentionBatch, nowMs: number): readonly AttentionItem[] {
  const { id, accountId, title, firstDomains: names, changedAt } = batch;
  const common = { key: `${id} ${batch.state}`, subject: id, title, accountId } as const;
  const trouble = troubleOf(batch);
  if (trouble !== null)
    return [
      { ...common, kind: 'batch', names, isAlone: true, why: trouble, isUrgent: batch.state === 'halted' },
    ];
  if (batch.state !== 'done' || !isOfToday(changedAt, nowMs)) return [];
  // Every row was excluded, as where a colleague had done it meanwhile.
  const isNone = batch.counts.confirmed === 0;
  const why = isNone ? 'nothing was sent, as every domain was excluded' : outcomeText(batch, inEnglish);
  const renewed = batch.ask.kind === 'renew' ? { renewed: batch.counts } : {};
  return [{ ...common, kind: 'finished', names: [], paid: batch.paid, ...renewed, why }];
}

/** Why a batch needs a person; null where it does not. */
function troubleOf(batch: AttentionBatch): string | null {
  const { state, counts, needsPerson } = batch;
  const left = `${count(counts.remaining)} of ${counted(counts.toDo, 'change is', 'changes are')} left.`;
  switch (state) {
    case 'halted':
      return `Stopped at a change that needs you: ${left}`;
    case 'paused':
      return `Paused: ${left}`;
    case 'ready':
      // Its own words stand beside the review alone.
      return `${batch.isProposed === true ? 'Proposed by an assistant' : 'Read'}, and waiting for your review.`;
    case 'stopped':
      return batch.isStoppedByRestore ? 'Stopped by a restore: some of it may be done already.' : null;
    case 'done':
      return counts.refused + counts.uncertain + counts.notRead === 0
        ? null
        : `${upperFirst(outcomeText(batch, inEnglish, 'nothing was sent'))}.`;
    case 'reading':
    case 'running':
      return needsPerson ? `Waiting for you: ${left}` : null;
  }
}

export function sessionItem(session: AttentionSession, nowMs: number): readonly AttentionItem[] {
  const { id, accountId, name, finishedAt, cells } = session;
  if (session.state !== 'finished' || finishedAt === null || !isOfToday(finishedAt, nowMs)) return [];
  const [key, why] = [`${id} ${finishedAt}`, counted(cells, 'result', 'results')];
  const what = { key, subject: id, title: name, names: [], accountId, why };
  return [{ ...what, kind: 'finished', step: 'open-session' }];
}

export function importItem({ accountId, source, at, reason, line, ...rows }: AttentionImport): AttentionItem {
  const { skipped, partly } = rows;
  const where = skipped + partly === 1 ? `in line ${count(line)}` : `the first in line ${count(line)}`;
  const words = listed([
    ...(skipped > 0 ? [`${counted(skipped, 'row was', 'rows were')} skipped`] : []),
    ...(partly > 0 ? [`${counted(partly, 'row was', 'rows were')} imported in part`] : []),
  ]);
  const why = reason === '' ? `${words}, ${where}; the others are stored.` : `It was not imported. ${reason}`;
  return { key: `${at} ${source}`, names: [], title: source, accountId, kind: 'import', why, isAlone: true };
}

export const removalItem = ({ accountId, by, seq, names }: AttentionRemoval): AttentionItem => ({
  key: `${by} ${seq}`,
  subject: by,
  names,
  accountId,
  kind: 'removal',
  isAlone: true,
  title: `${isolated(by)} removed ${counted(names.length, 'name', 'names')}`,
  why: 'They stay here, marked, until you have looked at them.',
});

export const isOfToday = (at: string, nowMs: number): boolean => localDay(at) === dayIn(0, nowMs);
