import { describe, expect, it } from 'vitest';
import type { RestoreNotice } from '#shared/domain/backup.ts';
import { type Facts, partsOf } from '../../../../../electron/main/diagnostics/create-diagnostics.ts';

const accountId = '3f2b1c9e-0000-4000-8000-0123456789ab';
const removedId = '3f2b1c9e-0000-4000-8000-ba9876543210';
const at = '2026-02-21T14:00:00.000Z';

/** A bundle for which nothing could be read. */
const unread: Facts = {
  at,
  about: { version: '1.2.3', electron: '42.0.0', platform: 'linux x64' },
  system: { release: '6.1', memoryMiB: 16_000, uptimeMs: 60_000 },
  workspace: { version: 6, notice: null },
  settings: null,
  accounts: null,
  sessions: null,
  journal: null,
  backups: null,
  log: { lines: [], lost: 2 },
};

const textOf = (name: string, facts: Partial<Facts>): string =>
  partsOf({ ...unread, ...facts }).find((part) => part.name === name)?.text ?? '';

const account = { id: accountId, kind: 'reseller', key: 'none', domains: null, deviations: [] } as const;

describe('the parts of a support bundle', () => {
  it.each(['Settings', 'Accounts', 'Backups', 'Deviations'])('%s says that it could not be read', (name) => {
    expect(textOf(name, {})).toBe('could not be read');
  });

  it('says so of each count that could not be read', () => {
    expect(textOf('Work', {}).match(/could not be read/g)).toHaveLength(6);
    expect(textOf('Accounts', { accounts: [account] })).toContain('domains could not be read');
    expect(textOf('Log', {})).toBe('2 lines could not be read');
  });

  it('B11 names no account by its id, not even one that was removed since', () => {
    const line = (id: string) =>
      ({
        index: 0,
        at,
        level: 'warning',
        event: 'change.uncertain',
        fields: { accountId: id, what: 'lock' },
        errors: [],
      }) as const;
    const log = { lines: [line(accountId), line(removedId)], lost: 0 };
    expect(textOf('Log', { accounts: [account], log })).toBe(
      `${at} warning change.uncertain accountId=account-1 what=lock\n` +
        `${at} warning change.uncertain accountId=another-account what=lock`,
    );
    expect(textOf('Log', { log })).not.toMatch(/3f2b1c9e/);
  });

  it('says where a restored workspace came from by why alone: a name is a path of the user', () => {
    const read = { reading: 'whole', upTo: 1, of: 1, added: 0 } as const;
    const notice: RestoreNotice = {
      kind: 'known',
      at,
      why: 'asked',
      copy: { name: 'workspace-canary.sqlite', madeAt: at },
      replacedPath: '/home/canary',
      changes: read,
      accesses: read,
      carriedOver: 0,
      batches: [],
      withdrawn: 0,
      apart: [{ domain: 'canary.com', accountLabel: 'canary', kind: 'renew', state: 'confirmed' }],
      earlier: 0,
      look: { after: 0, upTo: 1, planIds: [] },
    };
    const text = textOf('About', { workspace: { version: 6, notice } });
    expect(text).toMatch(/Restored and not acknowledged: .*asked/);
    expect(text).not.toContain('canary');
  });

  it('holds 500 deviations of an account, so that it can be read through', () => {
    const deviation = { operation: 'sync', expected: 'date', seen: 'null', count: 1, lastSeenAt: at };
    const deviations = Array.from({ length: 501 }, (_, n) => ({ ...deviation, path: `field-${n}` }));
    const text = textOf('Deviations', { accounts: [{ ...account, deviations }] });
    expect(text).toContain('field-499');
    expect(text).not.toContain('field-500');
  });
});
