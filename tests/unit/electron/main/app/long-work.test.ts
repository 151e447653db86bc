import { describe, expect, it } from 'vitest';
import type { Batch } from '#shared/domain/batch.ts';
import type { Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import {
  createLongWork,
  isNotified,
  longMs,
  progressOf,
} from '../../../../../electron/main/app/long-work.ts';
import {
  alsoKeepingWorks,
  asWork,
  createWorks,
  type Work,
  worksIn,
} from '../../../../../electron/main/jobs/work.ts';
import { activeWorkIn } from '../../../../../electron/main/services/active-work.ts';
import type { ChangeState } from '../../../../../shared/domain/change-kinds.ts';
import { fail, ok, type Result } from '../../../../../shared/result.ts';
import { aBatch } from '../../../../support/a-change.ts';
import { aCodeExport } from '../../../../support/fake-codes.ts';
import { aSession } from '../../../../support/fake-sessions.ts';
import { aWork } from '../../../../support/fake-today.ts';

const noKey: AppError = { kind: 'no-key' };
const notAllowed: AppError = { kind: 'refused', why: 'permission', status: 403, said: '' };
const wrongAddress: AppError = { kind: 'refused', why: 'address', status: 403, said: '' };
const offline: AppError = { kind: 'unreachable', why: 'offline' };

const storage = fail({ kind: 'storage', fault: 'full' } as const);
/** A refresh. */
const begun = {
  ...{ id: 'r', accountId: 'practice', total: 500, done: 0, notShown: 0, notRead: 0 },
  ...{ isFinished: false, error: null },
};

const lookups = (...sessions: readonly Session[]) =>
  worksIn('sessions.changed', { sessions: [...sessions], removed: [] });
const batches = (changes: Partial<Batch>) =>
  worksIn('batches.changed', { batches: [aBatch(changes)], removed: [] });

describe('a list of work', () => {
  it.each<[string, Partial<Session>, Work['phase']]>([
    ['running', { state: 'running' }, 'running'],
    ['offline', { state: 'waiting', waitingFor: offline }, 'waiting'],
    ['waiting for what it has not tried yet', { state: 'waiting', waitingFor: null }, 'waiting'],
    ['without a key', { state: 'waiting', waitingFor: noKey }, 'needs-somebody'],
    ['not allowed', { state: 'waiting', waitingFor: notAllowed }, 'needs-somebody'],
    ['of an unknown address', { state: 'waiting', waitingFor: wrongAddress }, 'needs-somebody'],
    ['paused by a person', { state: 'paused' }, 'idle'],
    ['finished', { state: 'finished' }, 'ended'],
  ])('is a bulk lookup: %s', (_case, changes, phase) => {
    expect(lookups(aSession(changes))).toMatchObject([{ kind: 'session', phase, total: 200 }]);
  });

  it.each<[string, Partial<Batch>, Work['phase']]>([
    ['read', { state: 'reading' }, 'running'],
    ['ready to review', { state: 'ready' }, 'ended'],
    ['at an uncertain change', { state: 'halted' }, 'halted'],
    ['over a limit', { state: 'paused', waitingFor: { kind: 'over-limit', limits: [] } }, 'halted'],
    ['without a key', { state: 'running', waitingFor: noKey }, 'needs-somebody'],
    ['offline', { state: 'running', waitingFor: offline }, 'waiting'],
    ['paused by a person', { state: 'paused' }, 'idle'],
    ['done', { state: 'done' }, 'ended'],
  ])('is a batch: %s', (_case, changes, phase) => {
    expect(batches(changes)).toMatchObject([{ kind: 'batch', phase }]);
  });

  it('is a code export and a refresh', () => {
    expect(worksIn('codes.exportChanged', aCodeExport())).toMatchObject([{ kind: 'codes' }]);
    const reading = { ...begun, total: 5, done: 5, notRead: 1, isFinished: true };
    expect(worksIn('domains.reading', reading)).toMatchObject([
      { kind: 'reading', phase: 'ended', notice: { body: '4 domains were read, 1 not read.' } },
    ]);
  });

  it.each<[string, AppError, Work['phase']]>([
    ['refused', noKey, 'halted'],
    ['cancelled by a person', { kind: 'cancelled' }, 'idle'],
  ])('is a refresh that ended early: %s', (_case, error, phase) => {
    const counts = { total: 500, done: 12, notShown: 1, notRead: 488 };
    expect(worksIn('domains.reading', { ...begun, ...counts, isFinished: true, error })).toMatchObject([
      { phase, notice: { body: '11 domains were read, 1 not found, 488 not read.' } },
    ]);
  });

  it('says nothing personal: no name of a session, no domain, no account, no path', () => {
    const notices = [
      ...lookups(aSession({ name: 'Secret plan 7', state: 'finished' })),
      ...batches({ state: 'halted' }),
      ...worksIn('codes.exportChanged', aCodeExport({ accountLabel: 'Acme', path: '/home/ada/codes.age' })),
    ];
    expect(notices).toHaveLength(3);
    for (const {
      notice: { title, body },
    } of notices)
      expect(`${title} ${body}`).toMatch(/^[A-Z][a-z]*( [a-z]+)* (\d[\d,]* [a-z]+( [a-z]+)*, \d+ left\.)$/);
  });

  it('is nothing in an event about something else', () => {
    expect(worksIn('accounts.changed', {})).toEqual([]);
  });
});

describe('what goes on', () => {
  const tables = [
    ['session', 'sessions.changed', { sessions: [aSession({ state: 'running' })], removed: [] }],
    ['batch', 'batches.changed', { batches: [aBatch({ state: 'running' })], removed: [] }],
    ['codes', 'codes.exportChanged', aCodeExport()],
    ['reading', 'domains.reading', begun],
  ] as const;
  function kept() {
    const told: (readonly [string, Partial<Work>])[] = [];
    const works = createWorks((event, payload) => void told.push([event, payload as Work]));
    return { works, told, emit: alsoKeepingWorks(works, () => undefined) };
  }

  it.each(tables)('lists work from its first event on: %s', (kind, event, payload) => {
    const { works, told, emit } = kept();
    emit(event, payload);
    expect(works.list()).toMatchObject([{ kind, phase: 'running' }]);
    expect(told).toMatchObject([['work.changed', { kind }]]);
  });

  it.each<Work['phase']>(['halted', 'ended', 'idle'])(
    'lists nothing that is over, and tells of it once: %s',
    (phase) => {
      const { works, told } = kept();
      works.put(aWork({ phase: 'needs-somebody' }));
      expect(works.list()).toHaveLength(1);
      works.put(aWork({ phase }));
      works.put(aWork({ phase }));
      expect(works.list()).toEqual([]);
      expect(told.map(([, work]) => work.phase)).toEqual(['needs-somebody', phase]);
    },
  );

  it('keeps its order while it goes on, and forgets what is removed', () => {
    const { works, emit } = kept();
    for (const [, event, payload] of tables) emit(event, payload);
    emit('batches.changed', { batches: [aBatch({ state: 'running' })], removed: [aSession().id] });
    expect(works.list().map(({ kind }) => kind)).toEqual(['batch', 'codes', 'reading']);
  });

  it.each<[string, () => Promise<Result<null>>, Work['phase']]>([
    ['ends', () => Promise.resolve(ok(null)), 'ended'],
    ['is cancelled', () => Promise.resolve(fail({ kind: 'cancelled' })), 'idle'],
    ['fails', () => Promise.resolve(storage), 'halted'],
    ['throws', () => Promise.reject(new Error('x')), 'halted'],
  ])('follows an import from its begin until it %s', async (_case, end, phase) => {
    const { works, told } = kept();
    const of = { kind: 'import', id: 'i', accountId: 'a', title: 'Importing domains' } as const;
    await asWork(works, of, (onProgress) => {
      onProgress(2, 3);
      return end();
    }).catch(() => null);
    expect(told.map(([, work]) => [work.phase, work.done, work.notice?.body])).toEqual([
      ['running', 0, '0 rows were stored, 0 left.'],
      ['running', 2, '2 rows were stored, 1 left.'],
      [phase, 2, '2 rows were stored, 1 left.'],
    ]);
    expect(works.list()).toEqual([]);
  });
});

describe('progress', () => {
  it('is that of all running lists together', () => {
    const works = [aWork({ done: 50 }), aWork({ done: 100, total: 300 }), aWork({ phase: 'ended' })];
    expect(progressOf(works)).toBe(150 / 400);
  });

  it.each([
    ['nothing runs', [aWork({ phase: 'idle' })]],
    ['a list is short', [aWork({ total: 9 })]],
  ])('is none where %s', (_case, works) => {
    expect(progressOf(works)).toBeNull();
  });
});

describe('a notification', () => {
  const running = aWork();

  it.each<[string, Work | undefined, Partial<Work>, number, boolean]>([
    ['a long list that ended', running, { phase: 'ended' }, longMs + 1, true],
    ['a short list that ended', running, { phase: 'ended' }, longMs, false],
    ['a list that needs somebody, however short', running, { phase: 'needs-somebody' }, 0, true],
    ['a list that does not go on', running, { phase: 'halted' }, 0, true],
    ['a list that a person ended', running, { phase: 'idle' }, longMs + 1, false],
    ['a list that goes on', running, {}, longMs + 1, false],
    ['a list that nobody saw run', undefined, { phase: 'ended' }, longMs + 1, false],
    ['what was told already', aWork({ phase: 'needs-somebody' }), { phase: 'needs-somebody' }, 0, false],
  ])('is about %s: as expected', (_case, before, after, ranMs, isExpected) => {
    expect(isNotified(before, aWork(after), ranMs)).toBe(isExpected);
  });
});

describe('following long work', () => {
  function followed(isOn = true) {
    let nowMs = 0;
    const seen: { shown: (number | null)[]; notices: string[]; opened: unknown[] } = {
      shown: [],
      notices: [],
      opened: [],
    };
    const longWork = createLongWork({
      showProgress: (progress) => void seen.shown.push(progress),
      notify({ title, body }, onClick) {
        seen.notices.push(`${title}: ${body}`);
        onClick();
      },
      isOn: () => isOn,
      open: (place) => void seen.opened.push(place),
      nowMs: () => nowMs,
    });
    const follow = alsoKeepingWorks(createWorks(longWork), () => undefined);
    const session = (atMs: number, changes: Partial<Session>) => {
      nowMs = atMs;
      follow('sessions.changed', { sessions: [aSession(changes)], removed: [] });
    };
    return { ...seen, session, follow };
  }

  const run = ({ session }: ReturnType<typeof followed>): void => {
    session(0, { state: 'running', left: 200 });
    session(20_000, { state: 'running', left: 100 });
    session(25_000, { state: 'waiting', left: 100, waitingFor: offline });
    session(30_001, { state: 'finished', left: 0 });
  };

  it('shows progress until the end, and tells of the end; a click opens the list', () => {
    const world = followed();
    run(world);
    expect(world.shown).toEqual([0, 0.5, null]);
    expect(world.notices).toEqual(['Bulk lookup finished: 200 results were received, 0 left.']);
    expect(world.opened).toEqual([{ kind: 'session', id: aSession().id }]);
  });

  it('tells of nothing where notifications are off, and still shows progress', () => {
    const world = followed(false);
    run(world);
    expect([world.notices, world.shown]).toEqual([[], [0, 0.5, null]]);
  });

  it('forgets a session that is removed while it runs', () => {
    const world = followed();
    world.session(0, { state: 'running', left: 200 });
    world.follow('sessions.changed', { sessions: [], removed: [aSession().id] });
    expect(world.shown).toEqual([0, null]);
  });
});

const now = new Date('2026-03-01T10:00:00.000Z');

interface World {
  readonly works: readonly Work[];
  readonly changes: readonly {
    readonly state: ChangeState;
    readonly attempts: number;
    readonly changedAt: string;
  }[];
  readonly batches: readonly object[];
  readonly isUnreadable: boolean;
}

const calm: World = { works: [], changes: [], batches: [], isUnreadable: false };

const obstacles = (changes: Partial<World>) => {
  const world = { ...calm, ...changes };
  const listed = (values: readonly object[]) => Promise.resolve(world.isUnreadable ? storage : ok(values));
  const services = {
    workspace: {
      journal: { open: () => listed(world.changes) },
      batches: { underWay: () => listed(world.batches) },
    },
    works: { list: () => world.works },
  };
  // As much of the services as is looked at.
  return activeWorkIn(services as unknown as Parameters<typeof activeWorkIn>[0], now);
};

const changed = (state: ChangeState, attempts: number, agoMs: number) => ({
  state,
  attempts,
  changedAt: new Date(now.getTime() - agoMs).toISOString(),
});

describe('what an update waits for', () => {
  it.each<readonly [string, Partial<World>, readonly string[]]>([
    ['nothing', {}, []],
    ['sessions that run, once', { works: [aWork(), aWork({ id: 'b' })] }, ['session']],
    ['no session that waits', { works: [aWork({ phase: 'waiting' })] }, []],
    ['no refresh, which is begun again or goes on', { works: [aWork({ kind: 'reading' })] }, []],
    ['a change being sent', { changes: [changed('sending', 1, 600_000)] }, ['change']],
    ['a change that is about to be sent', { changes: [changed('planned', 0, 1_000)] }, ['change']],
    [
      'no change that waits for a person',
      { changes: [changed('planned', 1, 1_000), changed('planned', 0, 120_000)] },
      [],
    ],
    ['no uncertain change, or one would block for ever', { changes: [changed('uncertain', 1, 1_000)] }, []],
    ['a batch that is read or applied', { batches: [{}] }, ['batch']],
    [
      'a code export, also one that waits, an import, and a file being written',
      {
        works: [
          aWork({ kind: 'codes', phase: 'needs-somebody' }),
          aWork({ kind: 'import' }),
          aWork({ kind: 'export' }),
        ],
      },
      ['codes', 'import', 'export'],
    ],
    ['whatever cannot be read', { isUnreadable: true }, ['change', 'batch']],
  ])('%s', async (_name, world, expected) => {
    expect(await obstacles(world)).toEqual(expected);
  });
});
