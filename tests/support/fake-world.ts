import { type FakeTeam, aFakeTeam } from './fake-team.ts';
import type { NamedPriceChange, SeenPrice } from '#shared/domain/seen-prices.ts';
import type { WatchedName } from '#shared/domain/watching.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/errors.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { Change, JournalHealth } from '#shared/domain/change.ts';
import type { Finding, FindingKind } from '#shared/domain/finding.ts';
import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import type { Domain, DomainEvent, Template } from '#shared/domain/portfolio.ts';
import type { Session } from '#shared/domain/session.ts';
import type { Client, Output } from '../../renderer/src/client.ts';
import { ok, type Result } from '#shared/result.ts';
import { aHealth } from './a-change.ts';
import { aCodesWorld, type FakeCodes } from './fake-codes.ts';
import type { UpdateState } from '#shared/domain/update.ts';

export type Account = Output<'accounts', 'add'>;
export type Settings = Output<'settings', 'read'>;
export type ListView = Output<'listViews', 'read'>['views'][number];
export type SavedView = Output<'listViews', 'read'>['saved'][number];

export interface FakeWorld {
  accounts: Account[];
  activeId: string | null;
  /** Removed, and not deleted for good. */
  removed: readonly Account[];
  /** What keeps accounts from being removed. */
  inUse: AppError | null;
  settings: Settings;
  status: Output<'status', 'read'>;
  sessions: readonly Session[];
  /** The portfolios of all accounts. */
  domains: readonly Domain[];
  /** What happened to a domain beside its changes, by its name. */
  readonly events: ReadonlyMap<string, readonly DomainEvent[]>;
  readonly team: FakeTeam;
  watched: readonly WatchedName[];
  /** By name. */
  seenPrices: Readonly<Record<string, readonly SeenPrice[]>>;
  priceChanges: readonly NamedPriceChange[];
  templates: readonly Template[];
  /** What was ordered last, by account. */
  readonly lastOrders: Map<string, string>;
  /** Those that have templates. */
  clients: readonly Omit<Output<'clients', 'list'>['clients'][number], 'domains'>[];
  listViews: readonly ListView[];
  savedViews: readonly SavedView[];
  /** Of all accounts, the oldest first. */
  changes: readonly Change[];
  health: JournalHealth;
  /** The newest first. */
  batches: readonly Batch[];
  readonly batchRows: Map<string, readonly BatchRow[]>;
  /** The values that a batch of contacts writes; null where they were deleted. */
  readonly batchContacts: readonly ContactFields[] | null;
  /** What a batch that is over leaves to be taken back. */
  wayBack: Output<'batches', 'wayBack'>;
  readonly codes: FakeCodes;
  /** What was read of names, by the draft's id. */
  readonly drafts: Map<string, Output<'imports', 'readText'>>;
  readonly calls: { readonly name: string; readonly input: unknown }[];
}

export const anAccount = (changes: Partial<Account> = {}): Account => ({
  id: 'account-1',
  kind: 'reseller',
  label: 'Northwind Hosting',
  colour: 'blue',
  baseUrl: 'https://portal.northwind.example/modules/addons/DomainsReseller/api/index.php',
  username: 'reseller@northwind.example',
  options: { ...defaultAccountOptions, writableRoles: [...defaultAccountOptions.writableRoles] },
  key: { hasKey: true, place: 'keychain', savedAt: '2026-11-02T09:14:00.000Z' },
  ...changes,
});

export const aPracticeAccount = (changes: Partial<Account> = {}): Account =>
  anAccount({
    id: 'practice',
    kind: 'practice',
    label: 'Practice',
    colour: 'amber',
    baseUrl: 'http://127.0.0.1:49152/api/index.php',
    username: 'practice@namedesk.example',
    key: { hasKey: true, place: 'memory', savedAt: null },
    ...changes,
  });

export const aFinding = (domain: string, kind: FindingKind, changes: Partial<Finding> = {}): Finding => ({
  domain,
  tld: domain.slice(domain.indexOf('.') + 1),
  kind,
  cause: kind === 'unknown' ? 'no-decision' : null,
  message: '',
  checkedAt: kind === 'unchecked' ? null : '2026-11-21T08:00:00.000Z',
  prices: [],
  ...changes,
});

export const popularTlds: readonly string[] = [
  'com',
  'net',
  'org',
  'io',
  'co',
  'dev',
  'app',
  'de',
  'eu',
  'co.uk',
];

export const aWorld = (changes: Partial<FakeWorld> = {}): FakeWorld => ({
  accounts: [aPracticeAccount()],
  activeId: 'practice',
  removed: [],
  events: new Map(),
  inUse: null,
  settings: {
    colourScheme: 'system',
    density: 'comfortable',
    keepFindingsDays: 90,
    // Most tests count the requests that they make themselves.
    refreshOnOpen: false,
    registryEnabled: false,
    assistantsEnabled: false,
    checkNameservers: true,
    registryBootstrap: 'https://data.iana.org/rdap/dns.json',
    searchTldSetId: 'popular',
    onboarded: true,
    clearClipboardAfterS: 15,
    notifications: true,
    backgroundRefresh: true,
    quietHours: null,
    appLock: false,
    appLockAfterMin: 10,
    protectSecretWindows: true,
    checkForUpdates: true,
    limits: defaultLimits,
  },
  status: {
    accountId: 'practice',
    connection: 'online',
    error: null,
    credit: { amount: '500.00', readAt: '2026-11-21T08:00:00.000Z' },
    clockSkewMs: 120,
  },
  sessions: [],
  domains: [],
  team: aFakeTeam(),
  watched: [],
  seenPrices: {},
  priceChanges: [],
  templates: [],
  clients: [],
  lastOrders: new Map(),
  listViews: [],
  savedViews: [],
  changes: [],
  health: aHealth(),
  batches: [],
  batchRows: new Map(),
  batchContacts: null,
  wayBack: { toPutBack: 0, notKept: 0, elsewhere: 0, leftUnlocked: [] },
  codes: aCodesWorld(),
  drafts: new Map(),
  calls: [],
  ...changes,
});

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

export const updatesOff: UpdateState = {
  status: 'off',
  disabledReason: 'no-feed',
  newest: null,
  waitsFor: [],
  fault: null,
  checkedAt: null,
};

const aBackup = {
  name: 'workspace-2026-11-21.sqlite',
  madeAt: '2026-11-21T08:00:00.000Z',
  reason: 'daily',
  bytes: 1_204_224,
  version: 5,
  state: 'good',
} as const;

/** Nothing keeps a backup from being restored. */
export const nothingOpen = { whyNot: null, open: [], openCount: 0 } as const;

/** Backups, updates and diagnostics of a program that is well. */
export function upkeepAnswers(): Pick<Client, 'backups' | 'restored' | 'updates' | 'diagnostics'> {
  return {
    backups: {
      list: () => answer({ backups: [aBackup], folder: '/home/robin/.config/Namedesk/backups', kept: 7 }),
      make: () => answer({ ...aBackup, reason: 'by-hand' }),
      verify: () => answer(aBackup),
      showInFolder: () => answer({}),
      since: () => answer({ backup: aBackup, ...nothingOpen, entries: 42, changes: 9, accesses: 4 }),
      restore: () => answer({}),
    },
    restored: {
      read: () => answer({ notice: null }),
      rows: () => answer({ rows: [], offset: 0, total: 0 }),
      checked: () => answer({}),
      acknowledge: () => answer({}),
    },
    updates: {
      read: () => answer(updatesOff),
      check: () => answer(updatesOff),
      restart: () => answer(updatesOff),
      running: () => answer({ version: '0.1.0', isUpdated: false }),
    },
    diagnostics: {
      showLog: () => answer({}),
      deviations: () => answer({ deviations: [] }),
      bundle: () => answer({ id: '0b6f2a34-6f4f-4f0e-8f0a-0d3a9b7f1c11', parts: [] }),
      saveBundle: () => answer({ path: null }),
    },
  };
}

export const aboutThis = {
  version: '0.1.0',
  electron: '42.0.0',
  platform: 'linux-x64',
  commandLine: ['namedesk'],
  isTrial: false,
  placeRisk: null,
} as const;
