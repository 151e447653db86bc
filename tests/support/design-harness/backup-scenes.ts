import type { Backup, PlaceRisk, Restored } from '#shared/domain/backup.ts';
import type { Output } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
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

interface FoundAtStart {
  readonly restored?: Restored;
  readonly setAsidePath?: string;
  readonly placeRisk?: PlaceRisk;
}

const found = ({ restored, setAsidePath, placeRisk }: FoundAtStart): FakeAnswers => ({
  backups: answers(),
  app: {
    about: () =>
      Promise.resolve(
        ok({
          version: '0.1.0',
          electron: '42.0.0',
          platform: 'linux-x64',
          workspacePath: '/home/robin/.config/Namedesk/workspace.sqlite',
          restored: restored ?? null,
          setAsidePath: setAsidePath ?? null,
          placeRisk: placeRisk ?? null,
        }),
      ),
  },
});

const from = backups[1]?.name ?? '';
const madeAt = ago(minutesPerDay + 12);
const setAsidePath = '/home/robin/.config/Namedesk/workspace.sqlite.set-aside-2026-11-21T08-00-00.000Z';

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
  foundRestored: { world, answers: found({ restored: { from, madeAt, why: 'asked' } }) },
  foundMended: { world, answers: found({ restored: { from, madeAt, why: 'damaged' }, setAsidePath }) },
  foundSetAside: { world, answers: found({ setAsidePath }) },
  foundNetwork: { world, answers: found({ placeRisk: 'network' }) },
  foundSynced: { world, answers: found({ placeRisk: 'synced' }) },
} as const;
