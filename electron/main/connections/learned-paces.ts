import type { Result } from '#shared/result.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Learned } from './adaptive-pace.ts';
import type { AccountThrottle, ThrottleLimits } from './throttle.ts';

export type Paces = Pick<Workspace['paces'], 'read' | 'save'>;

/** Keeps what throttles learn over the end of the program, and lets it fade: services change. */
export interface LearnedPaces {
  /** Null where nothing is known, or it could not be read: then it is learned anew. */
  readonly recall: (accountId: string, limits: ThrottleLimits) => Promise<Learned | null>;
  /** Keeps it where it is news, at most twice a minute. */
  readonly noticed: (accountId: string, throttle: AccountThrottle) => void;
  readonly keep: (accountId: string, throttle: AccountThrottle) => Promise<void>;
}

export interface LearnedPacesDeps {
  readonly paces: Paces;
  readonly now: () => Date;
  readonly onBug: (thrown: unknown) => void;
}

const forgetMs = 24 * 3_600_000;
const keepEveryMs = 30_000;

export function createLearnedPaces({ paces, now, onBug }: LearnedPacesDeps): LearnedPaces {
  const kept = new Map<string, { readonly text: string; readonly atMs: number }>();

  async function keep(accountId: string, throttle: AccountThrottle): Promise<void> {
    const { requestsPerSecond, concurrency } = throttle.learned();
    const text = `${requestsPerSecond?.toFixed(1)} ${concurrency}`;
    const isNews = kept.get(accountId)?.text !== text;
    kept.set(accountId, { text, atMs: now().getTime() });
    if (!isNews) return;
    const pace = { requestsPerSecond, concurrency, learnedAt: now().toISOString() };
    // A pace that is not kept is learned anew: nobody is told.
    await paces.save({ accountId, pace });
  }

  return {
    async recall(accountId, limits) {
      const read = await paces.read({ accountId });
      return read.ok && read.value !== null ? faded(read.value, limits, now()) : null;
    },
    noticed(accountId, throttle) {
      const atMs = now().getTime();
      const before = kept.get(accountId);
      if (before === undefined) kept.set(accountId, { text: '', atMs });
      else if (atMs - before.atMs >= keepEveryMs) keep(accountId, throttle).catch(onBug);
    },
    keep,
  };
}

type KeptPace = NonNullable<Extract<Awaited<ReturnType<Paces['read']>>, { readonly ok: true }>['value']>;

/** On its way back to the ceilings, evenly over a day. */
function faded(pace: KeptPace, limits: ThrottleLimits, now: Date): Learned {
  const age = Math.max(0, Math.min(1, (now.getTime() - Date.parse(pace.learnedAt)) / forgetMs));
  const towards = (kept: number, ceiling: number | null): number =>
    ceiling === null || ceiling === 0 ? kept / Math.max(0.001, 1 - age) : kept + (ceiling - kept) * age;
  const rate = pace.requestsPerSecond;
  return {
    requestsPerSecond: rate === null || age === 1 ? null : towards(rate, limits.requestsPerSecond),
    concurrency: Math.max(1, Math.round(towards(pace.concurrency, limits.concurrency))),
  };
}

export const noPaces: Paces = {
  read: () => Promise.resolve(nothing),
  save: () => Promise.resolve({ ok: true, value: {} }),
};

const nothing: Result<null> = { ok: true, value: null };
