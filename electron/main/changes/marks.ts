import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isToReview } from '#shared/domain/backup.ts';
import { type ServiceIdentity, serviceKey, serviceOf } from '#shared/domain/account.ts';
import type { Vault } from '../accounts/vault.ts';
import { withinTime } from '../jobs/waiting.ts';
import { openPartFile } from '../system/files.ts';
import type { Logger } from '../system/log.ts';
import { jsonIn } from '../system/texts.ts';
import type { Given } from '../system/timing.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Raised } from '../workspace/journal/doubts.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { RestoreFindings } from '#shared/domain/backup.ts';

/** How far a workspace's journal reached when it last sent something with a login. */
const mark = z.object({
  workspaceId: z.string().max(64),
  place: z.string().max(300),
  entries: z.int(),
  hash: z.string().max(64),
});
type Mark = z.output<typeof mark>;
const marks = z.array(mark).max(20);
/** As a keychain has them: without the names of members. */
const shortMarks = z
  .array(z.tuple([mark.shape.workspaceId, mark.shape.place, mark.shape.entries, mark.shape.hash]))
  .max(20);
/** What Windows' keychain takes is 2,560 bytes, of two each. */
const mostKeptChars = 1_200;

/** The text for a keychain, which is never too long for any: of too many, the first ones are left out. */
export function keptText(all: readonly Mark[]): string {
  const text = JSON.stringify(
    all.map(({ workspaceId, place, entries, hash }) => [workspaceId, place, entries, hash]),
  );
  const isShort = Math.max(2 * text.length, Buffer.byteLength(text)) <= 2 * mostKeptChars;
  return isShort ? text : keptText(all.slice(1));
}

/** Null where that is something else. */
export function marksIn(text: string): readonly Mark[] | null {
  const stored = jsonIn(text);
  const short = shortMarks.safeParse(stored).data;
  if (short === undefined) return marks.safeParse(stored).data ?? null;
  return short.map(([workspaceId, place, entries, hash]) => ({ workspaceId, place, entries, hash }));
}

interface MarksDeps extends Given<'now' | 'timer'> {
  readonly workspace: Pick<
    Workspace,
    'accounts' | 'doubts' | 'journal' | 'restored' | 'restoreNotice' | 'tellOfRestore'
  >;
  /** The workspace's. */
  readonly directory: string;
  readonly vault: Pick<Vault, 'readNote' | 'writeNote'>;
  readonly onRestore: () => void;
  readonly log: Pick<Logger, 'note' | 'bug'>;
}

/**
 * The high-water mark of the journal, for each login: in the keychain, and beside the workspace. A journal that does not contain
 * its mark is older than what was sent (G3); the mark of another workspace tells that it pays with the same login (G16).
 */
export type Marks = ReturnType<typeof createMarks>;

/** A paid change waits no longer for a keychain: then it goes on, and the log says that the mark was not compared. */
const mostWaitMs = 3_000;
/** So long after it gave no answer, a keychain is asked again: a batch does not wait for it at each row. */
const askAgainMs = 60_000;
const mostOthers = 3;
const mostMissed = 3;

export function createMarks(deps: MarksDeps) {
  const { workspace, log, timer } = deps;
  const comparing = createComparing(deps, createStore(deps));
  const { sent, written } = createWriting(deps, comparing);

  /** A file of before the restore would have what was withdrawn still planned. */
  async function markAfter(service: ServiceIdentity, comparison: Promise<unknown>): Promise<void> {
    await comparison;
    if (comparing.hadNotice()) sent(service);
  }

  return {
    /** Something was sent. Returns at once: a keychain that hangs costs nothing but the mark. */
    sent,
    /** At the end: resolves when all that was sent is marked, or after a short time: what was sent last would have no mark. */
    written: () => withinTime({ timer, onBug: log.bug }, mostWaitMs, written),
    /** At the start, in the background: those of every account. Keychains are asked where they have the account's key. */
    async compareAll() {
      await comparing.writeNotices();
      const accounts = await resultOf(() => workspace.accounts.list());
      for (const account of accounts.ok ? accounts.value : []) {
        const service = serviceOf(account);
        if (isPractice(service)) continue;
        const isInKeychain = account.key.place === 'keychain';
        await markAfter(service, isInKeychain ? comparing.once(service) : comparing.beside(service));
      }
    },
    /** Right before a paid change: resolves when the login's marks were read and compared once more, or after a short time (H7). */
    async compared(service: ServiceIdentity) {
      if (isPractice(service)) return;
      const work = () => markAfter(service, comparing.again(service));
      const isLate = (await withinTime({ timer, onBug: log.bug }, mostWaitMs, work)) === null;
      if (isLate) log.note('mark.failed', { call: 'read' });
    },
  };
}

/** Where marks are kept. */
function createStore({ vault, directory }: MarksDeps) {
  const path = join(directory, 'sent.mark.json');

  async function beside(): Promise<Readonly<Record<string, readonly Mark[]>>> {
    try {
      return z.record(z.string(), marks).parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      return {};
    }
  }

  return {
    beside: async (service: ServiceIdentity): Promise<readonly Mark[]> =>
      (await beside())[serviceKey(service)] ?? [],
    async putBeside(service: ServiceIdentity, mine: readonly Mark[]): Promise<void> {
      const all = { ...(await beside()), [serviceKey(service)]: mine };
      // Of a process that was killed over it: one writes at a time.
      await rm(`${path}.new`, { force: true });
      const part = await openPartFile(path, 'sent.mark.json.new', 0o600);
      try {
        await part.handle.writeFile(JSON.stringify(all));
        await part.keep();
      } catch (thrown) {
        await part.remove();
        throw thrown;
      }
    },
    /** Null where the keychain does not answer, or has something else there. */
    async inKeychain(service: ServiceIdentity): Promise<readonly Mark[] | null> {
      const read = await vault.readNote(entryOf(service));
      if (!read.ok) return null;
      return read.value === null ? [] : marksIn(read.value);
    },
    putInKeychain: (service: ServiceIdentity, all: readonly Mark[]) =>
      vault.writeNote(entryOf(service), keptText(all)),
  };
}

/** The end of the folder's path: entries of a keychain are short. */
const placeOf = (directory: string): string => directory.slice(-120);

/** What the file in use says of marks. */
function createOwn({ workspace, directory }: MarksDeps) {
  const isOwn = (one: Mark, workspaceId: string): boolean =>
    one.workspaceId === workspaceId || one.place === placeOf(directory);

  async function isContained({ entries, hash }: Mark): Promise<boolean> {
    const page = await workspace.journal.page({ after: entries - 1, limit: 1 });
    const [entry] = page.ok ? page.value : [];
    return entries === 0 || (entry?.seq === entries && entry.hash === hash);
  }

  /**
   * This workspace's marks that the file in use does not contain. They are kept beside its own: the same older copy, put back once
   * more after its restore was acknowledged, would contain the newest mark and know nothing of what was sent before.
   */
  async function missed(all: readonly Mark[], id: string): Promise<readonly Mark[]> {
    const found = new Map<string, Mark>();
    for (const one of all) if (isOwn(one, id) && !(await isContained(one))) found.set(one.hash, one);
    return [...found.values()].slice(-mostMissed);
  }

  return { isOwn, isContained, missed };
}

function createComparing(deps: MarksDeps, store: ReturnType<typeof createStore>) {
  const { workspace, log } = deps;
  const { isOwn, isContained, missed } = createOwn(deps);
  let hadNotice = false;

  async function compareOne(service: ServiceIdentity, one: Mark, id: string): Promise<void> {
    const why = isOwn(one, id) ? 'older' : 'other-workspace';
    if (why === 'older' && (await isContained(one))) return;
    const mark = `${one.workspaceId} ${one.hash}`;
    const place = why === 'older' ? null : one.place;
    const at = deps.now().toISOString();
    await resultOf(() => workspace.restored.raise({ service, why, mark, place, at }));
    await writeNotices();
  }

  /** A notice is made of what the doubts say: where a process was killed before it was on the disk, the next start writes it. */
  async function writeNotices(): Promise<void> {
    hadNotice ||= isToReview(workspace.restoreNotice());
    const all = await resultOf(() => workspace.doubts.notices());
    for (const { id, notice } of all.ok ? all.value : []) {
      workspace.tellOfRestore(noticeOf(notice));
      hadNotice = true;
      await resultOf(() => workspace.doubts.endNotice({ id }));
      deps.onRestore();
    }
  }

  async function compareThese(service: ServiceIdentity, all: readonly Mark[]): Promise<void> {
    const own = await resultOf(() => workspace.restored.identity());
    if (own.ok) for (const one of all) await compareOne(service, one, own.value.id);
  }

  const beside = async (service: ServiceIdentity): Promise<void> =>
    await compareThese(service, await store.beside(service));

  async function compare(service: ServiceIdentity): Promise<boolean> {
    await beside(service);
    const kept = await store.inKeychain(service);
    if (kept === null) log.note('mark.failed', { call: 'read' });
    else await compareThese(service, kept);
    return kept !== null;
  }

  return {
    store,
    isOwn,
    missed,
    beside,
    writeNotices,
    /** In this run, also where a person acknowledged it while a keychain took its time. */
    hadNotice: () => hadNotice,
    these: compareThese,
    ...createTurns(deps, compare),
  };
}

const notRead = Promise.resolve(false);

/** When the marks of a login are compared. @param compare Whether the keychain was read. */
function createTurns(
  { log, timer }: Pick<MarksDeps, 'log' | 'timer'>,
  compare: (service: ServiceIdentity) => Promise<boolean>,
) {
  const running = new Map<string, Promise<boolean>>();
  const failedAtMs = new Map<string, number>();

  async function compareNow(service: ServiceIdentity, key: string): Promise<boolean> {
    const isRead = await compare(service).catch((thrown: unknown) => {
      log.bug(thrown);
      return false;
    });
    if (!isRead) failedAtMs.set(key, timer.nowMs());
    return isRead;
  }

  /** Not for a while after it gave no answer. */
  const mayAsk = (service: ServiceIdentity): boolean =>
    timer.nowMs() >= (failedAtMs.get(serviceKey(service)) ?? -Infinity) + askAgainMs;

  function begin(service: ServiceIdentity, begun: Promise<boolean> | null): Promise<boolean> {
    const key = serviceKey(service);
    const isToBeAskedAgain = failedAtMs.delete(key);
    const comparing = (isToBeAskedAgain ? null : begun) ?? compareNow(service, key);
    running.set(key, comparing);
    return comparing;
  }

  return {
    /** Once in this run, or until the keychain has answered. @returns Whether it was read: a mark that was not compared is not replaced. */
    once: (service: ServiceIdentity): Promise<boolean> =>
      mayAsk(service) ? begin(service, running.get(serviceKey(service)) ?? null) : notRead,
    /** As {@link once}, with what another workspace has written since. */
    again: async (service: ServiceIdentity): Promise<boolean> => {
      await running.get(serviceKey(service));
      return await (mayAsk(service) ? begin(service, null) : notRead);
    },
  };
}

/** Writes one mark at a time; what was sent meanwhile is in the next one. */
function createWriting(
  { workspace, directory, log }: MarksDeps,
  { store, isOwn, missed, these, once }: ReturnType<typeof createComparing>,
) {
  const toWrite = new Map<string, ServiceIdentity>();
  let isWriting = false;
  let writing: Promise<unknown> = Promise.resolve();

  async function write(service: ServiceIdentity): Promise<void> {
    const isCompared = await once(service);
    const [health, own] = [
      await workspace.journal.health({ check: false }),
      await resultOf(() => workspace.restored.identity()),
    ];
    if (!health.ok || !own.ok) return;
    const { entries, head: hash } = health.value;
    const mine = { workspaceId: own.value.id, place: placeOf(directory), entries, hash };
    const before = await missed(await store.beside(service), own.value.id);
    await store.putBeside(service, [...before, mine]);
    if (!isCompared) return;
    const kept = await store.inKeychain(service);
    const older = await missed([...(kept ?? []), ...before], own.value.id);
    const others = (kept ?? []).filter((one) => !isOwn(one, own.value.id)).slice(-mostOthers);
    // Another workspace may have paid since this one was started.
    await these(service, others);
    const written = kept && (await store.putInKeychain(service, [...others, ...older, mine]));
    if (written?.ok !== true) log.note('mark.failed', { call: 'write' });
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    for (const [key, service] of toWrite) {
      toWrite.delete(key);
      await write(service).catch(() => log.note('mark.failed', { call: 'write' }));
    }
    isWriting = false;
  }

  return {
    written: () => writing,
    sent: (service: ServiceIdentity): void => {
      if (isPractice(service)) return;
      toWrite.set(serviceKey(service), service);
      if (!isWriting) writing = writeAll().catch(log.bug);
    },
  };
}

/** Nothing is paid there. */
const isPractice = ({ baseUrl }: ServiceIdentity): boolean => baseUrl === 'practice';

const entryOf = (service: ServiceIdentity): string =>
  `mark-${createHash('sha256').update(serviceKey(service)).digest('hex').slice(0, 32)}`;

function noticeOf({ at, why, batches, withdrawn, entries }: Raised): RestoreFindings {
  const read = { reading: 'whole', upTo: entries, of: entries, added: 0 } as const;
  return {
    kind: 'known',
    at,
    why,
    batches,
    withdrawn,
    copy: null,
    replacedPath: null,
    kept: [],
    carriedOver: 0,
    earlier: 0,
    changes: { ...read, reading: why === 'older' ? 'in-part' : 'whole', of: null },
    accesses: read,
    review: { after: entries, upTo: entries, batchIds: batches.map(({ batchId }) => batchId) },
  };
}
