import type { ChangeWhat } from '../changes/index.ts';
import type { BeforeState } from '../changes/parts.ts';
import { type Counting, listedFirst, plural } from './counting.ts';
import { yearsLater } from './expiry.ts';
import type { cannotReasons, notYetReasons } from './registry-names.ts';
import { isAutoRenewed, isBeingDeleted, type RegistryReading } from './registry.ts';

type NotYet = (typeof notYetReasons)[number];
type Cannot = (typeof cannotReasons)[number];

/**
 * What a registry's readings say of a renewal or registration. `not-yet`: a later reading may prove it, and this one is no sign that it
 * was not done, because registries lag. `cannot`: no later reading of them can.
 */
export type ProofOutcome =
  | { readonly kind: 'proven' }
  | { readonly kind: 'not-yet'; readonly why: NotYet }
  | { readonly kind: 'cannot'; readonly why: Cannot };

const reasons: Readonly<Record<NotYet | Cannot, string>> = {
  unchanged: 'The registry does not show it yet',
  'no-answer': 'The registry gave no answer that shows it',
  'not-in-account':
    'The registry shows it as registered, and this account doesn’t have it: it may be somebody else’s',
  'account-not-read':
    'The registry shows it as registered, and whether this account has it could not be read',
  'another-registrant':
    'The registry shows it as registered, and its registrant here is not the one that was sent: it may be somebody else’s',
  'registrant-not-known':
    'The registry shows it as registered, and whether its registrant is the one that was sent is not known',
  'no-baseline': 'The registry’s date before it was sent is not known',
  'baseline-old': 'The registry was not read right before it was sent',
  expired: 'It had expired, and registries renew expired domains automatically',
  'auto-renewed': 'The registry had renewed it automatically',
  'renewed-since': 'Another renewal was sent since',
  'renewed-before': 'Another renewal was sent in the week before, and this may be what that one brought',
  transferred: 'It was transferred meanwhile, which moves the expiry too',
  'other-registration': 'It was registered again meanwhile',
  'other-date': 'The registry shows another date than this renewal brings',
  'no-last-changed': 'The registry does not say when it was last changed',
  'changed-before': 'The registry’s last change is from before it was sent',
  clock: 'The clocks of this computer and of the registry differ, or the registry’s is not known',
  'baseline-clock':
    'The clocks of this computer and of the registry differed when it was sent, or the registry’s was not known',
  'registered-before': 'It was registered before this was sent',
  'registered-later': 'It was registered more than an hour after this was sent, perhaps by somebody else',
  'another-registrar': 'It was registered at another registrar than the other names of this login',
};

/** Why a change is not proven, in a sentence without its full stop. */
export const proofReason = (why: NotYet | Cannot): string => reasons[why];

/** How old a reading may be when a renewal is sent: somebody else may renew the domain in between. */
const baselineForMs = 10 * 60_000;
/** How far the clocks may differ. */
const clockSlackMs = 60_000;
const registeredWithinMs = 60 * 60_000;

/** When another renewal of the domain was sent that may be what the registry shows. */
export type Beside = Extract<Cannot, 'renewed-since' | 'renewed-before'>;

interface Renewal {
  /** What the registry showed right before it was sent; null where it was not asked. */
  readonly baseline: RegistryReading | null;
  readonly after: RegistryReading;
  readonly years: number;
  readonly sentAt: string;
  /** Another renewal of the domain, whose expiry this may be; null where there is none. */
  readonly beside: Beside | null;
}

/**
 * Whether the registry proves a renewal: its expiry moved by exactly these years, the domain had not expired, and it was last changed after
 * the renewal was sent. Everything else that moves an expiry has to be ruled out: an automatic renewal, a transfer, a new registration,
 * another renewal.
 */
export function renewalProof({ baseline, after, years, sentAt, beside }: Renewal): ProofOutcome {
  if (baseline?.expiresAt == null) return cannot('no-baseline');
  const { expiresAt } = baseline;
  const before = { ...baseline, expiresAt };
  return (
    againstBaseline(before, sentAt) ??
    (beside === null ? null : cannot(beside)) ??
    withoutAnswer(after, sentAt) ??
    withoutNews(before, after) ??
    otherReasons(before, after) ??
    againstDate(before.expiresAt, after.expiresAt ?? '', years) ??
    againstTime(before, after, sentAt) ?? { kind: 'proven' }
  );
}

type Baseline = RegistryReading & { readonly expiresAt: string };
/** Null: nothing speaks against it. */
type Against = Exclude<ProofOutcome, { readonly kind: 'proven' }> | null;

const cannot = (why: Cannot) => ({ kind: 'cannot', why }) as const;
const notYet = (why: NotYet) => ({ kind: 'not-yet', why }) as const;

function againstBaseline(baseline: Baseline, sentAt: string): Against {
  const ageMs = Date.parse(sentAt) - Date.parse(baseline.at);
  if (ageMs < 0 || ageMs > baselineForMs) return cannot('baseline-old');
  if (isAutoRenewed(baseline)) return cannot('auto-renewed');
  if (isBeingDeleted(baseline) || baseline.expiresAt <= sentAt) return cannot('expired');
  return isClockRight(baseline) ? null : cannot('baseline-clock');
}

function withoutAnswer(after: RegistryReading, sentAt: string): Against {
  if (after.at < sentAt || after.expiresAt === null) return notYet('no-answer');
  return isClockRight(after) ? null : notYet('clock');
}

/** A server that has not caught up shows what was before the baseline: neither its date nor anything else in it is from after the renewal. */
function withoutNews(baseline: Baseline, { changedAt, expiresAt }: RegistryReading): Against {
  const isEarlier = changedAt !== null && changedAt < (baseline.changedAt ?? '');
  return isEarlier || dayOf(expiresAt ?? '') < dayOf(baseline.expiresAt) ? notYet('unchanged') : null;
}

function otherReasons(baseline: Baseline, after: RegistryReading): Against {
  if (isAutoRenewed(after)) return cannot('auto-renewed');
  // From its expiry on, the registry may have renewed it by itself.
  if (isBeingDeleted(after) || after.at >= baseline.expiresAt) return cannot('expired');
  if (baseline.registeredAt !== after.registeredAt) return cannot('other-registration');
  const isTransferred = after.transferredAt !== baseline.transferredAt;
  return isTransferred || baseline.registrar !== after.registrar ? cannot('transferred') : null;
}

function againstDate(before: string, after: string, years: number): Against {
  const [was, is] = [dayOf(before), dayOf(after)];
  if (is === was) return notYet('unchanged');
  const wanted = yearsLater(was, years);
  // Of February 29, some registries make the 28th, others March 1.
  const isLeap = was.endsWith('-02-29') && is === wanted.replace(/02-28$/, '03-01');
  return is === wanted || isLeap ? null : cannot('other-date');
}

function againstTime(baseline: Baseline, after: RegistryReading, sentAt: string): Against {
  const { changedAt, databaseAt } = after;
  if (changedAt === null) return cannot('no-last-changed');
  if (Date.parse(changedAt) > Date.parse(after.at) + 2 * clockSlackMs) return notYet('clock');
  const isChangedSince = changedAt > (baseline.changedAt ?? '') && isFrom(changedAt, sentAt);
  return isChangedSince && isFrom(databaseAt ?? changedAt, sentAt) ? null : cannot('changed-before');
}

interface Registration {
  readonly after: RegistryReading;
  readonly sentAt: string;
  /** Null where that was not read. */
  readonly owner: Owner | null;
  /** IANA's ids of the registrars of this login's other names under the TLD; empty where none is known. */
  readonly registrars: readonly string[];
}

/**
 * Whose a registered name is, by the contacts that the account is shown that ordered it. A service may show those of a name that it does
 * not have, or empty ones: only a registrant with the e-mail address that was sent is `ours` (H2).
 */
export type Owner =
  'ours' | Extract<NotYet, 'another-registrant' | 'registrant-not-known' | 'not-in-account'>;

/**
 * Whether the registry proves a registration: the domain was registered within the hour after it was sent, with the registrant that was
 * sent, at a registrar of this login. A registry says when a name was registered and not by whom: within the same hour it may have been
 * somebody else.
 */
export function registrationProof({ after, sentAt, owner, registrars }: Registration): ProofOutcome {
  if (after.missing === 'not-found') return notYet('unchanged');
  if (after.registeredAt === null || after.at < sentAt) return notYet('no-answer');
  if (!isClockRight(after)) return notYet('clock');
  if (!isFrom(after.registeredAt, sentAt)) return cannot('registered-before');
  const isLate = Date.parse(after.registeredAt) > Date.parse(sentAt) + registeredWithinMs;
  if (isLate) return cannot('registered-later');
  if (owner !== 'ours') return notYet(owner ?? 'account-not-read');
  const isElsewhere =
    after.registrar !== null && registrars.length > 0 && !registrars.includes(after.registrar);
  return isElsewhere ? cannot('another-registrar') : { kind: 'proven' };
}

function isClockRight({ at, serverAt }: RegistryReading): boolean {
  return serverAt !== null && Math.abs(Date.parse(serverAt) - Date.parse(at)) <= clockSlackMs;
}

/** Whether an instant of a registry is not before one of ours: registries cut them to the second. */
const isFrom = (instant: string, ours: string): boolean =>
  Date.parse(instant) >= Math.floor(Date.parse(ours) / 1_000) * 1_000;

const dayOf = (instant: string): string => instant.slice(0, 10);

/** Whether a domain expires later, by the years of this renewal, than its registry showed right before that. */
export function isRenewedSince(
  { what, before }: { readonly what: ChangeWhat; readonly before: BeforeState | null },
  expiry: string | null,
): boolean {
  const was = before?.registry?.expiresAt ?? null;
  if (what.kind !== 'renew' || was === null || expiry === null) return false;
  return dayOf(expiry) >= yearsLater(dayOf(was), what.periodYears);
}

/** When a registry is read again for a change that it may prove, counted from its sending. */
const readsAfterMs = {
  /** Nobody knows whether it was done, or it was not charged. */
  doubtful: [60_000, 600_000, 3_600_000, 86_400_000],
  /** It was accepted and charged. */
  charged: [600_000, 86_400_000],
} as const;

/**
 * When a change is to be read at the registry next; null after the last time.
 *
 * @param readAt When it was read last; null where it was not.
 */
export function nextReadAt(
  sentAt: string,
  readAt: string | null,
  of: keyof typeof readsAfterMs = 'doubtful',
): string | null {
  const sinceMs = readAt === null ? -1 : Date.parse(readAt) - Date.parse(sentAt);
  const nextMs = readsAfterMs[of].find((afterMs) => afterMs > sinceMs);
  return nextMs === undefined ? null : new Date(Date.parse(sentAt) + nextMs).toISOString();
}

/** What may show the new expiry of renewals, of one batch or one domain. */
export interface ShownBy {
  /** Whether registries are asked for names of the account. */
  readonly asksRegistries: boolean;
  /** Whether the date of a sync is taken, as the account's options say. */
  readonly takesSync: boolean;
  readonly domains: readonly { readonly domain: string; readonly isAtRegistry: boolean }[];
}

const mostNamedTlds = 3;

/** The domains that no registry will show: it is not asked, or has shown no expiry of them. */
export const notAtRegistry = ({ asksRegistries, domains }: ShownBy): readonly string[] =>
  domains.flatMap(({ domain, isAtRegistry }) => (asksRegistries && isAtRegistry ? [] : [domain]));

/** What will show the renewals of a batch: its registries, a sync, or nothing but the answer and the credit. */
export function shownByText(by: ShownBy, { count }: Pick<Counting, 'count'>): string {
  const { asksRegistries, takesSync, domains } = by;
  const others = notAtRegistry(by);
  const shown = domains.length - others.length;
  const hasSome = shown > 0;
  const tlds = tldsOf(others);
  const named = listedFirst(tlds, mostNamedTlds, { count });
  const byRegistry = !hasSome
    ? asksRegistries &&
      `No registry has shown an expiry of ${plural(domains.length, 'this domain', 'these domains')} (${named}).`
    : others.length === 0
      ? `${plural(shown, 'The registry', 'The registries')} will show the new expiry.`
      : `The registries will show the new expiry of ${count(shown)} of ${count(domains.length)}; ${named} ${plural(tlds.length, 'shows', 'show')} none.`;
  const otherwise =
    others.length > 0 &&
    (takesSync
      ? `Have the service read ${hasSome ? plural(others.length, 'the other', 'the others') : plural(others.length, 'it', 'them')} again to see the new expiry, which is no proof.`
      : `${plural(others.length, 'The renewal', 'The renewals')}${hasSome ? plural(others.length, ' of the other', ' of the others') : ''} ${plural(others.length, 'rests', 'rest')} on the service’s answer and the credit.`);
  return [byRegistry, otherwise].filter((text) => text !== false).join(' ');
}

const tldsOf = (domains: readonly string[]): readonly string[] => [
  ...new Set(domains.map((domain) => domain.slice(domain.indexOf('.')))),
];

/** Within which time a renewal that was accepted is read at its registry again, so long after it was sent; null: not any more. */
export function readAgainWithin(sinceMs: number): string | null {
  const [soon, last] = readsAfterMs.charged;
  // The clock of a page is behind by some seconds.
  const leftMinutes = Math.ceil((soon - Math.max(sinceMs, 0)) / 60_000);
  if (leftMinutes > 0) return `${leftMinutes} min`;
  return sinceMs < last ? 'a day' : null;
}
