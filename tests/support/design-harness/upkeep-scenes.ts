import type { Deviation, LogLine } from '#shared/domain/diagnostics.ts';
import type { UpdateState } from '#shared/domain/update.ts';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { anAccount, aPracticeAccount, type aWorld } from '../fake-world.ts';
import { updatesOff } from '../fake-upkeep.ts';

const at = (minute: number): string => `2026-11-21T14:${String(minute).padStart(2, '0')}:06.007Z`;

const line = (
  index: number,
  level: LogLine['level'],
  event: string,
  fields: LogLine['fields'] = {},
  errors: LogLine['errors'] = [],
): LogLine => ({ index, at: at(index), level, event, fields, errors });

const accountId = '0b6f2a34-6f4f-4f0e-8f0a-0d3a9b7f1c11';
const bug = line(29, 'error', 'bug', { incidentId: 'K7QD-2MXA-9RTB' }, [
  { class: 'TypeError', code: null, frames: ['session-model.ts:84', 'SessionView.tsx:51', 'elsewhere'] },
  { class: 'Error', code: 'ENOSPC', frames: ['answer-log.ts:40'] },
]);

const lines: readonly LogLine[] = [
  bug,
  line(28, 'warning', 'change.uncertain', { accountId, what: 'renew' }),
  line(27, 'info', 'change.moved', { accountId, what: 'lock', state: 'confirmed', attempts: 1 }),
  line(26, 'info', 'code.taken', { accountId, deed: 'copy', outcome: 'emailed' }),
  line(25, 'warning', 'keychain.failed', { call: 'get', fault: 'locked', durationMs: 29 }),
  line(24, 'info', 'connection.changed', { accountId, connection: 'refused', why: 'credentials' }),
  line(23, 'info', 'backup.made', { reason: 'daily', bytes: 1_204_224 }),
  line(22, 'warning', 'update.failed', { fault: 'signature' }),
  line(21, 'warning', 'ipc.refused', { guard: 'input', refusedFields: 1 }),
  line(20, 'info', 'storage.opened', { durationMs: 84, version: 6 }),
  line(19, 'info', 'app.started', { app: '0.1.0', electron: '42.0.0' }),
];

const deviations: readonly Deviation[] = [
  ['lookup', '[].pricing.*.register', 'number', 'string', 48_112],
  ['lookup', '[].isPremium', 'boolean', 'null', 48_090],
  ['readContacts', 'Registrant.Phone', 'string', 'nothing', 214],
  ['sync', 'expirydate', 'a day as YYYY-MM-DD', 'other text', 12],
  ['readCredits', '', 'object', 'array', 3],
].map(([operation, path, expected, seen, count], index) => ({
  operation: String(operation),
  path: String(path),
  expected: String(expected),
  seen: String(seen),
  count: Number(count),
  lastSeenAt: at(20 - index),
}));

const parts = [
  {
    name: 'About',
    text: 'Written at: 2026-11-21T14:05:06.007Z\nNamedesk: 0.1.0\nElectron: 42.0.0\nSystem: linux x64, 6.12.1\nMemory: 15872 MiB',
  },
  { name: 'Accounts', text: 'account-1: reseller, key in the keychain: yes, 1284 domains' },
  {
    name: 'Work',
    text: 'Bulk look-ups: 3 finished, 1 running\nChanges: 812 confirmed, 2 refused, 1 uncertain',
  },
  {
    name: 'Deviations',
    text: `account-1\nlookup [].pricing.*.register: the document says number, the service says string; 48112 times, last on 2026-11-21`,
  },
  {
    name: 'Log',
    text: Array.from(
      { length: 30 },
      (_, index) => `${at(index)} warning keychain.failed call=get fault=locked durationMs=29`,
    ).join('\n'),
  },
];

const listed = (all: readonly LogLine[], total: number, lost = 0): FakeAnswers => ({
  diagnostics: {
    log: ({ incidentId, level }) =>
      Promise.resolve(
        ok({
          lines: all.filter(
            (one) =>
              (incidentId === null || one.fields['incidentId'] === incidentId) &&
              (level === 'all' || one.level !== 'info'),
          ),
          total,
          lost,
        }),
      ),
    deviations: () => Promise.resolve(ok({ deviations: [...deviations] })),
    bundle: () => Promise.resolve(ok({ id: accountId, parts })),
  },
});

const updating = (state: Partial<UpdateState>): FakeAnswers => ({
  updates: { read: () => Promise.resolve(ok({ ...updatesOff, hindrance: null, status: 'idle', ...state })) },
});

const offered = {
  version: '1.2.0',
  releasedAt: at(1),
  notes:
    'Faster look-ups over many TLDs.\n\n- A change that is not known is read back sooner\n- The log can be filtered',
};

const never = () => new Promise<never>(() => undefined);
const mistake = () => Promise.resolve(fail({ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' } as const));

const world: Parameters<typeof aWorld>[0] = {
  accounts: [anAccount(), aPracticeAccount()],
  activeId: 'account-1',
};

/** Settings with what keeps Namedesk itself in order: log, bundle, differences, updates. */
export const upkeepScenes = {
  upkeep: { world, answers: listed(lines, 4_812, 3) },
  upkeepEmpty: { world },
  upkeepReading: { world, answers: { diagnostics: { log: never, bundle: never, deviations: never } } },
  upkeepFails: {
    world,
    answers: {
      diagnostics: {
        log: mistake,
        bundle: mistake,
        deviations: mistake,
      },
    },
  },
  updatesNewest: { world, answers: updating({ checkedAt: at(3) }) },
  updatesUnread: { world, answers: updating({}) },
  updatesChecking: { world, answers: updating({ status: 'checking' }) },
  updatesAvailable: { world, answers: updating({ status: 'available', offered, checkedAt: at(3) }) },
  updatesDownloading: { world, answers: updating({ status: 'downloading', offered, percent: 42 }) },
  updatesReady: {
    world,
    answers: updating({ status: 'ready', offered, waitsFor: ['session', 'change'] }),
  },
  updatesFailed: { world, answers: updating({ status: 'failed', fault: 'signature', checkedAt: at(3) }) },
  updatesWaitless: { world, answers: updating({ status: 'ready', offered }) },
  updatesInterrupted: { world, answers: updating({ status: 'failed', fault: 'unreachable', offered }) },
  updatesInFolder: { world, answers: updating({ status: 'off', hindrance: 'not-installed' }) },
  updatesPackaged: { world, answers: updating({ status: 'off', hindrance: 'by-package-manager' }) },
} as const;
