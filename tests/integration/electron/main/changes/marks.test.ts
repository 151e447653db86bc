import { journalEvent } from '#shared/areas/change-schemas.ts';
import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { marksIn } from '../../../../../electron/main/changes/marks.ts';
import { fail } from '#shared/result.ts';
import { amountToType } from '#shared/domain/limits.ts';
import { findingsIn, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { createServices } from '../../../../../electron/main/services/services.ts';
import { createLogger } from '../../../../../electron/main/system/log.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { apiKey, createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { turns } from '../../../../support/time/virtual-time.ts';
import { threadUrl } from '../../../../support/threads/thread-urls.ts';
import { clientHere, instead } from '../../../../support/workspace/stores-here.ts';

const renewing = { kind: 'renew', periodYears: 1, addons: {} } as const;
const [paid, other] = ['more-0.com', 'more-1.com'];

const isSending = (event: unknown): boolean => journalEvent.parse(event).type === 'sending';

/** One renewal is known to yesterday's copy, and one was paid since. */
describe('a workspace whose file is not the one that sent last', () => {
  let world: TestWorld;
  const file = () => join(world.workspaceDirectory, 'workspace.sqlite');
  const beside = () => join(world.workspaceDirectory, 'sent.mark.json');
  const yesterday = () => join(world.directory, 'yesterday.sqlite');
  const posts = () =>
    world.service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/renew'));

  beforeEach(async () => {
    world = await createTestWorld({ service: { moreDomains: 3 }, keyPlace: 'keychain' });
    await world.changes.recover();
    valueOf(await world.portfolio.add(world.accountId, `${paid} ${other}`, [], 'typed'));
    await renew(other);
    await marked();
    await reopen(() => copyFileSync(file(), yesterday()));
    await renew(paid);
    await marked();
  });

  async function renew(name: string): Promise<void> {
    const { reviewId, asksFor } = valueOf(await world.changes.prepare(world.accountId, name, renewing));
    const typed = { typedName: name, premiumAccepted: true, typedLimit: amountToType(asksFor.limits) };
    const { id } = valueOf(await world.changes.apply(reviewId, typed));
    await vi.waitFor(async () =>
      expect(valueOf(await world.changes.find(id)).change.state).toBe('confirmed'),
    );
  }

  const markOf = (): string => [...world.keychain].find(([entry]) => entry.startsWith('mark-'))?.[1] ?? '';
  const marks = () => marksIn(markOf()) ?? [];
  /** The mark is written after what was sent, not in its way. */
  const marked = async () => {
    const sent = valueOf(await world.workspace.journal.list({ filter: all, offset: 0, limit: 1 })).changes
      .length;
    await vi.waitFor(() => expect(marks()).toMatchObject([{ place: world.workspaceDirectory.slice(-120) }]));
    await vi.waitFor(async () => {
      const [mark] = marks();
      const changes = valueOf(
        await world.workspace.journal.page({ after: (mark?.entries ?? 0) - 1, limit: 50 }),
      );
      expect(
        sent > 0 && changes.every(({ event }) => !isSending(event) || changes[0]?.seq === mark?.entries),
      ).toBe(true);
      const later = changes.slice(1).some(({ event }) => isSending(event));
      expect(later).toBe(false);
    });
  };
  const all = { accountId: null, states: null, kinds: null, text: '', domain: null, batchId: null };

  async function reopen(meanwhile?: () => void): Promise<void> {
    world = await world.reopen(meanwhile);
    await world.changes.recover();
  }

  const putBack = () => {
    for (const part of ['-wal', '-shm']) rmSync(file() + part, { force: true });
    copyFileSync(yesterday(), file());
  };

  const noticed = () =>
    vi.waitFor(() => expect(world.workspace.restoreNotice()).toMatchObject({ why: 'older' }));

  async function expectSaid(): Promise<void> {
    const review = valueOf(await world.changes.prepare(world.accountId, paid, renewing));
    expect(review.remarks.find(({ id }) => id === 'from-backup')?.text).toMatch(
      /What was paid since .* is not known/,
    );
    const typed = { typedName: paid, premiumAccepted: true, typedLimit: null };
    expect(await world.changes.apply(review.reviewId, typed)).toEqual({
      ok: false,
      error: { kind: 'restore-unacknowledged' },
    });
    const { id } = valueOf(
      await world.batches.prepare(world.accountId, { kind: 'renew', periodYears: 1 }, [paid, other]),
    );
    await vi.waitFor(async () => expect(valueOf(await world.batches.find(id)).state).not.toBe('reading'));
    const { rows } = valueOf(await world.batches.rows(id, { which: 'all', offset: 0, limit: 9 }));
    expect(rows.map(({ leftOut }) => leftOut)).toEqual(['renewed', 'renewed']);
    expect(posts()).toHaveLength(2);
  }

  it.each([
    ['with the mark of the keychain alone', () => rmSync(beside())],
    ['with the mark beside the file alone', () => forgetMarks()],
  ])(
    '(G3) yesterday’s copy put back by hand is noticed and nothing is paid twice without a word, %s',
    async (_which, also) => {
      await reopen(() => {
        putBack();
        also();
      });
      await noticed();
      await expectSaid();
    },
  );

  function forgetMarks(): void {
    const entries = world.keychain as Map<string, string>; // It is the keychain's own map.
    for (const entry of [...entries.keys()]) if (entry.startsWith('mark-')) entries.delete(entry);
  }

  it('(G3) is said once: acknowledged and checked, it is not raised again at the next start', async () => {
    await reopen(putBack);
    await noticed();
    world.workspace.doubts.end({ id: null, done: [], at: new Date().toISOString() });
    valueOf(world.workspace.acknowledgeRestore());
    await reopen();
    await vi.waitFor(() =>
      expect(world.keychainCalls.filter((call) => call.includes('get'))).not.toEqual([]),
    );
    await renew(paid);
    expect(world.workspace.restoreNotice()).toBeNull();
  });

  it('(G3) after a restore the mark is what the journal holds then: a file of before would have again what was withdrawn', async () => {
    await reopen(putBack);
    await noticed();
    const { entries, head } = valueOf(await world.workspace.journal.health({ check: false }));
    // The mark that the copy does not contain stays beside it.
    await vi.waitFor(() => expect(marks()).toMatchObject([{}, { entries, hash: head }]));
  });

  it('(G3) that mark is written too where a person acknowledged before the keychain had answered', async () => {
    world = await world.reopen(putBack);
    const reading = Promise.withResolvers<undefined>();
    const services = servicesOver(
      {},
      {
        ...world.vault,
        readNote: async (entry) => {
          await reading.promise;
          return await world.vault.readNote(entry);
        },
      },
    );
    const recovered = services.changes.recover();
    await noticed();
    valueOf(world.workspace.acknowledgeRestore());
    reading.resolve(undefined);
    await recovered;
    const { entries, head } = valueOf(await world.workspace.journal.health({ check: false }));
    await vi.waitFor(() => expect(marks()).toMatchObject([{}, { entries, hash: head }]));
    await services.close();
  });

  it.each([
    ['with the marks of the keychain alone', () => rmSync(beside())],
    ['with the marks beside the file alone', () => forgetMarks()],
  ])(
    '(G3) the same copy put back once more after it was acknowledged is noticed again: nobody answered for this file, %s',
    async (_which, also) => {
      await reopen(putBack);
      await noticed();
      world.workspace.doubts.end({ id: null, done: [], at: new Date().toISOString() });
      valueOf(world.workspace.acknowledgeRestore());
      const { entries, head } = valueOf(await world.workspace.journal.health({ check: false }));
      await vi.waitFor(() => expect(marks()).toMatchObject([{}, { entries, hash: head }]));
      await reopen(() => {
        putBack();
        also();
      });
      await noticed();
      await expectSaid();
    },
  );

  it('(G3) a log of changes that was lost is noticed: the file is sound, and older than what was sent', async () => {
    const crashed = join(world.directory, 'crashed');
    await renew('more-2.com');
    await vi.waitFor(() => expect(existsSync(`${file()}-wal`)).toBe(true));
    await marked();
    cpSync(world.workspaceDirectory, crashed, { recursive: true });
    await reopen(() => {
      for (const part of ['', '-wal', '-shm']) rmSync(file() + part, { force: true });
      copyFileSync(join(crashed, 'workspace.sqlite'), file());
    });
    await noticed();
    expect(findingsIn({ notice: world.workspace.restoreNotice() }).changes.reading).toBe('in-part');
  });

  it('(G16) another folder of the same user that pays with the login is told, by its place', async () => {
    const home = world.workspaceDirectory;
    const begun = await createTestWorld({
      keyPlace: 'keychain',
      service: { moreDomains: 3, port: 0 },
      before: (_directory, keychain) => {
        for (const [entry, text] of world.keychain) if (entry.startsWith('mark-')) keychain.set(entry, text);
      },
    });
    // Each new workspace of these tests is a copy of one file.
    const second = await begun.reopen(() => {
      const database = new DatabaseSync(join(begun.workspaceDirectory, 'workspace.sqlite'));
      database.exec("UPDATE workspace_identity SET id = 'another'");
      database.close();
    });
    // The same service, as the first folder has it.
    const account = second.workspace.accounts.list()[0];
    if (account === undefined) throw new Error('There is no account');
    second.workspace.accounts.save({ ...account, baseUrl: world.service.baseUrl });
    valueOf(await second.accounts.saveKey(account.id, new Secret(apiKey), 'keychain'));
    await second.changes.recover();
    await vi.waitFor(() =>
      expect(second.workspace.restoreNotice()).toMatchObject({ why: 'other-workspace' }),
    );
    valueOf(await second.portfolio.add(second.accountId, paid, [], 'typed'));
    const { remarks } = valueOf(await second.changes.prepare(second.accountId, paid, renewing));
    expect(remarks.find(({ id }) => id === 'from-backup')?.text).toContain(home.slice(-120));
  });

  it('H7 what another workspace of the same keychain has paid since this one was started holds the next paid change back', async () => {
    const sent = posts().length;
    const before = valueOf(await world.changes.prepare(world.accountId, other, renewing));
    const keychain = world.keychain as Map<string, string>; // It is the keychain's own map.
    const [entry = ''] = [...keychain.keys()].filter((name) => name.startsWith('mark-'));
    const paidElsewhere = {
      workspaceId: 'another',
      place: '/home/ada/other',
      entries: 12,
      hash: 'ab'.repeat(32),
    };
    keychain.set(entry, JSON.stringify([paidElsewhere, ...marks()]));
    const typed = { typedName: other, premiumAccepted: true, typedLimit: null };
    const refused = { ok: false, error: { kind: 'restore-unacknowledged' } };
    expect(await world.changes.apply(before.reviewId, typed)).toEqual(refused);
    expect(world.workspace.restoreNotice()).toMatchObject({ why: 'other-workspace' });
    expect(posts()).toHaveLength(sent);
    valueOf(world.workspace.acknowledgeRestore());
    const { remarks } = valueOf(await world.changes.prepare(world.accountId, other, renewing));
    expect(remarks.find(({ id }) => id === 'from-backup')?.text).toContain('/home/ada/other');
    // Told once: the same mark holds nothing back again.
    await renew(other);
    expect(posts()).toHaveLength(sent + 1);
  });

  it('(G3) a keychain that fails costs nothing but the mark, and that is logged', async () => {
    world.shut('no-answer');
    await renew('more-2.com');
    expect(posts()).toHaveLength(3);
    await vi.waitFor(() => expect(world.said().some((line) => line.includes('mark.failed'))).toBe(true));
  });

  /** The services over this workspace, part of which is replaced. It stays open when they are closed. */
  const servicesOver = (changes: Partial<typeof world.workspace>, vault = world.vault, platform = {}) =>
    createServices({
      workspace: instead(world.workspace, { ...changes, close: () => Promise.resolve() }),
      workspaceDirectory: world.workspaceDirectory,
      openCodeWindow: world.windows.open,
      secretClipboard: world.clipboard,
      vault,
      log: createLogger({ write: () => undefined }, () => new Date()),
      emit: () => undefined,
      threadUrl,
      platform,
    });

  /** The services over a keychain whose notes cannot be read at first, and over a clock that can be put on. */
  function servicesOverLateKeychain() {
    let [isShut, refusals, skewMs] = [true, 0, 0];
    const vault = {
      ...world.vault,
      async readNote(entry: string) {
        if (!isShut) return await world.vault.readNote(entry);
        refusals += 1;
        return fail({ kind: 'keychain', fault: 'locked' } as const);
      },
    };
    const timer = {
      nowMs: () => performance.now() + skewMs,
      sleep: (ms: number, signal?: AbortSignal) => wait(ms, undefined, signal && { signal }),
    };
    const services = servicesOver({}, vault, { timer });
    const asksFor = async (name: string) => {
      const { reviewId, ...review } = valueOf(
        await services.changes.prepare(world.accountId, name, renewing),
      );
      const typedLimit = amountToType(review.asksFor.limits);
      return await services.changes.apply(reviewId, { typedName: name, premiumAccepted: true, typedLimit });
    };
    return {
      asksFor,
      close: () => services.close(),
      /** Until it has asked the keychain in vain. */
      begin: async () => {
        await services.changes.recover();
        await vi.waitFor(() => expect(refusals).toBe(1));
        await turns();
      },
      pays: async (name: string) => {
        const { id } = valueOf(await asksFor(name));
        await vi.waitFor(async () =>
          expect(valueOf(await services.changes.find(id)).change.state).toBe('confirmed'),
        );
      },
      opens: () => void (isShut = false),
      aMinutePasses: () => void (skewMs += 60_000),
    };
  }

  it('(G3) a program ends once what it sent last is marked', async () => {
    const vault = {
      ...world.vault,
      async writeNote(entry: string, text: string) {
        await wait(500);
        return await world.vault.writeNote(entry, text);
      },
    };
    const services = servicesOver({}, vault);
    await services.changes.recover();
    const { reviewId } = valueOf(await services.changes.prepare(world.accountId, other, renewing));
    const consent = { typedName: other, premiumAccepted: true, typedLimit: null };
    const { id } = valueOf(await services.changes.apply(reviewId, consent));
    await vi.waitFor(async () =>
      expect(valueOf(await services.changes.find(id)).change.state).toBe('confirmed'),
    );
    const before = markOf();
    await services.close();
    expect(markOf()).not.toBe(before);
  });

  it('(G3) the mark is in a keychain again that did not answer at the start, with what is paid a minute later', async () => {
    const { begin, pays, opens, aMinutePasses, close } = servicesOverLateKeychain();
    await begin();
    const before = markOf();
    await pays('more-2.com');
    opens();
    await pays(paid);
    expect(markOf()).toBe(before);
    aMinutePasses();
    await pays(other);
    const { entries } = valueOf(await world.workspace.journal.health({ check: false }));
    await vi.waitFor(() =>
      expect(marks()).toMatchObject([{ entries: expect.toSatisfy((n) => n > entries - 4) as unknown }]),
    );
    await close();
  });

  it('(G3) an older file that a keychain tells of a minute after the start has its own mark from then on, so that the newer one is noticed too', async () => {
    world = await world.reopen(() => {
      putBack();
      rmSync(beside());
    });
    const { begin, asksFor, opens, aMinutePasses, close } = servicesOverLateKeychain();
    await begin();
    opens();
    aMinutePasses();
    expect(await asksFor(paid)).toMatchObject({ error: { kind: 'restore-unacknowledged' } });
    const { entries, head } = valueOf(await world.workspace.journal.health({ check: false }));
    await vi.waitFor(() => expect(marks()).toMatchObject([{}, { entries, hash: head }]));
    await close();
  });

  it('(G3) is told at the next start where the process was killed between the doubts and their notice', async () => {
    const renewal = { kind: 'renew', periodYears: 1 } as const;
    const { id } = valueOf(await world.batches.prepare(world.accountId, renewal, [other]));
    await reopen(() => copyFileSync(file(), yesterday()));
    await renew('more-2.com');
    await marked();
    world = await world.reopen(putBack);
    let isKilled = false;
    const killed = servicesOver({
      tellOfRestore() {
        isKilled = true;
        throw new Error('Nothing of this process happens any more');
      },
    });
    await killed.changes.recover();
    await vi.waitFor(() => expect(isKilled).toBe(true));
    await killed.close();
    expect(valueOf(await world.batches.find(id))).toMatchObject({ state: 'stopped' });
    expect(world.workspace.doubts.list({ offset: 0, limit: 9 }).total).toBe(1);
    expect(world.workspace.restoreNotice()).toBeNull();
    // Even where no mark is left to be compared.
    await reopen(() => {
      forgetMarks();
      rmSync(beside());
    });
    await noticed();
    expect(findingsIn({ notice: world.workspace.restoreNotice() }).batches).toMatchObject([{ batchId: id }]);
    valueOf(world.workspace.acknowledgeRestore());
    await reopen();
    await renew(paid);
    expect(world.workspace.restoreNotice()).toBeNull();
  });

  /** The services over this workspace, whose journal's file can grow no more from that entry on. */
  function servicesOnFullDisk(method: 'send' | 'append') {
    const database = new DatabaseSync(file());
    // An entry may fit into what its page has left: with more beside it, it needs a page.
    const fill = () =>
      database.exec(`
        CREATE TABLE IF NOT EXISTS filler (bytes);
        CREATE TEMP TRIGGER IF NOT EXISTS grows AFTER INSERT ON main.journal_entries
          BEGIN INSERT INTO filler VALUES (zeroblob(20000000)); END;
        PRAGMA max_page_count = 1`);
    let isTried = false;
    const { journal } = createRepositories(database);
    const client = clientHere({ journal }, (call) => {
      if (call.method === method) {
        fill();
        isTried = true;
      }
      return undefined;
    });
    const services = servicesOver({ journal: client.journal });
    return {
      services,
      tried: () => isTried,
      close: async (): Promise<void> => {
        await services.close();
        database.exec(
          'DROP TRIGGER IF EXISTS grows; PRAGMA max_page_count = 1000000; DROP TABLE IF EXISTS filler',
        );
        database.close();
      },
    };
  }

  it.each([
    ['while the entry before it is written', 'send', 0],
    ['between the paid answer and its entry', 'append', 1],
  ] as const)(
    '(G2) a disk that is full %s: nothing is sent without its entry, and what was sent is paid once',
    async (_when, method, sent) => {
      const name = 'more-2.com';
      await world.portfolio.add(world.accountId, name, [], 'typed');
      const { services, close, tried } = servicesOnFullDisk(method);
      await services.changes.recover();
      const { reviewId, asksFor } = valueOf(await services.changes.prepare(world.accountId, name, renewing));
      const typed = { typedName: name, premiumAccepted: true, typedLimit: amountToType(asksFor.limits) };
      await services.changes.apply(reviewId, typed);
      await vi.waitFor(() => expect(tried()).toBe(true));
      await vi.waitFor(() => expect(posts()).toHaveLength(2 + sent));
      await close();
      world = await world.reopen();
      const filter = { ...all, domain: name };
      const [left] = valueOf(await world.workspace.journal.list({ filter, offset: 0, limit: 1 })).changes;
      expect(left?.state).toBe(sent === 1 ? 'sending' : 'planned');
      await world.changes.recover();
      const { id } = valueOf(
        await world.batches.prepare(world.accountId, { kind: 'renew', periodYears: 1 }, [name]),
      );
      await vi.waitFor(async () => expect(valueOf(await world.batches.find(id)).state).not.toBe('reading'));
      const { rows } = valueOf(await world.batches.rows(id, { which: 'all', offset: 0, limit: 9 }));
      expect(rows).toHaveLength(1);
      expect(rows[0]?.leftOut).toBe('open-change');
      expect(posts()).toHaveLength(2 + sent);
      expect(valueOf(await world.workspace.journal.health({ check: true })).broken).toBeNull();
    },
  );

  it('(G16) a folder synced from another computer with the same login: marks tell, and no name is paid without a word', async () => {
    // The other computer's file: it knows nothing of what this one paid since, and is another workspace.
    await reopen(() => {
      putBack();
      const theirs = new DatabaseSync(file());
      theirs.exec("UPDATE workspace_identity SET id = 'of-another-computer'");
      theirs.close();
    });
    await noticed();
    expect(world.workspace.doubts.list({ offset: 0, limit: 9 }).total).toBeGreaterThan(0);
    await expectSaid();
    await reopen();
    expect(world.workspace.doubts.list({ offset: 0, limit: 9 }).total).toBeGreaterThan(0);
    await expectSaid();
  });
});
