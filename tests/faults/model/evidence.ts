import type { Click, Consent } from './consents.ts';
import type { Wrong } from './desk.ts';
import type { JournalSeen } from './journal-seen.ts';
import type { AnsweredRead, Post, Reseller } from './reseller.ts';
import type { Observer } from './workspace-here.ts';

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
  readonly bugs: readonly unknown[];
  /** As they stand in the file now. */
  readonly accounts: ReturnType<Observer['accounts']>;
  /** Limits that were confirmed when a batch went on. */
  readonly limitsTyped: readonly { readonly planId: string; readonly atMs: number }[];
  /** What the person saw at once to be wrong. */
  readonly wrongs: readonly Wrong[];
  /** When the history begins, UTC. */
  readonly startMs: number;
}

/** Something that must never be. */
export interface Violation {
  /** Of the list below. */
  readonly invariant: string;
  /** The row of section F that it shows; `F13` where none of the others fits. */
  readonly fault: string;
  /** What it is about, so that it is told once. */
  readonly about: string;
  readonly says: string;
}

/** A violation of an invariant that is known by where it was found. */
export type Found = Omit<Violation, 'invariant'>;
