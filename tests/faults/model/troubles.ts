import type { Random } from '../../support/fuzz/random.ts';
import { contradictions, type Form, forms, sentences } from './sentences.ts';

/** What goes wrong with one request. `isDone`: whether the service carries out what it is asked for. */
export type Trouble =
  | { readonly kind: 'none' }
  /** Nobody takes the connection: not a byte leaves. */
  | { readonly kind: 'unreachable' }
  /** No complete answer comes. `later`: carried out after so long, when nobody listens any more. */
  | {
      readonly kind: 'lost';
      readonly how: 'breaks' | 'silence';
      readonly done: 'never' | 'at-once' | 'later';
      readonly afterMs: number;
    }
  /** Carried out and answered after so long; the client may have given up by then. */
  | { readonly kind: 'slow'; readonly afterMs: number }
  | {
      readonly kind: 'says';
      readonly sentence: number;
      readonly form: Form;
      readonly status: number;
      readonly isDone: boolean;
    }
  /** Says yes and no in one answer. */
  | { readonly kind: 'both'; readonly body: number; readonly status: number; readonly isDone: boolean }
  /** A page of the web server. */
  | { readonly kind: 'page'; readonly status: number; readonly isDone: boolean }
  | { readonly kind: 'busy'; readonly retryAfterS: number; readonly isDone: boolean }
  /** Says done and does nothing. */
  | { readonly kind: 'lies' }
  /** Says done, and does it after so long. */
  | { readonly kind: 'accepts'; readonly afterMs: number };

export const troubleKinds = [
  'lost',
  'lost',
  'slow',
  'says',
  'says',
  'both',
  'page',
  'busy',
  'unreachable',
  'lies',
  'accepts',
] as const;

const doneOf = { read: ['never'], write: ['never', 'at-once', 'later'] } as const;
const ofWrites: ReadonlySet<(typeof troubleKinds)[number]> = new Set(['lies', 'accepts'] as const);

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** As long as a service may take with what it was asked for after the client has given up: see `slowestMs`. */
const troubleOf: {
  readonly [K in (typeof troubleKinds)[number]]: (
    random: Random,
    isDone: boolean,
    on: 'write' | 'read',
  ) => Trouble;
} = {
  lost(random, _isDone, on) {
    const done = random.pick(doneOf[on]);
    const how = random.pick(['breaks', 'silence'] as const);
    return { kind: 'lost', how, done, afterMs: random.pick([2, 12, 25]) * second };
  },
  slow: (random) => ({ kind: 'slow', afterMs: random.pick([5, 40, 75]) * second }),
  says(random, isDone) {
    const status = random.pick([200, 200, 400, 403, 422, 500, 503]);
    const form = random.pick(forms);
    return { kind: 'says', sentence: random.int(sentences.length), form, status, isDone };
  },
  both(random, isDone) {
    const status = random.pick([200, 200, 400]);
    return { kind: 'both', body: random.int(contradictions.length), status, isDone };
  },
  page: (random, isDone) => ({ kind: 'page', status: random.pick([500, 502, 504]), isDone }),
  busy: (random, isDone) => ({ kind: 'busy', retryAfterS: random.pick([10, 3_600, 3_600]), isDone }),
  unreachable: () => ({ kind: 'unreachable' }),
  lies: () => ({ kind: 'lies' }),
  accepts: (random) => ({ kind: 'accepts', afterMs: random.pick([20 * second, 2 * minute, hour]) }),
};

/** One of these kinds, by chance. */
export function aTrouble(
  random: Random,
  kinds: readonly (typeof troubleKinds)[number][],
  on: 'write' | 'read',
): Trouble {
  const isDone = on === 'write' && random.chance(0.5);
  const kind = random.pick(kinds);
  return on === 'read' && ofWrites.has(kind) ? { kind: 'unreachable' } : troubleOf[kind](random, isDone, on);
}
