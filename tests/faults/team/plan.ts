import type { ChangeAsk } from '../../../shared/changes/index.ts';
import { createRandom, type Random } from '../../support/fuzz/random.ts';
import { registration } from '../changes/asks.ts';
import { type Action, actions, type Point, pointsOf } from './points.ts';
import type { Wanted } from './protocol.ts';

/** Something that goes wrong for one desk, once: the n-th time that it comes by a point. */
export interface Trouble {
  readonly desk: number;
  readonly point: Point;
  readonly nth: number;
  readonly action: Action;
  /** For those that take time, or set a clock. */
  readonly ms: number;
  /** How many commits a failover loses, at the most. */
  readonly commits: number;
}

/** What one desk does, one after the other. */
export interface DeskPlan {
  /** Before anything goes wrong. */
  readonly earlier: readonly Wanted[];
  readonly wanted: readonly Wanted[];
  /** Once everybody has done that: what was refused is reviewed and asked for again. */
  readonly again: readonly Wanted[];
  /** As an open window, which hears of news; a command line asks when it claims. */
  readonly isFollowing: boolean;
  /** It says that it knows an older schema than any. */
  readonly isOld: boolean;
  /** Is started anew before everything is looked at, though nothing happened to it. */
  readonly isRestarted: boolean;
}

export interface Plan {
  readonly seed: number;
  readonly number: number;
  readonly leaseMs: number;
  readonly desks: readonly DeskPlan[];
  readonly troubles: readonly Trouble[];
}

export const mostDesks = 5;
/** Owned at both accounts from the start. */
const owned = [
  'harbour-books.com',
  'harbour-books.net',
  'quiet-harbor.org',
  'orbit-hosting.net',
  'oakline.io',
];
/** Free at both. */
const free = ['a', 'b', 'c'].map((part) => registration(part));

const leases = { short: 150, usual: 20_000 } as const;

/**
 * The same numbers make the same plan. What comes of it depends on who is faster.
 *
 * @param action Goes wrong in each; null where each has its turn.
 */
export function planOf(seed: number, number: number, action: Action | null = null): Plan {
  const random = createRandom(seed * 100_003 + number);
  const count = 2 + random.int(mostDesks - 1);
  const troubles = troublesOf(random, number, count, action);
  const isShort = troubles.some(({ action }) => action === 'lease ends' || action === 'stop');
  const matters = mattersOf(random);
  const oldDesk = random.chance(0.06) ? random.int(count) : null;
  return {
    seed,
    number,
    leaseMs: isShort ? leases.short : leases.usual,
    troubles,
    desks: Array.from({ length: count }, (_, desk): DeskPlan => {
      // What is not charged is one matter at one address: only desks that reach the reseller at the same one meet there.
      const wanted = matters
        .filter(({ kind }) => kind !== 'lock' || desk % 2 === 0)
        .map((matter) => wantedOf(random, matter, desk));
      return {
        earlier: random.chance(0.4) ? [lockOf(desk)] : [],
        wanted,
        again: random.chance(0.3) ? wanted.slice(0, 1) : [],
        isFollowing: random.chance(0.5),
        isOld: desk === oldDesk,
        isRestarted: random.chance(0.2),
      };
    }),
  };
}

/** Each sort of trouble in its turn, at each of its points in turn; and up to two more by chance. */
function troublesOf(
  random: Random,
  number: number,
  desks: number,
  wanted: Action | null,
): readonly Trouble[] {
  const action = wanted ?? actions[number % actions.length] ?? 'kill';
  const points = pointsOf(action);
  const turn = wanted === null ? Math.floor(number / actions.length) : number;
  const point = points[turn % points.length] ?? 'before claim';
  const first = troubleOf(random, desks, action, point);
  const more = Array.from({ length: random.int(3) }, () => {
    const other = random.pick(actions);
    return troubleOf(random, desks, other, random.pick(pointsOf(other)));
  });
  return [first, ...more];
}

function troubleOf(random: Random, desks: number, action: Action, point: Point): Trouble {
  return {
    desk: random.int(desks),
    point,
    nth: random.chance(0.7) ? 1 : 2,
    action,
    ms: msOf(random, action),
    commits: 1 + random.int(4),
  };
}

function msOf(random: Random, action: Action): number {
  if (action === 'jump') return (random.chance(0.5) ? -1 : 1) * 3_600_000 * (1 + random.int(72));
  return action === 'delay' || action === 'stall' ? 10 + random.int(120) : leases.short * 2;
}

interface Matter {
  readonly kind: 'register' | 'renew' | 'lock';
  readonly domains: readonly string[];
}

/** What all desks of an interleaving want, more or less. */
function mattersOf(random: Random): readonly Matter[] {
  const some = (from: readonly string[], most: number): readonly string[] =>
    from.filter(() => random.chance(0.6)).slice(0, most);
  const names = free.map(({ domain }) => domain);
  const matters: Matter[] = [
    { kind: 'register', domains: some(names, 2) },
    { kind: 'renew', domains: some(owned.slice(0, 4), 3) },
    { kind: 'lock', domains: random.chance(0.2) ? ['oakline.io'] : [] },
  ];
  const left = matters.filter(({ domains }) => domains.length > 0);
  return left.length > 0 ? left : [{ kind: 'renew', domains: owned.slice(0, 2) }];
}

/** Registrations at either account: the name is one. All else at the first, as it concerns what that one has. */
function wantedOf(random: Random, { kind, domains }: Matter, desk: number): Wanted {
  const account = kind === 'register' ? desk % 2 : 0;
  return { account, ask: askOf(kind), domains, isBatch: kind !== 'lock' && random.chance(0.25) };
}

function askOf(kind: Matter['kind']): ChangeAsk {
  if (kind === 'lock') return { kind: 'lock', state: 'unlocked' };
  if (kind === 'renew') return { kind: 'renew', periodYears: 1, addons: {} };
  const [any] = free;
  if (any === undefined) throw new Error('There is a free name');
  return any.ask;
}

/** Of a domain that no other desk changes. */
const lockOf = (desk: number): Wanted => ({
  account: 1,
  ask: { kind: 'lock', state: 'unlocked' },
  domains: [owned[desk] ?? 'oakline.io'],
  isBatch: false,
});
