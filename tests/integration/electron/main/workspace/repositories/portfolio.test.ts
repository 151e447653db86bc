import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../../../../electron/main/workspace/workspace.ts';
import {
  type ADirectory,
  aDirectory,
  anAccount,
  valueOf,
  workerUrl,
} from '../../../../../support/workspace/a-workspace.ts';

const at = '2026-02-21T14:00:00.000Z';
const accountId = 'a1';
let directory: ADirectory;
let workspace: Workspace;

const opened = async (): Promise<Workspace> =>
  valueOf(await openWorkspace({ directory: directory.path, workerUrl }));

beforeEach(async () => {
  directory = aDirectory();
  workspace = await opened();
  valueOf(await workspace.accounts.save(anAccount()));
});

afterEach(async () => {
  await workspace.close();
  directory.remove();
});

const add = async (names: readonly string[]) =>
  valueOf(
    await workspace.domains.add({
      accountId,
      names: names.join('\n'),
      tags: [],
      addedAt: at,
      addedBy: 'typed',
    }),
  );

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `name-${String(index).padStart(6, '0')}.com`);

async function listed(): Promise<readonly { readonly name: string }[]> {
  const { pages } = valueOf(await workspace.domains.list({ accountId }));
  return pages.flatMap((page) => JSON.parse(page) as { readonly name: string }[]);
}

describe('the domains of a workspace', () => {
  it('are listed in the order of their names, 500 to a page', async () => {
    await add([...namesOf(1_001)].reverse());
    const { pages } = valueOf(await workspace.domains.list({ accountId }));
    expect(pages.map((page) => (JSON.parse(page) as unknown[]).length)).toEqual([500, 500, 1]);
    expect((await listed()).map(({ name }) => name)).toEqual(namesOf(1_001));
  });

  it('are 200,000 at most: what would be more is not added in part', async () => {
    await add(namesOf(199_999));
    const full = await add(['one.net', 'two.net']);
    expect(full).toEqual({ added: '', already: '', restored: '', isFull: true });
    expect(valueOf(await workspace.domains.some({ accountId, names: ['one.net'] }))).toEqual([]);
    expect((await add(['one.net'])).added).toBe('one.net');
  });

  it('are added in a time that does not grow with how many there are', async () => {
    const timed = async (names: readonly string[]): Promise<number> => {
      const before = performance.now();
      await add(names);
      return performance.now() - before;
    };
    const all = namesOf(60_000);
    const first = await timed(all.slice(0, 20_000));
    await add(all.slice(20_000, 40_000));
    const last = await timed(all.slice(40_000));
    expect(last).toBeLessThan(Math.max(8 * first, 1_000));
  });

  it('outlive the end of the process with everything that is known of them', async () => {
    await add(['example.com']);
    const news = {
      name: 'example.com',
      lock: { value: 'locked', at, source: 'read' },
      nameservers: { value: ['ns1.example.net'], at, source: 'change' },
      registrant: { value: 'c2VhbGVk', at, source: 'read' },
      expiresOn: { value: '2027-05-01', at, source: 'sync' },
      transferredAway: { value: false, at, source: 'sync' },
      troubles: [
        { part: 'contacts', error: { kind: 'refused', why: 'not-found', status: 404, said: '' }, at },
      ],
    } as const;
    const [learned] = valueOf(
      await workspace.domains.learn({ accountId, news: [{ ...news, troubles: [...news.troubles] }] }),
    );
    expect(learned).toMatchObject(news);
    await workspace.close();
    workspace = await opened();
    expect(valueOf(await workspace.domains.some({ accountId, names: ['example.com'] }))).toEqual([learned]);
  });

  it('go with their account, and their children with them', async () => {
    await add(['example.com']);
    const child = { host: 'ns1.example.com', addresses: ['192.0.2.1'], at, source: 'typed' } as const;
    valueOf(await workspace.children.save({ accountId, domain: 'example.com', child }));
    valueOf(await workspace.accounts.remove({ id: accountId }));
    valueOf(await workspace.accounts.save(anAccount()));
    expect(await listed()).toEqual([]);
    expect(valueOf(await workspace.children.list({ accountId, domain: 'example.com' }))).toEqual([]);
  });

  it('learn of a batch all or nothing', async () => {
    await add(['example.com']);
    const lock = { value: 'locked', at, source: 'read' } as const;
    const news = [
      { name: 'example.com', lock },
      // What the page could never have sent: the thread refuses it before anything is written.
      { name: 'example.com', expiresOn: { value: 'soon', at, source: 'read' } as const },
    ];
    await expect(workspace.domains.learn({ accountId, news })).rejects.toThrow();
    const [domain] = valueOf(await workspace.domains.some({ accountId, names: ['example.com'] }));
    expect(domain?.lock).toBeNull();
  });

  it('are a damaged file, and not a guess, where a row is not what was written', async () => {
    await add(['example.com']);
    await workspace.close();
    const database = new DatabaseSync(join(directory.path, 'workspace.sqlite'));
    database.exec(`UPDATE domains SET known = '{"lock":{"value":"open"}}'`);
    database.close();
    workspace = await opened();
    expect(await workspace.domains.list({ accountId })).toEqual({
      ok: false,
      error: { kind: 'storage', fault: 'damaged' },
    });
  });
});
