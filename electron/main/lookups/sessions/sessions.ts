import type { AskAgain, Estimate, Pace, Session, SessionChange } from '#shared/domain/session.ts';
import type { Result } from '#shared/result.ts';

/** What a session is made of. */
export interface SessionDraft {
  readonly accountId: string;
  readonly name: string;
  /** A-labels, each once. */
  readonly names: readonly string[];
  /** Without leading dots, each once. */
  readonly tlds: readonly string[];
  readonly source: string;
  readonly isStarted: boolean;
}

/** Cells that changed, for whoever watches a session. They are on disk. */
export interface CellsChanged {
  /** `row * tlds + column`. */
  readonly cells: Uint32Array;
  /** With the shortlist's bit. */
  readonly codes: Uint8Array;
  /** Unix seconds. */
  readonly checkedAt: Uint32Array;
  readonly left: number;
  readonly pace: Pace | null;
}

/** A session as it stands at the moment of opening; what changes afterwards is told to the watcher. */
export interface OpenSession {
  readonly session: Session;
  /** A-labels, joined by line feeds. */
  readonly names: string;
  /** Copies: whoever opened the session may change them. */
  readonly codes: Uint8Array;
  readonly checkedAt: Uint32Array;
  /** Ends the watching. The session goes on. */
  readonly close: () => void;
}

export interface Comparison {
  readonly compared: number;
  readonly same: number;
  readonly changed: number;
  readonly changes: readonly SessionChange[];
}

/** What is still before a session that does not exist yet. */
export interface Outlook {
  readonly cells: number;
  readonly requests: number;
  /** Null where there is no ceiling and nothing was measured. */
  readonly seconds: Estimate | null;
}

/**
 * The bulk look-ups: sessions that ask as fast as the account's throttle allows and outlive everything.
 *
 * All fail with: `storage`; those that name a session with `invalid-input` (field `id`) where there is none.
 */
export interface Sessions {
  readonly list: () => Promise<Result<readonly Session[]>>;
  readonly find: (id: string) => Promise<Result<Session>>;
  readonly outlook: (accountId: string, names: number, tlds: number) => Promise<Result<Outlook>>;
  /** Fails with: `invalid-input` too (no names, no TLDs, too many cells), `no-account`. */
  readonly create: (draft: SessionDraft) => Promise<Result<Session>>;
  readonly rename: (id: string, name: string) => Promise<Result<Session>>;
  readonly remove: (id: string) => Promise<Result<object>>;
  /** Answers when nothing is on its way any more and everything that came is kept. */
  readonly pause: (id: string) => Promise<Result<Session>>;
  readonly resume: (id: string) => Promise<Result<Session>>;
  readonly stop: (id: string) => Promise<Result<Session>>;
  /** Takes note of what is to be asked again and starts. */
  readonly askAgain: (id: string, which: AskAgain) => Promise<Result<Session>>;
  readonly runAgain: (id: string, accountId: string, isStarted: boolean) => Promise<Result<Session>>;
  readonly compare: (beforeId: string, afterId: string) => Promise<Result<Comparison>>;
  /** @param watcher Told at most once in 50 ms. */
  readonly open: (id: string, watcher: (changed: CellsChanged) => void) => Promise<Result<OpenSession>>;
  /** Watchers are told. */
  readonly shortlist: (
    id: string,
    cells: readonly number[],
    isOn: boolean,
  ) => Promise<Result<{ readonly shortlisted: number }>>;
  readonly saveView: (id: string, view: string) => Promise<Result<object>>;
  /**
   * What sessions wait for may be there: the network, a key, room on the disk. They look at once instead of at the end of
   * their pause. Those of one account, or all.
   */
  readonly wake: (accountId?: string) => void;
  /** The account is gone, and its sessions with it: nothing is asked for them any more, and they are told as removed. */
  readonly accountRemoved: (accountId: string) => void;
  /** Takes up every session that was running or waiting when the program ended. Once, at the start of the application. */
  readonly takeUp: () => Promise<Result<object>>;
  /**
   * Asks no more, waits for what is on its way, keeps it. Sessions that ran will be taken up at the next start. Before
   * the connections are closed, and the workspace.
   */
  readonly close: () => Promise<void>;
}
