import type { AskOf, ChangeAsk, kinds, WhatOf } from '#shared/changes/index.ts';
import type { ChangeLine, ContactFields } from '#shared/changes/kind.ts';
import type { AccountOptions } from '#shared/domain/account.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import type { Change, Consent, Evidence, ReadBackVerdict, SyncAnswer } from '#shared/domain/change.ts';
import type { Finding, Price } from '#shared/domain/finding.ts';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import type { Remark } from '#shared/domain/remarks.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import type { Beside, Owner, ProofOutcome } from '#shared/domain/renewal-proof.ts';
import type { AppError, EarlierPayment } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Keyed } from '../../accounts/encryption.ts';
import type { Observed } from '../../portfolio/observations.ts';
import type { CallOptions, Kept } from '../../reseller/client.ts';
import type { WriteResult } from '../../reseller/decode.ts';
import type { Call, Operation } from '../../reseller/operation.ts';
import { cut } from '../../system/texts.ts';
import type { KnownDomain } from '../../workspace/batches/batches-repository.ts';
import type { ChangingClient, Past, Sending } from '../ledger.ts';
import type { TeamKnown } from '../referee.ts';
import type { DomainReads, Present, RenewalPrice } from '../present.ts';

/** What main has to know of a kind of change: how it is sent, reviewed, compared, and read back. */
export interface KindInMain<K extends ChangeKind> {
  readonly request: (domain: string, ask: AskOf<K>) => Bound;
  /** Without personal data: names of contact fields, never their values. */
  readonly what: (ask: AskOf<K>, present: Described, renewal: Price) => WhatOf<K>;
  /** The request again; null where it has personal data, which the journal does not store. */
  readonly asked: (what: WhatOf<K>) => AskOf<K> | null;
  /** Before and after, line by line and unmasked, for the person who decides. */
  readonly lines: (ask: AskOf<K>, present: Present, known: KnownOfDomain) => readonly ChangeLine[];
  /** What is to be known of what is asked, whatever the domain: a review of one says it, and a batch says it once. */
  readonly says: (ask: AskOf<K>) => readonly Remark[];
  /** What is to be known of the change of a domain, what excludes a row of a batch among it. See `weigh`, which alone calls it. */
  readonly weigh: (facts: Facts<AskOf<K>>) => readonly Remark[];
  /** Whether nothing needs to change, by what was read. */
  readonly isSo: (ask: AskOf<K>, present: Pick<Present, 'before' | 'contacts'>) => boolean;
  /**
   * The present state that the change depends on, as text for comparison with a later one: equal where nothing relevant has
   * changed, empty where nothing could be read and never for a state that was read. Contains nothing personal: of contacts, a digest.
   *
   * @param keyed Made for this change alone; null where it sends nothing personal.
   */
  readonly seen: (
    ask: AskOf<K>,
    present: { readonly before: Partial<Present['before']> } & Partial<Pick<Present, 'contacts'>>,
    keyed: Keyed | null,
  ) => string;
  /**
   * Why it cannot be written over what was read, whatever a person says; null where it can. Asked at each review and right before it
   * is sent.
   */
  readonly unsendable: (ask: AskOf<K>, present: Pick<Present, 'contacts'>) => AppError | null;
  /** The years that it renews for, where the price of a renewal has to be known right before it; null where it renews nothing. */
  readonly renewsFor: (ask: AskOf<K>) => number | null;
  /**
   * Whether it may still be sent, by what was read right before: yes, why not, or only if what it is compared by is as it was seen.
   */
  readonly maySend: (
    ask: AskOf<K>,
    now: SeenNow,
    consent: Pick<Consent, 'price' | 'premiumAccepted'>,
  ) => 'yes' | 'if-as-seen' | AppError;
  /** What its answer teaches beyond that it is done. */
  readonly teaches: (value: object) => SyncAnswer | null;
  /** The contacts that it sends, for the person who has to decide about it; null where it sends none. */
  readonly personal: (ask: AskOf<K>) => readonly ContactFields[] | null;
  /** Reads once what the change should have brought about, and compares it. Never writes (C9). Source: docs/decisions/0010. */
  readonly readBackOnce: (subject: Subject<K>, reads: ReadBackOf<K>) => Promise<ReadBackResult>;
  /**
   * What the registry's reading says of a change that was sent; null for a kind that no registry proves by itself.
   *
   * @param around What the reading alone does not tell.
   */
  readonly atRegistry: (
    sent: Pick<Subject<K>, 'what' | 'before' | 'sentAt'>,
    reading: RegistryReading,
    around: AroundReading,
  ) => AtRegistry | null;
  /** The effect of a change that no read has shown: the service's answer or a person said that it is done. */
  readonly effect: (what: WhatOf<K>, sentAt: string | null) => Effect | null;
}

/** What a description of a change is made from beside the request. */
export interface Described extends Pick<Present, 'contacts'> {
  readonly finding: Pick<Finding, 'kind' | 'prices'> | null;
}

export interface AroundReading {
  /** Another renewal of the domain, whose effect the registry may show. */
  readonly beside: Beside | null;
  /** Of a registration, whose the name is in the account; null where that is not known. */
  readonly owner: Owner | null;
  /** See {@link Subject}. */
  readonly registrars: readonly string[];
}

export interface AtRegistry {
  readonly registry: NonNullable<Change['registry']>;
  readonly evidence: Evidence;
}

type Effect = Omit<Observed, 'at' | 'source'>;

/** What was read right before a change is sent. */
export interface SeenNow {
  readonly present: Present;
  /** Null where there is none to compare. */
  readonly renewal: RenewalPrice | null;
}

/** The reads that a kind is read back with: only those that its sentences name (F14). */
export type ReadBackOf<K extends ChangeKind> = Pick<
  DomainReads,
  (typeof kinds)[K]['verification']['readBack'][number]
>;

/** A change that is read back, with what its journal entries say. */
export interface Subject<K extends ChangeKind> extends Pick<Change, 'before' | 'syncAnswer' | 'sentAt'> {
  readonly what: WhatOf<K>;
  readonly past: Past;
  /** What it sends, where that is personal and can be decrypted; otherwise null: then nothing is compared with it. */
  readonly sent: Personal<K> | null;
  /** IANA's ids of the registrars of the login's other names under the TLD; empty where none is known, or it matters not. */
  readonly registrars: readonly string[];
}

/** The personal request of a change, and the key for digests of its values. */
export interface Personal<K extends ChangeKind = ChangeKind> {
  readonly ask: AskOf<K>;
  readonly keyed: Keyed;
}

/** What most kinds have in common: nothing personal, nothing to compare. */
export const plainKind = {
  seen: () => '',
  unsendable: () => null,
  renewsFor: () => null,
  maySend: () => 'if-as-seen' as const,
  teaches: () => null,
  personal: () => null,
  effect: () => null,
  atRegistry: () => null,
  says: () => [],
  weigh: () => [],
  isSo: () => false,
} as const;

/** For kinds whose description is the request itself. */
export const plainRequest = {
  what: <A>(ask: A) => ask,
  asked: <A>(what: A) => what,
} as const;

/** How a change is sent. */
export interface Bound {
  readonly ask: (options: AccountOptions) => Result<Call>;
  /** To be called once for each attempt, and only by the gate, which has the `Sending` it needs. */
  readonly write: (
    client: ChangingClient,
    options: CallOptions,
    sending: Sending,
  ) => Promise<WriteResult<Kept<object>>>;
}

export const bind = <I, V extends object>(operation: Operation<I, V, 'write'>, input: NoInfer<I>): Bound => ({
  ask: (options) => operation.ask(input, options),
  write: (client, options) => client.write(operation, input, options),
});

/** What is known of the domain beyond what was read for this change. */
export interface KnownOfDomain {
  readonly domain: KnownDomain | null;
  /** The label of another account whose portfolio has it; null where none has. */
  readonly heldBy: string | null;
  readonly children: readonly ChildNameserver[];
  /** Domains of the account that use the host that the change is about. */
  readonly usersOfHost: readonly string[];
}

export const line = (label: string, before: string | null, after: string | null): ChangeLine => ({
  label: cut(label, 400),
  before: before === null ? null : cut(before, 4_000),
  after: after === null ? null : cut(after, 4_000),
  isChanged: before !== after,
});

/** What the journal knows of a family of a domain. See `History` there. */
export interface Earlier {
  readonly last: Change | null;
  readonly lastSent: Change | null;
  readonly lastEffect: Change | null;
  readonly ownEffect: Change | null;
  readonly elsewhere: Change | null;
  readonly mayBeDone: EarlierPayment | null;
  readonly boughtAsPremium: boolean;
}

/** Of what was read, what remarks are made from. */
interface Weighable extends Omit<Present, 'finding'> {
  readonly finding: Pick<Finding, 'kind'> | null;
}

/** All that remarks are made from: of a single change, and of a row of a batch. */
export interface Facts<Ask = ChangeAsk> {
  readonly domain: string;
  readonly ask: Ask;
  readonly isPractice: boolean;
  readonly now: Date;
  readonly known: KnownOfDomain;
  readonly earlier: Earlier;
  readonly team: TeamKnown;
  /** Null where it was not read: not yet, or no read shows what the change is about. */
  readonly present: Weighable | null;
  /** Null where no cost of the change is known. */
  readonly price: Price | null;
  /** What the user gave the account; left out where nothing. */
  readonly currency?: string | null;
  /** Why it could not be looked up; left out where it was, or no lookup was needed. */
  readonly priceError?: AppError | null;
  /** A lookup for the price found that the name can be registered. */
  readonly isFree?: true;
}

const saying =
  (weight: Remark['weight']) =>
  (is: boolean, id: Remark['id'], text: string): readonly Remark[] =>
    is ? [{ id, weight, text: cut(text, 2_000) }] : [];

/** Something to know, which excludes no row. */
export const says = saying('says');
/** What a person with one domain is warned of, and what excludes the row of a batch. */
export const excludes = saying('excludes');

/** The result of reading back once. */
export interface ReadBackResult {
  readonly verdict: ReadBackVerdict;
  readonly evidence: readonly Evidence[];
  /** Why it could not be read; null where it could. */
  readonly error: AppError | null;
  readonly observed?: Effect;
  /** The service refused, and the credit has fallen: further reads cannot confirm the refusal. */
  readonly contradictsNo?: boolean;
  /** Of a paid change whose credit could be read before and after. */
  readonly charge?: Change['charge'];
  /** Where it could be read both times. */
  readonly credit?: 'fell' | 'rose' | 'same';
  /** The first orders of its batch were accepted, and the credit stands still: the service does not charge at once. */
  readonly isStill?: boolean;
  /** Given where the registry was read. */
  readonly registry?: NonNullable<Change['registry']>;
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

/** What a registry showed, as evidence. */
export function shownAtRegistry(
  outcome: ProofOutcome,
  { at }: RegistryReading,
  label: string,
  before: string | null,
  after: string | null,
): AtRegistry {
  const why = 'why' in outcome ? outcome.why : null;
  return {
    registry: { at, proof: outcome.kind, why },
    evidence: note(label, outcome.kind === 'proven' ? 'for' : 'neither', before, after),
  };
}

export const unreadable = (error: AppError, evidence: readonly Evidence[] = []): ReadBackResult => ({
  verdict: 'unreadable',
  evidence,
  error,
});

/** The verdict on a state that was read. */
export const compared = (isWanted: boolean, isAsBefore: boolean): ReadBackVerdict => {
  if (isWanted) return 'agrees';
  return isAsBefore ? 'as-before' : 'differs';
};

/** Nothing that can be read decides it. */
export const noProof = (evidence: readonly Evidence[] = []): ReadBackResult => ({
  verdict: 'no-proof',
  evidence,
  error: null,
});
