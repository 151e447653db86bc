import type { JournalEvent } from '../../../shared/domain/change.ts';
import type { RegistryReading } from '../../../shared/domain/registry.ts';
import type { Evidence, Found } from './evidence.ts';
import type { SeenChange, SeenEntry } from './journal-seen.ts';
import type { RegistryRecord, Said, ShownAtRegistry } from './registries.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

type ReadBack = Extract<JournalEvent, { readonly type: 'read-back' }>;

/** A change that is called proven by a registry, with what that is said to have answered. */
interface Proven {
  readonly change: SeenChange;
  readonly entry: SeenEntry;
  /** When it was sent, in milliseconds since 1970, as the journal has it. */
  readonly sentMs: number;
  /** What the journal has as shown right before it was sent. */
  readonly noted: RegistryReading | null;
  /** Null where no registry answered so. */
  readonly before: Said | null;
  readonly after: Said | null;
  readonly years: number;
}

/** Each change that a registry is said to have proven. */
const provenIn = ({ journal, registries: { said } }: Evidence): readonly Proven[] =>
  [...journal.changes.values()].flatMap((change) =>
    change.entries.flatMap((entry, index): readonly Proven[] => {
      const at = provenAt(entry.event);
      const sent = change.entries.slice(0, index).findLast(({ event }) => event.type === 'sending');
      const planned = change.entries[0]?.event;
      if (at === null || sent?.event.type !== 'sending' || planned?.type !== 'planned') return [];
      const noted = sent.event.before.registry ?? null;
      const saidAt = (when: string | undefined): Said | null =>
        said.find((each) => each.name === change.domain && each.at === when) ?? null;
      const years = 'periodYears' in planned.what ? planned.what.periodYears : 0;
      const sentMs = Date.parse(sent.at);
      return [{ change, entry, sentMs, noted, years, before: saidAt(noted?.at), after: saidAt(at) }];
    }),
  );

const provenAt = (event: JournalEvent): string | null =>
  event.type === 'read-back' && event.registry?.proof === 'proven' ? event.registry.at : null;

/** What is called proven without all that a proof needs, or although nobody did it. */
export function provenFalsely(evidence: Evidence): readonly Found[] {
  return provenIn(evidence).flatMap((proven): readonly Found[] => {
    const { change } = proven;
    const found = (says: string): readonly Found[] => [{ fault: 'P1', about: change.id, says }];
    const name = `${change.kind} ${change.domain}`;
    const missing = change.kind === 'renew' ? missingOfRenewal(proven) : missingOfOrder(proven);
    if (missing !== null) return found(`${name} is called proven by the registry, and ${missing}.`);
    if (isLied(proven) || isMovedByIt(evidence, proven) || isMovedUnseen(evidence, proven)) return [];
    return found(`${name} is called proven by the registry, and it was not done.`);
  });
}

/** The program could not know that what it was shown was not so, or not by this change. */
export const isProvenUnknowing = (evidence: Evidence, change: SeenChange): boolean =>
  provenIn(evidence).some(
    (proven) => proven.change === change && (isLied(proven) || isMovedUnseen(evidence, proven)),
  );

const isLied = ({ before, after }: Proven): boolean => after?.isLie === true || before?.isLie === true;

/** What decision 0034 wants for the proof of a renewal and the registry did not say; in words, null where it said all. */
function missingOfRenewal(proven: Proven): string | null {
  const [was, is] = [proven.before?.shown, proven.after?.shown];
  if (was == null || proven.before === null) return 'no registry showed it before it was sent';
  if (is == null || proven.after === null) return 'no registry showed it afterwards';
  if (was.expiresAt === null || is.expiresAt === null) return 'an expiry was hidden';
  const dates = { was: Date.parse(was.expiresAt), is: Date.parse(is.expiresAt) };
  const reads = { before: Date.parse(proven.before.at), after: Date.parse(proven.after.at) };
  return wrongDates(proven, dates, reads) ?? wrongHands(was, is) ?? wrongTimes(proven, was, is);
}

function wrongDates(
  { noted, sentMs, years }: Proven,
  { was, is }: { readonly was: number; readonly is: number },
  { before, after }: { readonly before: number; readonly after: number },
): string | null {
  if (noted?.expiresAt == null || Date.parse(noted.expiresAt) !== was)
    return 'the expiry before it is noted otherwise';
  if (before > sentMs || sentMs - before > 10 * minute) return 'it was not read right before';
  if (was <= sentMs) return 'it had expired before it was sent';
  if (after >= was) return 'it has expired meanwhile';
  return dayLater(is, 0) === dayLater(was, years) ? null : 'the expiry is another one';
}

function wrongHands(was: ShownAtRegistry, is: ShownAtRegistry): string | null {
  if ([...was.statuses, ...is.statuses].includes('auto renew period')) return 'it was renewed automatically';
  const isSame = was.registeredAt === is.registeredAt && was.registrar === is.registrar;
  return isSame && was.transferredAt === is.transferredAt ? null : 'it changed hands meanwhile';
}

function wrongTimes({ sentMs }: Proven, was: ShownAtRegistry, is: ShownAtRegistry): string | null {
  if (is.changedAt === null) return 'it is not said when it was changed last';
  if (is.changedAt <= (was.changedAt ?? '')) return 'it was changed last before it was read';
  if (!isSince(is.changedAt, sentMs)) return 'it was changed last before it was sent';
  if (!isSince(is.databaseAt ?? is.changedAt, sentMs)) return 'the registry’s data is older';
  return Math.max(was.aheadMs, is.aheadMs) > minute ? 'the clocks differ' : null;
}

function missingOfOrder({ after, sentMs }: Proven): string | null {
  const is = after?.shown;
  if (is == null || is.registeredAt === null) return 'no registry showed it afterwards';
  if (is.aheadMs > minute) return 'the clocks differ';
  const isInTime = isSince(is.registeredAt, sentMs) && Date.parse(is.registeredAt) - sentMs <= hour;
  return isInTime ? null : 'it was not registered within the hour after it was sent';
}

/** What moved the expiry between the two moments that were shown. */
const movesOf = ({ registries }: Evidence, { change, before, after }: Proven): readonly RegistryRecord[] =>
  registries.movesOf(change.domain, before, after);

/** None where it came from another computer. */
const postOf = ({ posts }: Evidence, { by }: RegistryRecord) =>
  by.kind === 'post' ? posts.find(({ number }) => number === by.number) : undefined;

const changeOf = (evidence: Evidence, record: RegistryRecord): SeenChange | null => {
  const post = postOf(evidence, record);
  return post === undefined ? null : evidence.journal.changeOf(post);
};

const isMovedByIt = (evidence: Evidence, proven: Proven): boolean =>
  movesOf(evidence, proven).some((move) => changeOf(evidence, move)?.id === proven.change.id);

/**
 * By somebody else, or by a change that the file in use knew nothing of. What somebody else has ordered, the account does not have; of two
 * orders of one login for one registrant, nothing tells which one the service carried out.
 */
const isMovedUnseen = (evidence: Evidence, proven: Proven): boolean =>
  movesOf(evidence, proven).some((move) => {
    const isElsewhere = move.by.kind === 'elsewhere' || (move.by.kind === 'post' && !postOf(evidence, move));
    if (isElsewhere) return proven.change.kind !== 'register';
    const other = changeOf(evidence, move);
    const { epoch, seq: entries } = proven.entry;
    if (proven.change.kind === 'register' && other?.login === proven.change.login) return true;
    return other !== null && evidence.journal.wasForgotten(other, { epoch, entries });
  });

/** Registries cut instants to the second. */
const isSince = (instant: string, ms: number): boolean =>
  Date.parse(instant) >= Math.floor(ms / second) * second;

function dayLater(ms: number, years: number): string {
  const date = new Date(ms);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
}

/** A renewal is called done by reading it back where a registry proves it, and never called not done: no read can show that. */
export function concludedWithoutProof({ journal }: Evidence): readonly Found[] {
  return [...journal.changes.values()].flatMap(({ id, kind, domain, entries }): readonly Found[] => {
    if (kind !== 'renew') return [];
    const wrong = entries.find(({ event, state }, index) => {
      // What is read later of a charge says nothing of what was concluded before.
      const isNew = entries[index - 1]?.state !== state;
      return event.type === 'read-back' && isConcluded(event, state, isNew);
    });
    if (wrong === undefined) return [];
    const says = `renew ${domain} is called ${wrong.state} by what was read, which proves nothing.`;
    return [{ fault: 'P1', about: id, says }];
  });
}

const isConcluded = ({ registry, verdict }: ReadBack, state: SeenEntry['state'], isNew: boolean): boolean =>
  state === 'not-applied' ||
  verdict === 'as-before' ||
  (state === 'applied' && isNew && registry?.proof !== 'proven');
