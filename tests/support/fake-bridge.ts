import type { Bridge, Client, EventName, EventPayload } from '#shared/routes.ts';
import { standardAnswers } from './fake-answers.ts';
import { aWorld, type FakeWorld } from './fake-world.ts';

/** Any request, answered by a test instead of by main. */
export type FakeAnswers = {
  readonly [A in keyof Client]?: { readonly [M in keyof Client[A]]?: Client[A][M] };
};

export interface FakeBridge extends Bridge {
  readonly world: FakeWorld;
  readonly tell: <E extends EventName>(name: E, payload: EventPayload<E>) => void;
}

/** A `Bridge` in memory: a small world that answers as main would. `answers` replace single requests. */
export function createFakeBridge(world: FakeWorld = aWorld(), answers: FakeAnswers = {}): FakeBridge {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();

  const tell: FakeBridge['tell'] = (name, payload) =>
    // A listener is kept under the name whose payload it takes: `on` below is the only one that adds it.
    listeners.get(name)?.forEach((listener) => listener(payload as never));

  const subscribe =
    <E extends EventName>(name: E) =>
    (listener: (payload: EventPayload<E>) => void) => {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    };

  return {
    world,
    tell,
    request: recorded(merged(standardAnswers(world, tell), answers), world),
    on: {
      'search.findings': subscribe('search.findings'),
      'search.finished': subscribe('search.finished'),
      'search.requested': subscribe('search.requested'),
      'app.closing': subscribe('app.closing'),
      'status.changed': subscribe('status.changed'),
      'accounts.changed': subscribe('accounts.changed'),
      'sessions.changed': subscribe('sessions.changed'),
      'exports.progress': subscribe('exports.progress'),
      'exports.finished': subscribe('exports.finished'),
      'changes.changed': subscribe('changes.changed'),
      'changes.health': subscribe('changes.health'),
      'domains.changed': subscribe('domains.changed'),
      'domains.reading': subscribe('domains.reading'),
      'plans.changed': subscribe('plans.changed'),
      'codes.changed': subscribe('codes.changed'),
      'codes.saving': subscribe('codes.saving'),
      'updates.changed': subscribe('updates.changed'),
    },
  };
}

function merged(base: Client, answers: FakeAnswers): Client {
  const areas = Object.entries(base).map(([area, methods]) => [
    area,
    { ...methods, ...answers[area as keyof FakeAnswers] },
  ]);
  // Each area keeps its methods; those replaced have the same types by `FakeAnswers`.
  return Object.fromEntries(areas) as Client;
}

/** Notes every call under `area.method`, with its input. */
function recorded(client: Client, world: FakeWorld): Client {
  const areas = Object.entries(client).map(([area, methods]) => [
    area,
    Object.fromEntries(
      Object.entries(methods).map(([method, call]) => [
        method,
        (input: unknown) => {
          world.calls.push({ name: `${area}.${method}`, input });
          // The same function, under the same name, with the input that its caller passed.
          return (call as (given: unknown) => unknown)(input);
        },
      ]),
    ),
  ]);
  return Object.fromEntries(areas) as Client;
}
