import { describe, expect, it } from 'vitest';
import type { CodeTaken } from '#shared/domain/code.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Codes } from '../../../../../electron/main/codes/create-codes.ts';
import type { AccountStatus } from '../../../../../electron/main/connections/status-board.ts';
import {
  acceptedApart,
  type Facts,
  partsOf,
} from '../../../../../electron/main/diagnostics/create-diagnostics.ts';
import { parseLine } from '../../../../../electron/main/diagnostics/read-log.ts';
import {
  createNoteConnections,
  noteChanges,
  noteCodeExport,
  notedCodes,
} from '../../../../../electron/main/diagnostics/noted.ts';
import { createLogger, logEvents, type Logger } from '../../../../../electron/main/system/log.ts';
import { aChange } from '../../../../support/a-change.ts';
import { aCodeExport } from '../../../../support/fake-codes.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import type { RestoreNotice } from '#shared/domain/backup.ts';

describe('the parts of a support bundle', () => {
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
    noUpdates: null,
    accounts: null,
    sessions: null,
    journal: null,
    backups: null,
    log: { lines: [], lost: 2 },
  };

  const textOf = (name: string, facts: Partial<Facts>): string =>
    partsOf({ ...unread, ...facts }).find((part) => part.name === name)?.text ?? '';

  const account = { id: accountId, kind: 'reseller', key: 'none', domains: null, deviations: [] } as const;

  it.each(['Settings', 'Accounts', 'Backups', 'API discrepancies'])(
    '%s says that it could not be read',
    (name) => {
      expect(textOf(name, {})).toBe('could not be read');
    },
  );

  it.each([
    ['windows x64', null, 'screen captures: yes', 'Checks for updates daily: yes'],
    [
      'linux x64',
      'no-feed',
      'screen captures: not possible on Linux',
      'updates daily: not possible: no-feed',
    ],
  ] as const)('says of %s what protects and updates there', (platform, noUpdates, ...lines) => {
    const about = { ...unread.about, platform };
    const text = textOf('Settings', { about, noUpdates, settings: aWorld().settings });
    for (const line of lines) expect(text).toContain(line);
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
      kept: [],
      earlier: 0,
      review: { after: 0, upTo: 1, batchIds: [] },
    };
    const text = textOf('About', { workspace: { version: 6, notice } });
    expect(text).toMatch(/Restore to be reviewed: .*asked/);
    expect(text).not.toContain('canary');
  });

  it('holds 500 deviations of an account, so that it can be read through', () => {
    const deviation = { operation: 'sync', expected: 'date', seen: 'null', count: 1, lastSeenAt: at };
    const deviations = Array.from({ length: 501 }, (_, n) => ({ ...deviation, path: `field-${n}` }));
    const text = textOf('API discrepancies', { accounts: [{ ...account, deviations }] });
    expect(text).toContain('field-499');
    expect(text).not.toContain('field-500');
  });
});

describe('reading a line of the log', () => {
  const at = '2026-02-21T14:05:06.007Z';
  const line = (fields: object): string => JSON.stringify({ at, level: 'info', ...fields });

  it('gives a bug with its causes, the outermost first', () => {
    const written: string[] = [];
    const log = createLogger({ write: (text) => written.push(text) }, () => new Date(at));
    const incidentId = log.bug(new TypeError('api-key-1234', { cause: new RangeError('bob@example.com') }));
    const parsed = parseLine(written.join());
    expect(parsed?.fields).toEqual({ incidentId });
    expect(parsed?.errors.map((error) => error.class)).toEqual(['TypeError', 'RangeError']);
    expect(parsed?.errors[0]?.frames[0]).toMatch(/^create-diagnostics\.test\.ts:\d+$/);
  });

  it.each([
    ['no JSON', 'api-key-1234'],
    ['half of a line', '{"at":"2026-02-21T14:05:06.007Z","lev'],
    ['a list', '[]'],
    ['an event that is not declared', line({ event: 'api-key-1234' })],
    ['an event from the prototype', line({ event: 'constructor' })],
    ['a text for a time', line({ at: 'api-key-1234', event: 'storage.acknowledged' })],
  ])('B10 drops %s', (_name, text) => {
    expect(parseLine(text)).toBeNull();
  });

  it.each([
    ['a field that is not declared', { key: 'api-key-1234' }],
    ['a text where a number belongs', { uptimeMs: 'api-key-1234' }],
    ['an object where a number belongs', { uptimeMs: { text: 'api-key-1234' } }],
    ['a field from the prototype', { constructor: 'api-key-1234' }],
  ])('B10 leaves out %s, and counts it', (_name, fields) => {
    const parsed = parseLine(line({ event: 'app.stopped', ...fields }));
    expect(parsed?.fields).toEqual({ refusedFields: 1 });
    expect(JSON.stringify(parsed)).not.toContain('api-key');
  });

  it('B10 adds what is left out here to what the logger left out', () => {
    const parsed = parseLine(line({ event: 'app.stopped', uptimeMs: 'x', refusedFields: 2 }));
    expect(parsed?.fields).toEqual({ refusedFields: 3 });
  });

  it.each([
    ['a class', { class: 'api-key-1234', code: null, frames: [], cause: null }, []],
    [
      'a code',
      { class: 'Error', code: 'api-key-1234', frames: [], cause: null },
      [{ class: 'Error', code: null, frames: [] }],
    ],
    [
      'a frame',
      { class: 'Error', code: 'ENOENT', frames: ['/home/bob/x.ts:1', 'x.ts:1', 7], cause: null },
      [{ class: 'Error', code: 'ENOENT', frames: ['elsewhere', 'x.ts:1', 'elsewhere'] }],
    ],
    ['no error at all', 'api-key-1234', []],
  ])('B10 keeps nothing of an error that has a text of somebody else for %s', (_name, error, errors) => {
    expect(parseLine(line({ event: 'bug', error }))?.errors).toEqual(errors);
  });

  it('follows no more causes than are written', () => {
    const endless: Record<string, unknown> = { class: 'Error', code: null, frames: [], cause: null };
    const deep = Array.from({ length: 50 }).reduce<object>((cause) => ({ ...endless, cause }), endless);
    expect(parseLine(line({ event: 'bug', error: deep }))?.errors).toHaveLength(5);
  });

  it('gives the level that the event has, whatever stands there', () => {
    expect(parseLine(JSON.stringify({ at, level: 'error', event: 'storage.acknowledged' }))?.level).toBe(
      'info',
    );
  });

  it('keeps of a stack no more frames than the logger writes', () => {
    const frames = Array.from({ length: 50 }, (_, n) => `file.ts:${n}`);
    const error = { class: 'Error', code: null, frames, cause: null };
    expect(parseLine(line({ event: 'bug', error }))?.errors[0]?.frames).toEqual(frames.slice(0, 20));
  });

  it('B11 has no kind of field for free text in any event', () => {
    for (const [event, { fields }] of Object.entries(logEvents)) {
      const accepted = Object.keys(fields).filter(
        (name) =>
          parseLine(line({ event, [name]: 'Bob bob@example.com /home/bob' }))?.fields[name] !== undefined,
      );
      expect(accepted, event).toEqual([]);
    }
  });
});

describe('noted', () => {
  /** A log that keeps what is noted. */
  function aLog() {
    const noted: unknown[] = [];
    const note: Logger['note'] = (event, fields) => void noted.push([event, fields]);
    return { note, noted };
  }

  const accountId = '3f2b1c9e-0000-4000-8000-0123456789ab';

  describe('what is noted of changes', () => {
    it('is what they came to, not that they are planned or on their way', () => {
      const { note, noted } = aLog();
      const states = ['planned', 'sending', 'uncertain', 'confirmed'] as const;
      noteChanges({ note }, [
        ...states.map((state) => aChange({ accountId, state, attempts: 2 })),
        aChange({ accountId, proof: 'answer', attempts: 1 }),
      ]);
      expect(noted).toEqual([
        ['change.uncertain', { accountId, what: 'lock' }],
        ['change.moved', { accountId, what: 'lock', state: 'confirmed', attempts: 2 }],
        ['change.moved', { accountId, what: 'lock', state: 'accepted', attempts: 1 }],
      ]);
    });

    it('and a bundle counts apart what the service alone has said', () => {
      const of = (confirmed: number, accepted: number) =>
        acceptedApart({ byState: { confirmed, applied: 1 }, accepted });
      expect(of(13, 5)).toEqual({ confirmed: 8, applied: 1, accepted: 5 });
      expect(of(5, 5)).toEqual({ applied: 1, accepted: 5 });
      expect(of(5, 0)).toEqual({ confirmed: 5, applied: 1 });
    });
  });

  describe('what is noted of the way to a service', () => {
    const status = (changes: Partial<AccountStatus> = {}): AccountStatus => ({
      accountId,
      connection: 'online',
      error: null,
      credit: null,
      clockSkewMs: null,
      ...changes,
    });

    it('is each time that it becomes another one, for each account', () => {
      const { note, noted } = aLog();
      const noteConnection = createNoteConnections({ note });
      const credit = { amount: '12.00', readAt: '2026-02-21T14:00:00.000Z' };
      noteConnection(status());
      noteConnection(status({ credit, clockSkewMs: 200 }));
      noteConnection(
        status({ connection: 'offline', error: { kind: 'unreachable', why: 'name-not-resolved' } }),
      );
      noteConnection(
        status({ connection: 'offline', error: { kind: 'unreachable', why: 'no-answer-in-time' } }),
      );
      noteConnection(status({ accountId: aChange().id }));
      noteConnection(status({ accountId: null }));
      expect(noted.map((line) => JSON.stringify(line))).toEqual([
        expect.stringContaining('"online","why":"none"'),
        expect.stringContaining('"offline","why":"name-not-resolved"'),
        expect.stringContaining('"offline","why":"no-answer-in-time"'),
        expect.stringContaining(aChange().id),
      ]);
    });
  });

  describe('what is noted of a code', () => {
    const retrievedAt = '2026-02-21T14:00:00.000Z';
    const failure = (error: AppError): Result<CodeTaken> => fail(error);

    it.each<[string, Result<CodeTaken>, string | null]>([
      ['was copied', ok({ kind: 'copied', retrievedAt, clearsAt: retrievedAt }), 'code'],
      ['was shown', ok({ kind: 'revealed', retrievedAt, hidesAt: retrievedAt }), 'code'],
      ['was e-mailed', ok({ kind: 'emailed', retrievedAt }), 'emailed'],
      ['is unclear', ok({ kind: 'unclear', retrievedAt, status: 200, answer: 'canary' }), 'unclear'],
      ['was not confirmed', ok({ kind: 'declined', why: 'closed' }), null],
      ['had no answer', failure({ kind: 'unreachable', why: 'no-answer-in-time' }), 'no-answer'],
      ['could not be sent', failure({ kind: 'not-sent', why: 'name-not-resolved' }), 'not-sent'],
      ['has no key', failure({ kind: 'no-key' }), 'not-asked'],
    ])('B10 is what it came to where it %s, and neither code nor domain', async (_case, taken, outcome) => {
      const { note, noted } = aLog();
      // As much of it as is called.
      const codes = { take: () => Promise.resolve(taken) } as unknown as Codes;
      expect(await notedCodes(codes, { note }).take(accountId, 'canary.com', 'copy')).toBe(taken);
      expect(noted).toEqual(outcome === null ? [] : [['code.taken', { accountId, deed: 'copy', outcome }]]);
    });
  });

  describe('what is noted of a code export', () => {
    it('B10 is how it ended, not that it runs, and not where the file is', () => {
      const { note, noted } = aLog();
      const { outcomes } = aCodeExport();
      for (const state of ['running', 'done'] as const)
        noteCodeExport(
          { note },
          aCodeExport({ accountId, state, total: 3, outcomes: { ...outcomes, code: 2 } }),
        );
      expect(noted).toEqual([['codes.saved', { accountId, state: 'done', total: 3, fetched: 2 }]]);
    });
  });
});
