import { journalEvent } from '#shared/areas/change-schemas.ts';
import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { amountToType } from '#shared/domain/limits.ts';
import { findingsIn, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { apiKey, createTestWorld, type TestWorld } from '../../../../support/test-world.ts';

const renewing = { kind: 'renew', periodYears: 1, addons: {} } as const;
const [paid, other] = ['more-0.com', 'more-1.com'];

/** One renewal is known to yesterday's copy, and one was paid since. */
const isSending = (event: unknown): boolean => journalEvent.parse(event).type === 'sending';

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
  /** The mark is written after what was sent, not in its way. */
  const marked = async () => {
    const sent = valueOf(await world.workspace.journal.list({ filter: all, offset: 0, limit: 1 })).changes
      .length;
    await vi.waitFor(() =>
      expect(JSON.parse(markOf())).toMatchObject([{ place: world.workspaceDirectory.slice(-300) }]),
    );
    await vi.waitFor(async () => {
      const [mark] = JSON.parse(markOf()) as { entries: number }[];
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
    vi.waitFor(() => expect(world.workspace.restoreNotice()).toMatchObject({ why: 'older' }), {
      timeout: 5_000,
    });

  async function expectSaid(): Promise<void> {
    const review = valueOf(await world.changes.prepare(world.accountId, paid, renewing));
    expect(review.warnings.find(({ id }) => id === 'from-backup')?.text).toMatch(
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
    valueOf(await world.workspace.doubts.end({ id: null, at: new Date().toISOString() }));
    valueOf(world.workspace.acknowledgeRestore());
    await reopen();
    await vi.waitFor(() =>
      expect(world.keychainCalls.filter((call) => call.includes('get'))).not.toEqual([]),
    );
    await renew(paid);
    expect(world.workspace.restoreNotice()).toBeNull();
  });

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
    const account = valueOf(await second.workspace.accounts.list())[0];
    if (account === undefined) throw new Error('There is no account');
    valueOf(await second.workspace.accounts.save({ ...account, baseUrl: world.service.baseUrl }));
    valueOf(await second.accounts.saveKey(account.id, new Secret(apiKey), 'keychain'));
    await second.changes.recover();
    await vi.waitFor(() =>
      expect(second.workspace.restoreNotice()).toMatchObject({ why: 'other-workspace' }),
    );
    valueOf(await second.portfolio.add(second.accountId, paid, [], 'typed'));
    const { warnings } = valueOf(await second.changes.prepare(second.accountId, paid, renewing));
    expect(warnings.find(({ id }) => id === 'from-backup')?.text).toContain(home.slice(-300));
  });

  it('(G3) a keychain that fails costs nothing but the mark, and that is logged', async () => {
    world.shut('no-answer');
    await renew('more-2.com');
    expect(posts()).toHaveLength(3);
    await vi.waitFor(() => expect(world.said().some((line) => line.includes('mark.failed'))).toBe(true));
  });
});
