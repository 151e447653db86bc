import type { AppError } from '#shared/errors.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import { fail, ok } from '#shared/result.ts';
import { createFakeBridge, type FakeAnswers, type FakeBridge } from '../fake-bridge.ts';
import { anAccount, aPracticeAccount, aWorld } from '../fake-world.ts';
import { type SessionManner, sessionScene } from './sessions.ts';
import { backupScenes } from './backup-scenes.ts';
import { codeScenes } from './code-scenes.ts';
import { contactsScenes } from './contacts-scenes.ts';
import { registerScenes } from './register-scenes.ts';
import { cannotList, manySessions, misreads, readsMany, readsTable, sessions } from './bulk-scenes.ts';
import { changeScenes } from './change-scenes.ts';
import { upkeepScenes } from './upkeep-scenes.ts';
import { portfolioScenes } from './portfolio-scenes.ts';
import { changeAnswersOf, changeWorlds } from './changes-scenes.ts';
import { ago, manyTlds, searching, type SearchManner, sets } from './searching.ts';

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
export function bridgeOfScene(name: string): FakeBridge {
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
