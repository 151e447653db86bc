import { createHash, createHmac } from 'node:crypto';
import {
  type ChangeFamily,
  type ChangeKind,
  type ChangeState,
  familyOf,
} from '../../../shared/domain/change-kinds.ts';
import type { JournalEvent } from '../../../shared/domain/change.ts';
import type { Post } from './reseller.ts';
import type { EntryOnDisk } from './workspace-here.ts';

/** One entry, with the restores that were before it. */
export interface SeenEntry {
  readonly seq: number;
  readonly epoch: number;
  readonly atMs: number;
  readonly at: string;
  readonly event: JournalEvent;
  readonly hash: string;
  readonly state: ChangeState;
  /** Of the account at the moment of the entry. */
  readonly login: string;
}

/** Where the journal on the disk stood: when a POST arrived, or at an entry of its own. */
export type Standing = Pick<Post, 'epoch' | 'entries'>;

/** A change as its entries on the disk tell it. It is remembered when a restore has brought back a file without it. */
export interface SeenChange {
  readonly id: string;
  readonly accountId: string;
  /** The login that it was written down for. */
  readonly login: string;
  readonly domain: string;
  readonly kind: ChangeKind;
  readonly family: ChangeFamily;
  readonly batchId: string | null;
  readonly digest: string;
  readonly entries: SeenEntry[];
}

/** The journal as an observer of the file has seen it grow. Nothing of the program's own reading is used. */
export class JournalSeen {
  readonly changes = new Map<string, SeenChange>();
  /** Hashes of every entry that was ever seen, in their order. */
  readonly hashes = new Set<string>();
  /** What does not fit: an entry that was changed or taken away without a restore. */
  readonly broken: string[] = [];
  /** Hashes that are lost with a file that an older one has taken the place of. */
  readonly replaced = new Set<string>();
  /** A page of the file holds zeros, and nobody has noticed: rows on it cannot be read, which SQLite does not see. */
  hasBadPage = false;
  readonly #links = new Map<
    number,
    { readonly change: SeenChange | null; readonly attempt: SeenEntry | undefined }
  >();
  /** In the present file, and in the file of each earlier epoch. */
  #present = new Set<string>();
  readonly #files = new Map<number, Set<string>>();

  get presentLength(): number {
    return this.#present.size;
  }

  isPresent = (hash: string): boolean => this.#present.has(hash);

  /** Whether the file that was in use when a POST arrived does not know how the change had stood: an older one was put in place. */
  wasForgotten(change: SeenChange, post: Standing): boolean {
    const file = this.#files.get(post.epoch) ?? this.#present;
    return !file.has(entryBefore(change, post)?.hash ?? '');
  }

  /** Whether the file that was in use when a POST arrived had all that had been sent until then: none was lost, or it came back. */
  knewAllSent(post: Post): boolean {
    const file = this.#files.get(post.epoch) ?? this.#present;
    return [...this.changes.values()].every(({ entries }) =>
      entries.every(
        (entry) => entry.event.type !== 'sending' || !isBefore(entry, post) || file.has(entry.hash),
      ),
    );
  }

  /** Whether one of these entries says that something goes out. */
  hasSent(hashes: readonly string[]): boolean {
    const all = new Set(hashes);
    return [...this.changes.values()].some(({ entries }) =>
      entries.some(({ hash, event }) => event.type === 'sending' && all.has(hash)),
    );
  }

  /** A restore has put another file in place. */
  restored(): void {
    this.#present = new Set();
  }

  /** @param entries All those after the last that was seen of the present file. */
  add(
    entries: readonly EntryOnDisk[],
    epoch: number,
    startMs: number,
    loginOf: (accountId: string) => string,
  ): void {
    this.#files.set(epoch, this.#present);
    for (const entry of entries) {
      if (entry.seq !== this.#present.size + 1 && !this.hasBadPage)
        this.broken.push(`Entry ${entry.seq} is out of order`);
      this.#present.add(entry.hash);
      if (this.hashes.has(entry.hash) || (this.hasBadPage && !isJson(entry.event))) continue;
      this.hashes.add(entry.hash);
      this.#take(entry, epoch, startMs, loginOf);
    }
  }

  /** The change that a POST belongs to; null where none fits. */
  changeOf = ({ number }: Post): SeenChange | null => this.#links.get(number)?.change ?? null;

  /**
   * Finds the change of each POST: the one whose digest is over exactly what was sent. Of several equal ones, the one that was
   * on its way then, by an attempt that no earlier POST belongs to.
   */
  link(posts: readonly Post[], sealingKey: string): void {
    for (const post of posts) {
      if (this.#links.has(post.number)) continue;
      const fitting = [...this.changes.values()].filter((change) => isFor(change, post, sealingKey));
      const onItsWay = fitting.filter((change) => stateAt(change, post) === 'sending');
      const change =
        onItsWay.findLast((each) => !this.#isTaken(attemptOf(each, post))) ??
        onItsWay.at(-1) ??
        fitting.at(-1);
      this.#links.set(post.number, { change: change ?? null, attempt: change && attemptOf(change, post) });
    }
  }

  #isTaken(attempt: SeenEntry | undefined): boolean {
    return [...this.#links.values()].some((link) => link.attempt === attempt);
  }

  #take(entry: EntryOnDisk, epoch: number, startMs: number, loginOf: (accountId: string) => string): void {
    const event = JSON.parse(entry.event) as JournalEvent; // Written by the journal, which parsed it.
    const there = this.changes.get(entry.changeId);
    const accountId = event.type === 'planned' ? event.accountId : (there?.accountId ?? '');
    const seen: SeenEntry = {
      seq: entry.seq,
      epoch,
      atMs: Date.parse(entry.at) - startMs,
      at: entry.at,
      event,
      hash: entry.hash,
      state: entry.state as ChangeState, // As it was written.
      login: loginOf(accountId),
    };
    if (there !== undefined) there.entries.push(seen);
    else if (event.type === 'planned') this.changes.set(entry.changeId, begun(entry.changeId, event, seen));
    else this.broken.push(`Entry ${entry.seq} tells of a change that was never planned`);
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const begun = (
  id: string,
  event: Extract<JournalEvent, { readonly type: 'planned' }>,
  seen: SeenEntry,
): SeenChange => ({
  id,
  accountId: event.accountId,
  login: seen.login,
  domain: event.domain,
  kind: event.what.kind,
  family: familyOf(event.what.kind),
  batchId: event.batchId,
  digest: event.digest,
  entries: [seen],
});

function isFor(change: SeenChange, post: Post, sealingKey: string): boolean {
  const { accountId, domain, kind, path, body } = post;
  if (change.accountId !== accountId || change.domain !== domain || change.kind !== kind) return false;
  const isPersonal = kind === 'contacts' || kind === 'register';
  // Where there is no keychain, the key is the process's own, and nobody outside can know it: it is the one that is on its way.
  if (isPersonal && sealingKey === '') return stateAt(change, post) === 'sending';
  const digest = isPersonal ? createHmac('sha256', keyOf(change, sealingKey)) : createHash('sha256');
  return digest.update(`${change.id}\n${path}\n${body}`).digest('hex') === change.digest;
}

/** The key for digests of personal values: the change's own, made of the keychain's (G12). */
function keyOf({ id, batchId, domain }: SeenChange, sealingKey: string): Buffer {
  const purpose = batchId === null ? `change ${id}` : `batch ${batchId} ${domain}`;
  return createHmac('sha256', Buffer.from(sealingKey, 'base64')).update(`digest ${purpose}`).digest();
}

/** The entry by which a change was on its way when a POST arrived. */
const attemptOf = ({ entries }: SeenChange, post: Post): SeenEntry | undefined =>
  entries.findLast((entry) => entry.event.type === 'sending' && isBefore(entry, post));

const isBefore = ({ seq, epoch }: SeenEntry, post: Standing): boolean =>
  epoch < post.epoch || (epoch === post.epoch && seq <= post.entries);

/** Where a change stood when a POST arrived; null where it was not written down yet. */
export const stateAt = (change: SeenChange, post: Post): ChangeState | null =>
  entryBefore(change, post)?.state ?? null;

/** The last entry of a change when a POST arrived. */
export const entryBefore = ({ entries }: SeenChange, post: Standing): SeenEntry | undefined =>
  entries.findLast((entry) => isBefore(entry, post));

/** The number of the entry by which a POST's change was on its way; null where there is none. */
export const sendingSeq = (change: SeenChange, post: Post): number | null =>
  attemptOf(change, post)?.seq ?? null;

export const lastEntry = ({ entries }: SeenChange): SeenEntry | undefined => entries.at(-1);
export const stateNow = (change: SeenChange): ChangeState => lastEntry(change)?.state ?? 'planned';

/** Where a change was planned to go. */
export function addressOf({ entries }: SeenChange): string | null {
  const event = entries[0]?.event;
  return event?.type === 'planned' ? event.service.baseUrl : null;
}

export const isSettledAsNotDone = ({ entries }: SeenChange): boolean =>
  entries.some(({ event }) => event.type === 'settled' && event.as === 'not-applied');

export const isSettledAsDone = ({ entries }: SeenChange): boolean =>
  entries.some(({ event }) => event.type === 'settled' && event.as === 'applied');

export const wasSentAt = ({ entries }: SeenChange, at: string): boolean =>
  entries.some(({ event, at: writtenAt }) => event.type === 'sending' && writtenAt === at);

export const wasSentBy = ({ entries }: SeenChange, at: string): boolean =>
  entries.some(({ event, at: writtenAt }) => event.type === 'sending' && writtenAt <= at);

/** Called done, and begun later: a service that lied makes it the last one that the program can know of. */
export const isDoneAfter = (other: SeenChange | undefined, { entries }: SeenChange): boolean =>
  other !== undefined &&
  (stateNow(other) === 'confirmed' || stateNow(other) === 'applied' || isSettledAsDone(other)) &&
  (other.entries[0]?.atMs ?? 0) > (entries[0]?.atMs ?? 0);
