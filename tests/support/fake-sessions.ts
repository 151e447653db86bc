import { noCounts, type Pace, type Session } from '#shared/domain/session.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import type { Client, Output } from '../../renderer/src/client.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { SessionPortMessage } from '#shared/areas/session-port.ts';
import { aFinding, type FakeWorld } from './fake-world.ts';
import type { SessionPorts } from '../../renderer/src/session-ports.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

export const aPace = (changes: Partial<Pace> = {}): Pace => ({
  requestsPerSecond: 9.8,
  cellsPerSecond: 196,
  allowedPerSecond: 10,
  ceilingPerSecond: 10,
  observed: { perSecond: null, concurrency: null },
  concurrency: 4,
  slowedBy: null,
  left: { likely: 720, low: 600, high: 840 },
  ...changes,
});

/** An id such as the contract wants, from a small number. */
export const aSessionId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A session of which `counts` are known, the rest unchecked. */
export function aSession(
  changes: Partial<Session> = {},
  known: Partial<Record<FindingKind, number>> = {},
): Session {
  const { names = 100, tlds = ['com', 'net'] } = changes;
  const checked = Object.values(known).reduce((sum, count) => sum + count, 0);
  const unchecked = names * tlds.length - checked;
  return {
    id: aSessionId(1),
    accountId: 'practice',
    name: 'Bakeries of Berlin',
    state: unchecked === 0 ? 'finished' : 'paused',
    createdAt: '2026-11-21T07:00:00.000Z',
    changedAt: '2026-11-21T08:00:00.000Z',
    finishedAt: unchecked === 0 ? '2026-11-21T08:00:00.000Z' : null,
    source: 'bakeries.csv',
    names,
    tlds,
    counts: { ...noCounts(), ...known, unchecked },
    causes: {},
    own: {},
    left: unchecked,
    shortlisted: 0,
    waitingFor: null,
    pace: null,
    rerunOf: null,
    view: '',
    ...changes,
  };
}

/** Bulk look-ups in memory: they change their state as they are told, and never ask anybody. */
export function sessionAnswers(world: FakeWorld, tell: Tell): Pick<Client, 'sessions' | 'exports'> {
  const change = (id: string, changes: Partial<Session>): Promise<Result<Session>> => {
    const before = world.sessions.find((session) => session.id === id);
    if (before === undefined)
      return Promise.resolve(
        fail({ kind: 'invalid-input', field: 'id', reason: 'There is no such session' } as const),
      );
    const after = { ...before, ...changes };
    world.sessions = world.sessions.map((session) => (session.id === id ? after : session));
    tell('sessions.changed', { sessions: [after], removed: [] });
    return answer(after);
  };
  const add = (session: Session) => {
    world.sessions = [...world.sessions, session];
    tell('sessions.changed', { sessions: [session], removed: [] });
    return answer(session);
  };
  const nextId = () => aSessionId(world.sessions.length + 1);
  const state = (isStarted: boolean) =>
    isStarted ? ({ state: 'running', pace: aPace() } as const) : ({ state: 'paused', pace: null } as const);
  return {
    sessions: {
      list: () => answer({ sessions: [...world.sessions] }),
      estimate: ({ names, tlds }) => {
        const likely = names / 10;
        return answer({
          cells: names * tlds,
          requests: names * Math.ceil(tlds / 50),
          seconds: { likely, low: likely * 0.9, high: likely * 1.3 },
        });
      },
      create: ({ draftId, name, tlds, start }) =>
        add(
          aSession({
            id: nextId(),
            accountId: world.activeId ?? '',
            name,
            tlds: [...tlds],
            names: world.drafts.get(draftId)?.names ?? 0,
            source: world.drafts.get(draftId)?.source ?? '',
            ...state(start),
          }),
        ),
      rename: ({ id, name }) => change(id, { name }),
      remove: ({ id }) => {
        world.sessions = world.sessions.filter((session) => session.id !== id);
        tell('sessions.changed', { sessions: [], removed: [id] });
        return answer({});
      },
      pause: ({ id }) => change(id, state(false)),
      resume: ({ id }) => change(id, state(true)),
      stop: ({ id }) => change(id, { state: 'stopped', pace: null }),
      askAgain: ({ id }) => change(id, state(true)),
      runAgain: ({ id, accountId, start }) => {
        const before = world.sessions.find((session) => session.id === id);
        return add(
          aSession({
            id: nextId(),
            accountId,
            name: `${before?.name ?? ''} again`,
            names: before?.names ?? 0,
            tlds: before?.tlds ?? [],
            rerunOf: id,
            ...state(start),
          }),
        );
      },
      changedSince: () => answer({ compared: 200, changed: 0, cells: [] }),
      open: ({ id }) => change(id, {}),
      close: () => answer({}),
      ...cellAnswers(world),
    },
    exports: {
      toFile: () => answer({ started: true }),
      toClipboard: () => answer({ rows: 200 }),
      domainsToFile: () => answer({ started: true }),
      domainsToClipboard: ({ rows }) => answer({ rows: rows.split('\n').length }),
      cancel: () => answer({}),
    },
  };
}

function cellAnswers(
  world: FakeWorld,
): Pick<Client['sessions'], 'cell' | 'row' | 'prices' | 'shortlist' | 'saveView'> {
  const tldsOf = (id: string) => world.sessions.find((session) => session.id === id)?.tlds ?? ['com'];
  return {
    cell: ({ id, row, column }) =>
      answer<Output<'sessions', 'cell'>>({
        finding: aFinding(`name-${row}.${tldsOf(id)[column] ?? 'com'}`, 'available'),
        fields: [{ path: 'isAvailable', value: 'true' }],
        answer: '{}',
        accountLabel: 'Practice',
      }),
    row: ({ id, row }) =>
      answer({ findings: tldsOf(id).map((tld) => aFinding(`name-${row}.${tld}`, 'available')) }),
    prices: ({ cells }) => answer({ offers: [], of: cells.map(() => 0) }),
    shortlist: ({ cells, isOn }) => answer({ shortlisted: isOn ? cells.length : 0 }),
    saveView: () => answer({}),
  };
}

export interface FakePorts extends SessionPorts {
  /** Sends as main would, to the view that waits for it. */
  readonly send: (viewId: string, message: SessionPortMessage) => void;
  /** Cuts the port of a view, as when the other end is gone. */
  readonly lose: (viewId: string) => void;
  /** The views that listen now. */
  readonly listening: () => readonly string[];
}

interface Listener {
  readonly onMessage: (message: SessionPortMessage) => void;
  readonly onLost: () => void;
}

/** Session ports in memory. */
export function createFakePorts(): FakePorts {
  const listeners = new Map<string, Listener>();
  return {
    receive(viewId, onMessage, onLost = () => undefined) {
      listeners.set(viewId, { onMessage, onLost });
      return () => void listeners.delete(viewId);
    },
    send: (viewId, message) => listeners.get(viewId)?.onMessage(message),
    lose: (viewId) => listeners.get(viewId)?.onLost(),
    listening: () => [...listeners.keys()],
  };
}
