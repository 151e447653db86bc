import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cost } from '#shared/domain/limits.ts';
import { fail, ok } from '#shared/result.ts';
import type { KeyState } from '../../../../../electron/main/accounts/account.ts';
import { accounts as accountActions, keys, status } from '../../../../../electron/main/accounts/actions.ts';
import { createKeyEntry } from '../../../../../electron/main/accounts/key-entry.ts';
import { backups } from '../../../../../electron/main/workspace/backups/actions.ts';
import { limits as limitActions } from '../../../../../electron/main/changes/actions.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { bound } from '../../../../support/bound.ts';
import { domains } from '../../../../../electron/main/portfolio/actions.ts';
import { search, tlds } from '../../../../../electron/main/lookups/actions.ts';
import { createActiveAccount } from '../../../../../electron/main/connections/connections.ts';
import type { InWindow } from '../../../../../electron/main/app/in-window.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';

describe('of the screen', () => {
  const domain = 'bakery.net';

  /** Main, where `active` was made the active account since the page has drawn its screen. */
  function main() {
    const asked: string[] = [];
    const connectionOf = (id: string) => ({
      account: { id, label: id },
      client: { read: () => Promise.resolve(fail({ kind: 'cancelled' })) },
    });
    const stored = { active: () => 'active' };
    const accounts = { find: (id: string) => ok({ id, label: id }) };
    const connections = { of: (id: string) => Promise.resolve(ok(connectionOf(id))) };
    const shared = {
      // As much of accounts and connections as is used.
      active: createActiveAccount(stored, accounts as never, connections as never),
      workspace: {
        findings: {
          details: ({ accountId }: { readonly accountId: string }) => {
            asked.push(accountId);
            return Promise.resolve(ok({ finding: { domain, tld: 'net' }, answer: '' }));
          },
        },
      },
      tldLists: {
        read: ({ account }: { readonly account: { readonly id: string } }) => {
          asked.push(account.id);
          return Promise.resolve(ok({ tlds: [], readAt: null }));
        },
      },
      board: {
        of: (id: string) => {
          asked.push(id);
          return { accountId: id };
        },
      },
      now: () => new Date(0),
    } as unknown as InWindow; // What these handlers use, and no more.
    return {
      asked,
      search: bound(search, shared),
      tlds: bound(tlds, shared),
      status: bound(status, shared),
    };
  }

  type Main = ReturnType<typeof main>;

  it.each<[string, (handlers: Main, accountId: string | null) => Promise<unknown>]>([
    ['search.details', ({ search }, accountId) => search.details({ accountId, domain })],
    ['tlds.list', ({ tlds }, accountId) => tlds.list({ accountId, refresh: false })],
    ['status.read', ({ status }, accountId) => status.read({ accountId })],
    ['status.refresh', ({ status }, accountId) => status.refresh({ accountId })],
  ])('F15 %s is of the account of the screen, whichever is active by now', async (_, ask) => {
    const handlers = main();
    await ask(handlers, 'of-the-screen');
    expect(handlers.asked).toEqual(['of-the-screen']);
    await ask(handlers, null);
    expect(handlers.asked).toEqual(['of-the-screen', 'active']);
  });
});

describe('what was used of a day’s limits', () => {
  const costs: readonly Cost[] = [
    { price: { kind: 'given', amount: '12.5', currency: 'USD' }, fall: '12.50' },
    { price: { kind: 'not-given' }, fall: '18.49' },
    { price: { kind: 'given', amount: '7', currency: null }, fall: null },
    { price: { kind: 'given', amount: '0.005', currency: 'USD' }, fall: null },
    { price: { kind: 'unreadable' }, fall: null },
  ];

  /** As much of the workspace as is asked. */
  const limitsOver = (read: Workspace['journal']['costs'], now = new Date()) =>
    bound(limitActions, { workspace: { journal: { costs: read } } as unknown as Workspace, now: () => now });

  it('F12 is one sum for each currency with the falls of the credit where they are more than the price, and a count of unknown prices', async () => {
    const asked: unknown[] = [];
    const now = new Date(2026, 10, 22, 15, 4, 5);
    const limits = limitsOver((of) => {
      asked.push(of);
      return Promise.resolve(ok([...costs]));
    }, now);
    const since = new Date(2026, 10, 22).toISOString();
    expect(await limits.used({ accountId: 'a1' })).toEqual(
      ok({
        since,
        sums: [
          { currency: 'USD', account: null, amount: '12.505', measured: null },
          { currency: null, account: null, amount: '25.49', measured: '18.49' },
        ],
        unpriced: 2,
        unsummed: 1,
      }),
    );
    await limits.used({ accountId: null });
    expect(asked).toEqual([
      { accountId: 'a1', batchId: null, since },
      { accountId: null, batchId: null, since },
    ]);
  });

  it('says of a batch what its changes cost, and what the credit fell by over those of which that is known', async () => {
    const asked: unknown[] = [];
    const limits = limitsOver((of) => {
      asked.push(of);
      return Promise.resolve(ok([...costs]));
    });
    expect(await limits.costIn({ batchId: 'p1' })).toEqual(
      ok({
        sums: [
          { currency: 'USD', account: null, amount: '12.505', measured: null },
          { currency: null, account: null, amount: '25.49', measured: '18.49' },
        ],
        unsummed: 1,
        fall: { amount: '30.99', changes: 2 },
        credit: null,
      }),
    );
    expect(asked).toEqual([{ accountId: null, batchId: 'p1', since: null }]);
  });

  it('is a failure where the journal cannot be read, and never nothing', async () => {
    const failed = fail({ kind: 'storage', fault: 'damaged' } as const);
    expect(await limitsOver(() => Promise.resolve(failed)).used({ accountId: null })).toEqual(failed);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-22T09:59:59.000Z', '2026-11-21T10:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-22T07:59:59.999Z', '2026-11-21T08:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-22T08:00:00.000Z', '2026-11-22T08:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-22T18:15:00.000Z', '2026-11-22T18:15:00.000Z'],
    // The day that has 23 hours, and the one that has 25.
    ['Europe/Berlin', '2026-03-29T21:59:00.000Z', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T22:59:00.000Z', '2026-10-24T22:00:00.000Z'],
    // Summer time begins at midnight, which is not there then.
    ['Africa/Cairo', '2026-04-24T12:00:00.000Z', '2026-04-23T22:00:00.000Z'],
  ])('F12 in %s, a day at %s began at %s', (zone, now, began) => {
    expect(startOfDayIn(zone, now)).toBe(began);
  });

  /** By a process of its own: a process knows one time zone. */
  function startOfDayIn(zone: string, now: string): string {
    const ledger = join(import.meta.dirname, '../../../../../electron/main/changes/ledger.ts');
    const script = `
    const { startOfDay } = await import(${JSON.stringify(ledger)});
    process.stdout.write(startOfDay(new Date(${JSON.stringify(now)})).toISOString());`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    });
  }
});

const saved: KeyState = { hasKey: true, place: 'keychain', savedAt: '2026-01-01T00:00:00.000Z' };
const none: KeyState = { hasKey: false, place: 'none', savedAt: null };

interface Given {
  readonly clipboard?: string;
  readonly typed?: string | null;
  readonly keychainFails?: boolean;
}

function aWorld({ clipboard = '', typed = null, keychainFails = false }: Given) {
  const happened: string[] = [];
  let copied = clipboard;
  const accounts = {
    find: () => ok({ id: 'a', kind: 'reseller', label: 'Northwind', key: none }),
    keyState: () => ok(none),
    saveKey: (_id: string, key: Secret, place: string) => {
      happened.push(`saved ${key.reveal()} in ${place}`);
      return Promise.resolve(keychainFails ? fail({ kind: 'keychain', fault: 'locked' }) : ok(saved));
    },
    forgetKey: () => Promise.resolve(ok(none)),
  };
  const deps = {
    accounts,
    connections: { drop: (id: string) => Promise.resolve(void happened.push(`dropped ${id}`)) },
    clipboard: {
      readText: () => Promise.resolve(copied),
      clear: () => Promise.resolve(void (copied = '')),
      writeText: () => Promise.resolve(),
    },
    askForKey: (label: string) => {
      happened.push(`asked for ${label}`);
      return Promise.resolve(typed === null ? null : new Secret(typed));
    },
    announce: (event: string) => void happened.push(event),
    codes: { isCopied: (text: string) => text === ' a-code#1 ' },
  } as unknown as Parameters<typeof createKeyEntry>[0]; // What is used of accounts and connections, and no more.
  return { keys: bound(keys, { keyEntry: createKeyEntry(deps) }), happened, clipboard: () => copied };
}

const inKeychain = { accountId: 'a', place: 'keychain' } as const;

describe('a backup shown in its folder', () => {
  const [name, other] = ['workspace-1.backup', 'workspace-2.backup'];

  it('is one of those that main lists: the page gives its name, and main its place', async () => {
    const shown: string[] = [];
    const deps = {
      backups: { folder: '/home/robin/backups', list: () => Promise.resolve(ok([{ name }])) },
      showInFolder: (path: string) => void shown.push(path),
    } as unknown as InWindow; // What is used of it, and no more.
    const { showInFolder } = bound(backups, deps);
    expect(await showInFolder({ name })).toEqual(ok({}));
    expect(await showInFolder({ name: other })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input' },
    });
    expect(shown).toEqual([join('/home/robin/backups', name)]);
  });
});

describe('an edit of an account', () => {
  it('tells the page of the account’s batches, which end with its login', async () => {
    const stopped = [{ id: 'p1', state: 'stopped' }];
    const told: unknown[] = [];
    const deps = {
      accounts: { edit: ({ id }: { readonly id: string }) => Promise.resolve(ok({ id })) },
      connections: { drop: () => Promise.resolve() },
      batches: { list: (id: string) => Promise.resolve(ok(id === 'a' ? stopped : [])) },
      announce: (event: string, payload: unknown) => void told.push([event, payload]),
    } as unknown as InWindow; // What an edit uses, and no more.
    const { edit } = bound(accountActions, deps);
    const ofAccount = (id: string) => edit({ id } as Parameters<typeof edit>[0]);
    await ofAccount('a');
    expect(told).toEqual([
      ['batches.changed', { batches: stopped, removed: [] }],
      ['accounts.changed', {}],
    ]);
    await ofAccount('b');
    expect(told.slice(2)).toEqual([['accounts.changed', {}]]);
  });
});

describe('the key window', () => {
  it('asks for the account by its label; its key is saved, the connection begun anew, the page told', async () => {
    const { keys, happened } = aWorld({ typed: 'k-1' });
    expect(await keys.enter(inKeychain)).toEqual(ok({ key: saved, tried: null }));
    expect(happened).toEqual([
      'asked for Northwind',
      'saved k-1 in keychain',
      'dropped a',
      'accounts.changed',
    ]);
  });

  it('changes nothing when it is closed without a key', async () => {
    const { keys, happened } = aWorld({});
    expect(await keys.enter(inKeychain)).toEqual(ok({ key: none, tried: null }));
    expect(happened).toEqual(['asked for Northwind']);
  });
});

describe('the clipboard', () => {
  it('gives its key, without the blanks around it, and is cleared', async () => {
    const { keys, happened, clipboard } = aWorld({ clipboard: ' k-2\n' });
    await keys.fromClipboard({ accountId: 'a', place: 'memory' });
    expect(happened[0]).toBe('saved k-2 in memory');
    expect(clipboard()).toBe('');
  });

  it.each([
    ['nothing', '', 'no text'],
    ['only blanks', ' \n ', 'no text'],
    ['a sentence', 'this is no key', 'not a key'],
    ['two lines', 'k-1\nk-2', 'not a key'],
    ['the transfer code that was copied', ' a-code#1 ', 'A transfer code is in the clipboard'],
  ])('is left as it is where it holds %s', async (_what, text, reason) => {
    const { keys, happened, clipboard } = aWorld({ clipboard: text });
    const result = await keys.fromClipboard(inKeychain);
    expect(result).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'key' } });
    expect(JSON.stringify(result)).toContain(reason);
    expect(happened).toEqual([]);
    expect(clipboard()).toBe(text);
  });

  it('keeps the key in the clipboard when the keychain fails: it is not lost', async () => {
    const { keys, clipboard } = aWorld({ clipboard: 'k-3', keychainFails: true });
    expect(await keys.fromClipboard(inKeychain)).toMatchObject({ ok: false, error: { kind: 'keychain' } });
    expect(clipboard()).toBe('k-3');
  });
});

describe('the renewal prices for the page', () => {
  it('have the currency that the user gave the account where the service named none', async () => {
    const at = '2026-11-20T08:00:00.000Z';
    const bare = { amount: '9.00', currency: null, at };
    const found = {
      known: [
        { name: 'a.com', ...bare },
        { name: 'b.com', ...bare, currency: 'EUR' },
      ],
      similar: [{ tld: 'com', ...bare }],
    };
    const { prices } = bound(domains, {
      accounts: { find: () => ok({ options: { currency: 'CHF' } }) },
      workspace: { findings: { renewalPrices: () => Promise.resolve(ok(found)) } },
    } as unknown as InWindow); // What this action uses, and no more.
    expect(await prices({ accountId: 'a1' })).toEqual(
      ok({
        known: [
          { name: 'a.com', amount: '9.00', currency: 'CHF', at },
          { name: 'b.com', amount: '9.00', currency: 'EUR', at },
        ],
        similar: [{ tld: 'com', amount: '9.00', currency: 'CHF', at }],
      }),
    );
  });
});
