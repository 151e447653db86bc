import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import type { KeyState } from '../../../../../../electron/main/accounts/account.ts';
import {
  createKeysHandlers,
  type KeysHandlersDeps,
} from '../../../../../../electron/main/app/areas/accounts.ts';
import { Secret } from '../../../../../../electron/main/system/secret.ts';

const saved: KeyState = { hasKey: true, place: 'keychain', savedAt: '2026-01-01T00:00:00.000Z' };
const none: KeyState = { hasKey: false, place: 'none', savedAt: null };

interface Given {
  readonly clipboard?: string;
  readonly typed?: string | null;
  readonly keychainFails?: boolean;
}

function aDesk({ clipboard = '', typed = null, keychainFails = false }: Given) {
  const happened: string[] = [];
  let copied = clipboard;
  const accounts = {
    find: () => Promise.resolve(ok({ id: 'a', label: 'Northwind' })),
    keyState: () => Promise.resolve(ok(none)),
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
  } as unknown as KeysHandlersDeps; // what the handlers use of accounts and connections, and no more
  return { keys: createKeysHandlers(deps), happened, clipboard: () => copied };
}

const inKeychain = { accountId: 'a', place: 'keychain' } as const;

describe('the key window', () => {
  it('asks for the account by its label; its key is saved, the connection begun anew, the page told', async () => {
    const { keys, happened } = aDesk({ typed: 'k-1' });
    expect(await keys.enter(inKeychain)).toEqual(ok(saved));
    expect(happened).toEqual([
      'asked for Northwind',
      'saved k-1 in keychain',
      'dropped a',
      'accounts.changed',
    ]);
  });

  it('changes nothing when it is closed without a key', async () => {
    const { keys, happened } = aDesk({});
    expect(await keys.enter(inKeychain)).toEqual(ok(none));
    expect(happened).toEqual(['asked for Northwind']);
  });
});

describe('the clipboard', () => {
  it('gives its key, without the blanks around it, and is cleared', async () => {
    const { keys, happened, clipboard } = aDesk({ clipboard: ' k-2\n' });
    await keys.fromClipboard({ accountId: 'a', place: 'memory' });
    expect(happened[0]).toBe('saved k-2 in memory');
    expect(clipboard()).toBe('');
  });

  it.each([
    ['nothing', '', 'no text'],
    ['only blanks', ' \n ', 'no text'],
    ['a sentence', 'this is no key', 'not a key'],
    ['two lines', 'k-1\nk-2', 'not a key'],
  ])('is left as it is where it holds %s', async (_what, text, reason) => {
    const { keys, happened, clipboard } = aDesk({ clipboard: text });
    const result = await keys.fromClipboard(inKeychain);
    expect(result).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'key' } });
    expect(JSON.stringify(result)).toContain(reason);
    expect(happened).toEqual([]);
    expect(clipboard()).toBe(text);
  });

  it('keeps the key in the clipboard when the keychain fails: it is not lost', async () => {
    const { keys, clipboard } = aDesk({ clipboard: 'k-3', keychainFails: true });
    expect(await keys.fromClipboard(inKeychain)).toMatchObject({ ok: false, error: { kind: 'keychain' } });
    expect(clipboard()).toBe('k-3');
  });
});
