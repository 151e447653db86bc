import type { z } from 'zod';
import type { changeWarning } from '#shared/areas/change-schemas.ts';
import type { AskOf, ChangeAsk, kinds, WhatOf } from '#shared/changes/index.ts';
import type { ChangeLine, ContactFields } from '#shared/changes/kind.ts';
import type { AccountOptions } from '#shared/domain/account.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import type { Change, Consent, Evidence, ReadBackVerdict, SyncAnswer } from '#shared/domain/change.ts';
import type { Finding, Price } from '#shared/domain/finding.ts';
import type { ChildNameserver, Domain } from '#shared/domain/portfolio.ts';
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
import type { ChangingClient, Past, Sending } from '../ledger.ts';
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
  /** Reasons against sending, and what should be known before it. Warnings never block. */
  readonly warnings: (weighed: Weighed<AskOf<K>>) => readonly Warning[];
  /** Whether the name has to be typed: true for changes that cost money, cannot be undone, or can transfer it to somebody else. */
  readonly asksForName: (ask: AskOf<K>) => boolean;
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

/** What most kinds have in common: nothing personal, nothing to compare, nothing to type. */
export const plainKind = {
  asksForName: () => false,
  seen: () => '',
  unsendable: () => null,
  renewsFor: () => null,
  maySend: () => 'if-as-seen' as const,
  teaches: () => null,
  personal: () => null,
  effect: () => null,
  atRegistry: () => null,
  warnings: () => [],
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
  readonly domain: Domain | null;
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

export type Warning = z.output<typeof changeWarning>;

/** What warnings are made from. */
export interface Weighed<Ask = ChangeAsk> {
  readonly domain: string;
  readonly ask: Ask;
  readonly present: Present;
  readonly known: KnownOfDomain;
  readonly lines: readonly ChangeLine[];
  /** Null where no cost of the change is known. */
  readonly price: Price | null;
  /** What the user gave the account; left out where nothing. */
  readonly currency?: string | null;
  /** Why it could not be looked up; left out where it was, or no lookup was needed. */
  readonly priceError?: AppError | null;
  /** A lookup for the price found that the name can be registered. */
  readonly isFree?: true;
  /** The last change of the family, of a paid one the last that took effect; null where there is none. */
  readonly last: Change | null;
  /** The last change of the family, whether it took effect or not. */
  readonly lastTried: Change | null;
  /** The last one that took effect, where it was paid for at another service or account (G4). */
  readonly elsewhere: Change | null;
  /** What may have been paid although no entry proves it; null where nothing may. */
  readonly mayBeDone: EarlierPayment | null;
  /** The name was registered from here as a premium one. */
  readonly boughtAsPremium: boolean;
}

export const when = (is: boolean, id: Warning['id'], text: string): readonly Warning[] =>
  is ? [{ id, text: text.slice(0, 500) }] : [];

/** For changes that replace a state which is read before. */
export const nothingChanges = ({ lines }: { readonly lines: readonly ChangeLine[] }): readonly Warning[] =>
  when(
    lines.every(({ isChanged }) => !isChanged),
    'nothing-changes',
    'No change needed: everything is like this already.',
  );

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
