import type { Backup, PlaceRisk, RestoreFindings, RestoreNotice } from '#shared/domain/backup.ts';
import type { RestoreRow } from '#shared/areas/maintenance.ts';
import type { Output } from '#shared/routes.ts';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { aChange, anUncertainChange } from '../a-change.ts';
import { anAccount, aPracticeAccount, type aWorld } from '../fake-world.ts';
import { ago } from './searching.ts';

const minutesPerDay = 1_440;
const folder = '/home/robin/.config/Namedesk/backups';

const backup = (
  days: number,
  reason: Backup['reason'],
  state: Backup['state'] = 'good',
  bytes = 48_214_016 - days * 911_360,
): Backup => ({
  name: `workspace-${days}-days-old.sqlite`,
  madeAt: ago(days * minutesPerDay + 12),
  reason,
  bytes,
  version: state === 'damaged' ? null : 6,
  state,
});

const backups: readonly Backup[] = [
  backup(0, 'by-hand'),
  backup(1, 'daily'),
  backup(2, 'daily', 'unchecked'),
  backup(3, 'restore'),
  backup(4, 'daily', 'damaged', 12_288),
  backup(9, 'migration'),
  backup(10, 'daily', 'good', 2_104_900_000),
];

type Backups = NonNullable<FakeAnswers['backups']>;
type Since = Omit<Output<'backups', 'since'>, 'backup'>;

const of = (name: string): Backup => backups.find((one) => one.name === name) ?? backup(0, 'daily');
const none: Since = { entries: 0, changes: 0, accesses: 0 };

const answers = (
  since: Since = { entries: 1_342, changes: 209, accesses: 4 },
  more: Backups = {},
): Backups => ({
  list: () => Promise.resolve(ok({ backups: [...backups], folder, kept: 7 })),
  since: ({ name }) => Promise.resolve(ok({ backup: of(name), ...since })),
  verify: ({ name }) => Promise.resolve(ok(of(name))),
  ...more,
});

const never = () => new Promise<never>(() => undefined);

const world: Parameters<typeof aWorld>[0] = {
  accounts: [anAccount(), aPracticeAccount()],
  activeId: 'account-1',
};

const noAccount: Parameters<typeof aWorld>[0] = { accounts: [], activeId: null };

const found = (
  placeRisk: PlaceRisk | null,
  notice: RestoreNotice | null = null,
  rows: readonly RestoreRow[] = [],
  acknowledge: NonNullable<NonNullable<FakeAnswers['restored']>['acknowledge']> = () =>
    Promise.resolve(ok({})),
): FakeAnswers => ({
  backups: answers(),
  restored: {
    read: () => Promise.resolve(ok({ notice })),
    rows: ({ offset, limit }) =>
      Promise.resolve(ok({ rows: rows.slice(offset, offset + limit), total: rows.length })),
    acknowledge,
  },
  app: {
    about: () =>
      Promise.resolve(
        ok({
          version: '0.1.0',
          electron: '42.0.0',
          platform: 'linux-x64',
          workspacePath: '/home/robin/.config/Namedesk/workspace.sqlite',
          placeRisk,
        }),
      ),
  },
});

const damagedPath = '/home/robin/.config/Namedesk/workspace.sqlite.damaged-2026-11-21T08-00-00-000Z';
const planId = '00000000-0000-4000-9300-000000000001';

/** Read in part, so that every kind of row needs a look. */
const mended: RestoreFindings = {
  kind: 'known',
  at: ago(1),
  why: 'damaged',
  copy: { name: backups[1]?.name ?? '', madeAt: ago(minutesPerDay + 12) },
  replacedPath: damagedPath,
  changes: { reading: 'in-part', upTo: 1_318, of: 1_342, added: 96 },
  accesses: { reading: 'whole', upTo: 12, of: 12, added: 4 },
  carriedOver: 31,
  batches: [
    { planId, accountLabel: 'Acme Resale', kind: 'renew', rows: 214 },
    { planId: planId.replace(/1$/, '2'), accountLabel: 'Acme Resale', kind: 'lock', rows: 12 },
  ],
  withdrawn: 3,
  apart: [],
  earlier: 1,
  look: { after: 1_222, upTo: 1_318, planIds: [planId] },
};

const asked: RestoreFindings = {
  ...mended,
  why: 'asked',
  replacedPath: `${folder}/workspace-2026-11-22T08-00-00-000Z.restore.sqlite`,
  changes: { reading: 'whole', upTo: 1_222, of: 1_222, added: 0 },
  accesses: { reading: 'whole', upTo: 8, of: 8, added: 0 },
  carriedOver: 0,
  batches: [],
  withdrawn: 0,
  earlier: 0,
};

const own = { accountId: 'account-1', accountLabel: 'Acme Resale' } as const;
const renewal = { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } } as const;
const needingALook: readonly RestoreRow[] = [
  {
    why: 'change',
    change: anUncertainChange({ ...own, number: 209, domain: 'harbour-books.com', what: renewal }),
  },
  {
    why: 'change',
    change: aChange({
      ...own,
      number: 207,
      domain: 'xn--mnchen-3ya.example',
      state: 'withdrawn',
      error: { kind: 'from-backup', mayBeDone: true },
    }),
  },
  ...Array.from({ length: 40 }, (_, index) => ({
    why: 'batch-row' as const,
    planId,
    ...own,
    domain: `northwind-${index + 1}.com`,
    kind: 'renew' as const,
  })),
  ...Array.from({ length: 30 }, (_, index) => ({
    why: 'change' as const,
    change: aChange({ ...own, number: 170 + index, domain: `oakline-${index + 1}.io`, what: renewal }),
  })),
  {
    why: 'apart',
    domain: 'a-name-that-is-rather-long-for-a-column-of-a-list.photography',
    accountLabel: 'Removed since',
    kind: 'register',
    state: 'confirmed',
  },
];

/** Backups in every state, what going back to one says, and what a start says that found something. */
export const backupScenes = {
  backups: { world, answers: { backups: answers() } },
  backupsNothingLost: { world, answers: { backups: answers(none) } },
  backupsNone: {
    world,
    answers: { backups: { list: () => Promise.resolve(ok({ backups: [], folder, kept: 7 })) } },
  },
  backupsReading: { world, answers: { backups: answers(none, { list: never }) } },
  backupsUnlisted: {
    world,
    answers: {
      backups: answers(none, {
        list: () => Promise.resolve(fail({ kind: 'storage', fault: 'damaged' } as const)),
      }),
    },
  },
  backupsUnmade: {
    world,
    answers: {
      backups: answers(none, {
        make: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)),
      }),
    },
  },
  backupsSlow: { world, answers: { backups: answers(none, { make: never, verify: never, since: never }) } },
  backupsRotten: {
    world,
    answers: {
      backups: answers(none, {
        since: ({ name }) =>
          Promise.resolve(ok({ backup: { ...of(name), state: 'damaged' as const }, ...none })),
      }),
    },
  },
  backupsRefused: {
    world,
    answers: {
      backups: answers(undefined, {
        restore: () =>
          Promise.resolve(
            fail({
              kind: 'invalid-input',
              field: 'name',
              reason: 'A change is on its way: wait until it is over',
            } as const),
          ),
      }),
    },
  },
  foundRestored: { world, answers: found(null, asked) },
  foundMended: { world, answers: found(null, mended, needingALook) },
  foundApart: {
    world,
    answers: found(
      null,
      { ...mended, changes: { reading: 'apart', upTo: 40, of: 40, added: 0 } },
      needingALook.slice(-1),
    ),
  },
  foundNew: {
    world: noAccount,
    answers: found(null, {
      ...asked,
      why: 'damaged',
      copy: null,
      replacedPath: damagedPath,
      changes: { reading: 'unreadable', upTo: 0, of: null, added: 0 },
      accesses: { reading: 'unreadable', upTo: 0, of: null, added: 0 },
    }),
  },
  foundUnknown: { world, answers: found(null, { kind: 'unknown' }) },
  foundUnkept: {
    world,
    answers: found(null, mended, needingALook, () =>
      Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)),
    ),
  },
  foundNetwork: { world, answers: found('network') },
  foundSynced: { world, answers: found('synced') },
} as const;
