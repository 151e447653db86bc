import type { Review } from '../../../electron/main/changes/prepare.ts';
import type { ChangeWhat } from '../../../shared/changes/index.ts';
import type { ContactFields } from '../../../shared/changes/kind.ts';
import type { Batch, BatchRow } from '../../../shared/domain/batch.ts';
import type { ChangeFamily, ChangeKind } from '../../../shared/domain/change-kinds.ts';
import type { AnsweredRead, Post, Reseller, StateThen } from './reseller.ts';
import type { LimitChange, Wrong } from './desk.ts';
import type { Age } from './machine.ts';
import type { TeamSeen } from './team-here.ts';
import type { JournalSeen } from './journal-seen.ts';
import type { DomainOnDisk } from './portfolio-seen.ts';
import type { Registries } from './registries.ts';
import type { Observer } from './workspace-here.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';

/** What a person was shown of a domain before agreeing. */
export interface Shown {
  /** The present state as a text of {@link stateText}; null where the service did not show it, or nothing can be read. */
  readonly state: string | null;
  /** Changes of the family on this domain that the person was told of. */
  readonly changes: readonly string[];
  /** When it was renewed, as a row of a batch says it; null where nothing was said. */
  readonly renewedAt: readonly string[];
  /** It was said that the name was paid for at another service, or may have been. */
  readonly isToldElsewhere: boolean;
  /** It was said that its registry is about to delete it. */
  readonly isToldDeleted: boolean;
  /** That nobody knows whether it was done after the backup that was restored. */
  readonly mayBeDone: boolean;
  readonly atMs: number;
  /** In which run of the program it was read. */
  readonly run: number;
}

/** That a person agreed to one change of one domain, at one login, having been shown what is there. */
export interface Consent {
  readonly number: number;
  readonly login: string;
  readonly domain: string;
  readonly kind: ChangeKind;
  readonly family: ChangeFamily;
  readonly shown: Shown;
  readonly givenAtMs: number;
  /** In which of {@link Evidence.ages}: what comes out of a file of before has no consent. */
  readonly age: number;
  /** In which run of the program it was given. */
  readonly run: number;
  /** In which of all processes that had the workspace, those of the command line included. */
  readonly process: number;
  /** Of a batch: that it goes on after what is uncertain. */
  readonly goesOn: boolean;
  /** A limit was confirmed with it, by typing. */
  readonly isLimitTyped: boolean;
  /** Of the batch whose row it is; null for a single change. */
  readonly batchId: string | null;
  /** The lock that a step of a domain sets; null for what its batch is for, and for a single change. */
  readonly sets: 'locked' | 'unlocked' | null;
  /** Of a single change, once it is written down. */
  changeId: string | null;
}

/** A click on something that was agreed to before: sending a planned change again, or going on with a batch. */
export interface Click {
  readonly what: 'send' | 'resume';
  /** Of the change or the batch. */
  readonly id: string;
  readonly atMs: number;
  readonly epoch: number;
}

/** A review that stays open in a window. */
export interface OpenReview {
  readonly review: Review;
  readonly kind: ChangeKind;
  readonly login: string;
  readonly shown: Shown;
  readonly age: number;
}

/** A batch as a person has looked at it. */
export interface LookedAt {
  readonly plan: Batch;
  readonly rows: readonly BatchRow[];
  readonly login: string;
  readonly atMs: number;
  readonly run: number;
}

/** What a review shows. */
export function shownIn(review: Review, read: Pick<Shown, 'atMs' | 'run'>): Shown {
  return {
    state: shownState(review),
    changes: review.last === null ? [] : [review.last.id],
    renewedAt: [],
    isToldElsewhere: review.remarks.some(({ id }) => id === 'paid-elsewhere'),
    isToldDeleted: review.remarks.some(({ id }) => id === 'being-deleted'),
    mayBeDone: review.remarks.some(({ id }) => id === 'from-backup'),
    ...read,
  };
}

const free: ReadonlySet<string> = new Set(['available', 'premium']);

function shownState({ kind, lines, finding }: Review): string | null {
  if (kind === 'register') return free.has(finding?.kind ?? 'unknown') ? 'free' : null;
  if (kind === 'lock') return lines[0]?.before ?? null;
  if (kind === 'nameservers') {
    const hosts = lines.flatMap(({ before }) => (before === null ? [] : [before]));
    return hosts.length === 0 ? null : hostsText(hosts);
  }
  if (kind !== 'contacts') return null;
  const values = lines.map(({ label, before }) => [label.replace(/^Registrant: /, ''), before] as const);
  if (values.some(([, before]) => before === null)) return null;
  return contactText(Object.fromEntries(values) as Record<string, string>); // None of them is null.
}

/**
 * What a row of a batch shows. That it was renewed before counts as seen where the person took the row in by hand, or that is
 * more than 60 days ago and its expiry was shown since; by a file it was not.
 */
export const shownInRow = (
  { step, before, renewal, remarks }: BatchRow,
  { ask, changedAt }: Batch,
  read: Pick<Shown, 'atMs' | 'run'>,
  isTakenIn: boolean,
): Shown => ({
  state: stateInRow(step === null ? ask.kind : 'lock', before),
  changes: [],
  renewedAt:
    isTakenIn || isLongAgo(renewal, changedAt)
      ? [renewal?.renewedAt, ...remarks.map(({ at }) => at)].filter((at) => at != null)
      : [],
  isToldElsewhere: isTakenIn && remarks.some(({ id }) => id === 'paid-elsewhere'),
  // Such a row is left out.
  isToldDeleted: false,
  mayBeDone: isTakenIn && remarks.some(({ id }) => id === 'from-backup'),
  ...read,
});

const recentMs = 60 * 24 * 3_600_000;

/** Renewed more than 60 days ago, and no expiry is shown that may be of before it. */
function isLongAgo(renewal: BatchRow['renewal'], nowAt: string): boolean {
  const { expiresOn = null, renewedAt = null } = renewal ?? {};
  if (renewedAt === null || Date.parse(nowAt) - Date.parse(renewedAt) < recentMs) return false;
  if (expiresOn === null) return true;
  return expiresOn.source !== 'import' && expiresOn.source !== 'expected' && expiresOn.at > renewedAt;
}

/** A row of contacts names the fields that differ, and no value. */
function stateInRow(kind: ChangeKind, before: string | null): string | null {
  if (kind === 'lock') return before;
  if (kind === 'register') return free.has(before ?? '') ? 'free' : null;
  return kind === 'nameservers' ? hostsText((before ?? '').split(', ')) : null;
}

const hostsText = (hosts: readonly string[]): string =>
  hosts
    .map((host) => host.toLowerCase())
    .filter((host) => host !== '')
    .toSorted()
    .join(', ');

/** By the labels that a review names the fields by. */
const contactText = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${contactLabelOf(name)}=${value.trim()}`)
    .toSorted()
    .join('; ');

/** What of a domain a change of the family replaces, so that two moments can be compared; null where nothing can be read. */
export function stateText(family: ChangeFamily, { domain, isSold }: StateThen): string | null {
  if (family === 'register') return isSold ? 'sold' : domain === null ? 'free' : 'ours';
  if (domain === null) return null;
  if (family === 'lock') return domain.isLocked ? 'locked' : 'unlocked';
  if (family === 'nameservers') return hostsText(domain.nameservers);
  return family === 'contacts' ? contactText(domain.contacts.Registrant) : null;
}

/** The state that a request asks for, as {@link stateText} writes it; null where nothing can be read. */
export function wantedText(family: ChangeFamily, body: string): string | null {
  const form = new URLSearchParams(body);
  if (family === 'register') return 'ours';
  if (family === 'lock') return form.get('lockstatus');
  if (family === 'nameservers') return hostsText([...form].map(([, value]) => value));
  if (family !== 'contacts') return null;
  const sent = [...form].map(([name, value]) => [/\[(\w+)\]$/.exec(name)?.[1] ?? name, value] as const);
  return contactText(Object.fromEntries(sent));
}

/** As {@link wantedText}, of a change that was written down; null where that does not tell it. */
export function wantedOf(what: ChangeWhat): string | null {
  if (what.kind === 'lock') return what.state;
  return what.kind === 'nameservers' ? hostsText(what.nameservers) : null;
}

/** What is read of a family at the service. */
export const readParts: Readonly<Partial<Record<ChangeFamily, string>>> = {
  register: 'lookup',
  lock: 'lock-read',
  nameservers: 'nameservers-read',
  contacts: 'contact-read',
};

/** The families of which what is there can be read. */
export const readableFamilies: ReadonlySet<ChangeFamily> = new Set<ChangeFamily>([
  'register',
  'lock',
  'nameservers',
  'contacts',
]);

/** The whole registrant, as an editor that was opened just now has it, with another city. */
export const registrantWith = (fields: Readonly<Record<string, string>>, city: string): ContactFields => ({
  name: 'Registrant',
  fields: Object.entries(fields).map(([name, value]) => ({ name, value: name === 'City' ? city : value })),
});

/** Everything that the invariants are checked against: what the services did, what people agreed to, what is written down. */
export interface Evidence {
  readonly posts: readonly Post[];
  readonly reads: readonly AnsweredRead[];
  readonly consents: readonly Consent[];
  readonly clicks: readonly Click[];
  readonly journal: JournalSeen;
  readonly resellerOf: (login: string) => Reseller;
  readonly nowMs: number;
  readonly epoch: number;
  /** Each time that what was agreed to before came to an end, and why: a backup was restored, an older file put back. */
  readonly ages: readonly Age[];
  /** Logins of which a person said that their other address is the same service, with the time by the virtual clock. */
  readonly toldSame: ReadonlyMap<string, number>;
  readonly hasKeychain: boolean;
  /** A restore of which the window was not told when it opened. */
  readonly untoldRestores: number;
  /**
   * Changes that are lost, or stand as they did before, since a restore could not read the journal of the file before to its end.
   * The window has said so, or nobody can know that there was a file.
   */
  readonly unreadable: ReadonlySet<string>;
  /** Batches and planned changes that a restore has not ended, each time that there were some. */
  readonly notEnded: readonly number[];
  /** Entries that are neither in the workspace nor in a file that was put away. */
  readonly vanished: readonly string[];
  /** When a person said that she knows what was paid of all that was in doubt. */
  readonly doubtsEnded: readonly { readonly atMs: number; readonly epoch: number }[];
  /** When another computer's backup was restored, which tells of payments of {@link foreignNames}. */
  readonly foreignAt: readonly { readonly atMs: number; readonly epoch: number }[];
  /** Requests that arrived with the key of another login. */
  readonly strayKeys: readonly string[];
  readonly bugs: readonly unknown[];
  /** As they stand in the file now. */
  readonly accounts: ReturnType<Observer['accounts']>;
  /** Limits that were confirmed when a batch went on. */
  readonly limitsTyped: readonly { readonly batchId: string; readonly atMs: number }[];
  readonly limitChanges: readonly LimitChange[];
  /** Batches whose domains take several steps. */
  readonly stepped: ReadonlySet<string>;
  /** Of each batch that puts back, the one whose changes it takes back. */
  readonly undone: ReadonlyMap<string, string>;
  /** Batches that an assistant has proposed, and those that the file says to be proposed. */
  readonly proposals: ReadonlySet<string>;
  readonly marked: ReadonlyMap<string, boolean>;
  /** What the person saw at once to be wrong. */
  readonly wrongs: readonly Wrong[];
  /** When the history begins, UTC. */
  readonly startMs: number;
  readonly registries: Registries;
  /** What the team's database has seen; null where this computer is alone. */
  readonly team: TeamSeen | null;
  /** The portfolios of all accounts as they stand in the file now. */
  readonly domains: readonly DomainOnDisk[];
}

/** Something that must never be. */
export interface Violation {
  /** Of the list below. */
  readonly invariant: string;
  /** The row of section F that it shows, `F13` where none of the others fits; of files and registries, of `portfolioInvariants`. */
  readonly fault: string;
  /** What it is about, so that it is told once. */
  readonly about: string;
  readonly says: string;
}

/** A violation of an invariant that is known by where it was found. */
export type Found = Omit<Violation, 'invariant'>;

export interface Invariant {
  readonly name: string;
  /** The requirements that it holds. */
  readonly holds: string;
  readonly says: string;
  readonly check: (evidence: Evidence) => readonly Found[];
}
