import type { Random } from '../../support/fuzz/random.ts';

/** How registries answer from now on. */
export type Manner =
  | { readonly kind: 'truly' }
  /** Leaves out when it was changed last, of when its database is, the expiry, or that it renewed the name by itself. */
  | { readonly kind: 'hides'; readonly what: 'changed' | 'database' | 'expiry' | 'grace' }
  /** Shows the registrar's date beside its own, which is older. */
  | { readonly kind: 'beside' }
  /** Shows of every name that it is about to delete it, and takes that back with the next manner. */
  | { readonly kind: 'deletes' }
  /** Shows everything as it was so long before; `isDated`: and says so. */
  | { readonly kind: 'lags'; readonly ms: number; readonly isDated: boolean }
  /**
   * `date`: a year too late; `moved`: that, and that it was changed just now; `changed`: changed just now, and nothing was. The rest: another
   * name, registrar, registration, or clock.
   */
  | {
      readonly kind: 'lies';
      readonly how: 'date' | 'moved' | 'changed' | 'name' | 'registrar' | 'registered' | 'clock';
    }
  /** What nobody foresaw: nested without end, or instants that no journal can hold. */
  | { readonly kind: 'odd'; readonly how: 'deep' | 'year-20000' | 'for-ever' | 'year-1' | 'clock' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'away'; readonly how: 'unreachable' | 'silent' | 'limit' | 'garbage' | 'unknown' };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const manners: readonly ((random: Random) => Manner)[] = [
  () => ({ kind: 'truly' }),
  () => ({ kind: 'truly' }),
  (random) => ({ kind: 'hides', what: random.pick(['changed', 'database', 'expiry', 'grace'] as const) }),
  () => ({ kind: 'beside' }),
  () => ({ kind: 'deletes' }),
  (random) => ({
    kind: 'lags',
    ms: random.pick([20 * second, 5 * minute, 2 * hour, 30 * hour]),
    isDated: random.chance(0.5),
  }),
  (random) => ({
    kind: 'lies',
    how: random.pick(['date', 'moved', 'changed', 'name', 'registrar', 'registered', 'clock'] as const),
  }),
  (random) => ({
    kind: 'odd',
    how: random.pick(['deep', 'year-20000', 'for-ever', 'year-1', 'clock'] as const),
  }),
  (random) => ({ kind: 'slow', ms: random.pick([2 * second, 10 * second]) }),
  (random) => ({
    kind: 'away',
    how: random.pick(['unreachable', 'silent', 'limit', 'garbage', 'unknown'] as const),
  }),
];

export const aManner = (random: Random): Manner => random.pick(manners)(random);

/** A line of a file. Its name is a number, as that of a domain is in a step. */
export interface FileRow {
  readonly name: number;
  /** As the registry has it now, or had it before its last move; some other date; or none. */
  readonly expiry: 'true' | 'stale' | 'wrong' | 'none';
  readonly client: string;
  readonly tag: string;
  readonly note: string;
}

/** A file with a name that the history comes back to, and some others. */
export const aFile = (random: Random, domain: number): readonly FileRow[] =>
  [domain, ...Array.from({ length: random.int(3) }, () => random.int(8))].map((name) => ({
    name,
    expiry: random.pick(['true', 'true', 'stale', 'stale', 'wrong', 'none'] as const),
    client: random.pick(['', 'Harbour Ltd', 'Cape Ltd']),
    tag: random.pick(['', 'from a file']),
    note: random.pick(['', 'of a file']),
  }));

/**
 * How long after the history has begun each of the domains expires; the last two are those that only files name.
 *
 * @param areSoon All of them after an hour and some minutes.
 */
export const someExpiries = (random: Random, areSoon: boolean): readonly number[] =>
  Array.from({ length: 5 }, () => {
    const days = random.pick([212, 212, 212, 31, 0.07, -0.02, -0.5]);
    return (areSoon ? 0.05 : days) * 24 * hour;
  });
