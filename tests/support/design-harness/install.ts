import type { Deviation, LogLine } from '#shared/domain/diagnostics.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import type { UpdateState } from '#shared/domain/update.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { createFakeBridge, type FakeAnswers, type FakeBridge } from '../fake-bridge.ts';
import { updatesOff } from '../fake-upkeep.ts';
import { anAccount, aPracticeAccount, aWorld } from '../fake-world.ts';
import { backupScenes } from './backup-scenes.ts';
import { cannotList, manySessions, misreads, readsMany, readsTable, sessions } from './bulk-scenes.ts';
import { changeScenes } from './change-scenes.ts';
import { changeAnswersOf, changeWorlds } from './changes-scenes.ts';
import { codeScenes } from './code-scenes.ts';
import { contactsScenes } from './contacts-scenes.ts';
import { portfolioScenes } from './portfolio-scenes.ts';
import { registerScenes } from './register-scenes.ts';
import { ago, manyTlds, searching, type SearchManner, sets } from './searching.ts';
import { type SessionManner, sessionScene } from './sessions.ts';

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
    text: 'Bulk lookups: 3 finished, 1 running\nChanges: 812 confirmed, 2 refused, 1 uncertain',
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
    'Faster lookups over many TLDs.\n\n- An uncertain change is verified sooner\n- The log can be filtered',
};

const never = () => new Promise<never>(() => undefined);
const mistake = () => Promise.resolve(fail({ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' } as const));

const world: Parameters<typeof aWorld>[0] = {
  accounts: [anAccount(), aPracticeAccount()],
  activeId: 'account-1',
};

/** Settings with what keeps Namedesk itself in order: log, bundle, differences, updates. */
const upkeepScenes = {
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

const northwind = anAccount();
const accounts = [
  northwind,
  anAccount({
    id: 'account-2',
    label: 'Contoso Web GmbH',
    colour: 'violet',
    username: 'domains@contoso.example',
    key: { hasKey: false, place: 'none', savedAt: null },
  }),
  aPracticeAccount(),
];

const real = () => ({ accounts: [...accounts], activeId: 'account-1' });
const status = (changes: Partial<ReturnType<typeof aWorld>['status']> = {}) => ({
  ...aWorld().status,
  accountId: 'account-1',
  credit: { amount: '1284.50', readAt: ago(3) },
  ...changes,
});

interface Scene {
  readonly world?: Parameters<typeof aWorld>[0];
  readonly search?: SearchManner;
  readonly answers?: FakeAnswers;
  readonly session?: SessionManner;
}

const refused: AppError = { kind: 'refused', why: 'credentials', status: 401, said: 'Invalid API Token' };
const malformed: AppError = { kind: 'unreadable', status: 200, why: 'not-json' };
const away: AppError = { kind: 'unreachable', why: 'offline' };
const noKeychain = {
  keys: { enter: () => Promise.resolve(fail({ kind: 'keychain', fault: 'no-service' } as const)) },
};

/** The states that are looked at, by name. */
const scenes: Readonly<Record<string, Scene>> = {
  ...portfolioScenes,
  ...codeScenes,
  ...changeScenes,
  ...contactsScenes,
  ...registerScenes,
  ...upkeepScenes,
  ...backupScenes,
  practice: { world: { status: { ...aWorld().status, credit: { amount: '500.00', readAt: ago(0) } } } },
  real: { world: { ...real(), status: status() } },
  limits: {
    world: {
      accounts: accounts.map((account) =>
        account === northwind
          ? { ...account, options: { ...account.options, limits: { ...defaultLimits, batchSum: null } } }
          : account,
      ),
      activeId: 'account-1',
      settings: { ...aWorld().settings, limits: { ...defaultLimits, changeSum: null, daySum: '1250.50' } },
      status: status(),
    },
    answers: {
      limits: {
        used: () =>
          Promise.resolve(
            ok({
              since: ago(600),
              sums: [
                { currency: 'USD', amount: '1037.50' },
                { currency: null, amount: '35.00' },
              ],
              unpriced: 12,
            }),
          ),
      },
    },
  },
  removal: {
    world: { ...portfolioScenes.domains.world, plans: changeWorlds['planRenew']?.plans ?? [], sessions },
  },
  removalInUse: {
    world: {
      ...portfolioScenes.domains.world,
      inUse: {
        ...{ kind: 'account-in-use', why: 'change', id: '00000000-0000-4000-9200-000000000006' },
        ...{ number: 4127, domain: 'xn--bckerei-5wa.example' },
      },
    },
  },
  known: { world: { ...real(), status: status() }, search: { known: true } },
  streaming: { world: { ...real(), status: status() }, search: { answeredUpTo: 9, hangs: true } },
  refused: {
    world: { ...real(), status: status({ connection: 'refused', error: refused }) },
    search: { answeredUpTo: 0, failure: refused },
  },
  address: {
    world: { ...real(), status: status({ connection: 'refused' }) },
    search: {
      answeredUpTo: 0,
      failure: { kind: 'refused', why: 'address', status: 403, said: 'IP 203.0.113.9 is not allowed' },
    },
  },
  malformed: { world: { ...real(), status: status() }, search: { answeredUpTo: 6, failure: malformed } },
  offline: {
    world: { ...real(), status: status({ connection: 'offline', error: away }) },
    search: { known: true, answeredUpTo: 0, failure: away },
  },
  noKey: {
    world: {
      ...real(),
      activeId: 'account-2',
      status: status({
        accountId: 'account-2',
        connection: 'no-key',
        credit: null,
        clockSkewMs: null,
        error: { kind: 'no-key' },
      }),
    },
    search: { answeredUpTo: 0, failure: { kind: 'no-key' } },
  },
  many: { world: { ...real(), settings: { ...aWorld().settings, searchTldSetId: 'all' }, status: status() } },
  compact: { world: { ...real(), settings: { ...aWorld().settings, density: 'compact' }, status: status() } },
  sessionRuns: { world: { ...real(), status: status() }, session: { percent: 62 } },
  sessionFinished: { world: { ...real(), status: status() }, session: { percent: 100 } },
  sessionSlowed: {
    world: { ...real(), status: status() },
    session: { percent: 41, pace: { slowedBy: 'latency', allowedPerSecond: 3.2, requestsPerSecond: 3.1 } },
  },
  sessionOffline: {
    world: { ...real(), status: status({ connection: 'offline', error: away }) },
    session: { percent: 41, changes: { state: 'waiting', waitingFor: away, pace: null } },
  },
  sessionNoKey: {
    world: { ...real(), status: status() },
    session: { percent: 41, changes: { state: 'waiting', waitingFor: { kind: 'no-key' }, pace: null } },
  },
  sessionPaused: {
    world: { ...real(), status: status() },
    session: { percent: 41, changes: { state: 'paused', pace: null } },
  },
  sessionCut: { world: { ...real(), status: status() }, session: { percent: 62, isCut: true } },
  bulk: { world: { ...real(), status: status(), sessions } },
  bulkMany: { world: { ...real(), status: status(), sessions: manySessions } },
  bulkFailed: { world: { ...real(), status: status() }, answers: cannotList },
  bulkTable: { world: { ...real(), status: status(), sessions }, answers: readsTable },
  bulkMisreads: { world: { ...real(), status: status() }, answers: misreads },
  bulkLong: { world: { ...real(), status: status() }, answers: readsMany(100_000) },
  bulkTooLarge: { world: { ...real(), status: status() }, answers: readsMany(900_000) },
  noAccount: {
    world: {
      accounts: [],
      activeId: null,
      status: { ...status(), accountId: null, connection: 'unknown', credit: null, clockSkewMs: null },
    },
  },
  first: {
    world: {
      accounts: [],
      activeId: null,
      settings: { ...aWorld().settings, onboarded: false },
      status: { ...status(), accountId: null, connection: 'unknown', credit: null },
    },
  },
  firstNoKeychain: {
    world: { accounts: [], activeId: null, settings: { ...aWorld().settings, onboarded: false } },
    answers: noKeychain,
  },
  keychain: {
    world: { ...real(), activeId: 'account-2', status: status({ accountId: 'account-2' }) },
    answers: noKeychain,
  },
  testFails: {
    world: { ...real(), status: status() },
    answers: {
      accounts: {
        test: () =>
          Promise.resolve(
            ok({
              probes: [
                { operation: 'credits', verdict: 'answered', answer: '1284.50', error: null },
                {
                  operation: 'tlds',
                  verdict: 'failed',
                  answer: '',
                  error: { kind: 'unreachable', why: 'no-answer-in-time' },
                },
                {
                  operation: 'version',
                  verdict: 'not-permitted',
                  answer: '',
                  error: { kind: 'refused', why: 'permission', status: 403, said: 'Action is not allowed' },
                },
              ],
              clockSkewMs: 192_000,
              testedAt: ago(0),
            }),
          ),
      },
    },
  },
  invalidUrl: {
    world: { ...real(), status: status() },
    answers: {
      accounts: {
        add: () =>
          Promise.resolve(
            fail({
              kind: 'invalid-input',
              field: 'baseUrl',
              reason: 'Plain http is for this computer alone; use https',
            } as const),
          ),
      },
    },
  },
};

const sceneOfChanges = (name: string): Scene => ({
  world: { ...real(), status: status(), ...changeWorlds[name] },
  ...(changeAnswersOf[name] === undefined ? {} : { answers: changeAnswersOf[name] }),
});

/** The bridge of a scene, for a page that runs outside of Electron. */
function bridgeOfScene(name: string): FakeBridge {
  const scene = scenes[name] ?? sceneOfChanges(name);
  const bridge: FakeBridge = createFakeBridge(aWorld(scene.world), {
    ...scene.answers,
    ...(scene.session === undefined ? {} : sessionScene(scene.session, () => bridge)),
    tlds: {
      list: () => Promise.resolve(ok({ tlds: [...manyTlds], readAt: ago(55) })),
      sets: () => Promise.resolve(ok({ sets })),
    },
    search: searching(() => bridge, scene.search ?? {}),
  });
  return bridge;
}

declare global {
  /** The scene's name, put there before this script. */
  var __scene: string | null | undefined;
}

Object.defineProperty(window, 'namedesk', { value: bridgeOfScene(globalThis.__scene ?? 'practice') });
