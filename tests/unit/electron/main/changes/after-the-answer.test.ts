import { describe, expect, it } from 'vitest';
import type { ChangesDeps } from '../../../../../electron/main/changes/ledger.ts';
import { asks, ChangesWorld, consent, domain } from '../../../../support/changes/a-changes-world.ts';
import type { OutcomeOfWrite } from '../../../../support/changes/a-service.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

/** Throws at one call of everything that changes are made of, counted from the answer of the service on. */
class Thrower {
  /** Calls since the answer. */
  calls = 0;
  isAnswered = false;
  readonly #at: number;

  constructor(at: number) {
    this.#at = at;
  }

  get hasThrown(): boolean {
    return this.calls > this.#at;
  }

  #call(name: string): void {
    if (this.isAnswered && this.calls++ === this.#at) throw new RangeError(`at ${name}`);
  }

  /** The same object, whose functions go through this one; those that only tell the time or note a bug do not. */
  readonly around = <T extends object>(object: T, path = ''): T =>
    new Proxy(object, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        const key = `${path}${String(name)}`;
        if (key === 'now' || key === 'onBug' || key === 'newId' || key.endsWith('nowMs')) return value;
        if (typeof value === 'function')
          return (...args: unknown[]): unknown => {
            this.#call(key);
            return wrappedResult(Reflect.apply(value, target, args), (made) => this.around(made, `${key}.`));
          };
        const isPart = typeof value === 'object' && value !== null && path === '' && key !== 'closing';
        return isPart ? this.around(value, `${key}.`) : value;
      },
    });
}

/** Only connections have functions of their own. */
const wrappedResult = (result: unknown, around: (made: object) => object): unknown => {
  if (!(result instanceof Promise)) return result;
  return result.then((value: unknown) => {
    const inner = (value as { readonly value?: { readonly client?: object } } | null)?.value;
    return inner?.client === undefined
      ? value
      : { ok: true, value: { ...inner, client: around(inner.client) } };
  });
};

const outcomes: readonly OutcomeOfWrite[] = ['done', 'refused', 'refused-unconfirmed', 'uncertain'];
const kinds = Object.keys(asks) as readonly (keyof typeof asks)[];

async function thrownAt(kind: keyof typeof asks, outcome: OutcomeOfWrite, at: number) {
  const world = new ChangesWorld();
  const reading = () => Promise.resolve(aReading({ at: world.time.now().toISOString() }));
  world.registry = { read: reading, readOfChange: reading };
  if (kind === 'register') world.service.free(domain);
  const thrower = new Thrower(at);
  world.between = (deps: ChangesDeps) => thrower.around(deps);
  world.restart();
  world.service.behaviours.push({ outcome, isApplied: outcome !== 'refused' });
  world.service.onWrite = () => {
    thrower.isAnswered = true;
    return Promise.resolve();
  };
  const review = valueOf(await world.changes.prepare('a1', domain, asks[kind]));
  const applied = await world.changes.apply(review.reviewId, { ...consent, premiumAccepted: true });
  await world.time.pass(200_000);
  return { world, thrower, id: valueOf(applied).id };
}

describe('whatever is thrown after the answer of the service', () => {
  it.each(kinds.flatMap((kind) => outcomes.map((outcome) => ({ kind, outcome }))))(
    'H3 no $kind that was answered $outcome stays in sending, at whichever call something throws',
    async ({ kind, outcome }) => {
      for (let at = 0; ; at += 1) {
        const { world, thrower, id } = await thrownAt(kind, outcome, at);
        if (!thrower.hasThrown) {
          expect(at).toBeGreaterThan(2);
          return;
        }
        world.between = (deps) => deps;
        world.restart();
        const { state } = await world.find(id);
        const isRight = closed[outcome] ?? [];
        expect(isRight, `${kind} ${outcome}, thrown at call ${at}`).toContain(state);
        expect(world.service.writes).toHaveLength(1);
      }
    },
  );
});

const closed: Readonly<Partial<Record<OutcomeOfWrite, readonly string[]>>> = {
  done: ['confirmed'],
  refused: ['refused', 'uncertain', 'applied'],
  'refused-unconfirmed': ['refused', 'uncertain', 'applied'],
  uncertain: ['uncertain', 'applied', 'not-applied'],
};
