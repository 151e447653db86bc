import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/** A value requested from main. While it is requested again, and after a failure, the last value stays. */
export type Remote<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly before: T | null }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: AppError; readonly before: T | null };

export const idle = { status: 'idle' } as const;

/** The last known value, however old; null where there is none. */
export function valueOf<T>(remote: Remote<T>): T | null {
  if (remote.status === 'ready') return remote.value;
  return remote.status === 'idle' ? null : remote.before;
}

export const failureOf = (remote: Remote<unknown>): AppError | null =>
  remote.status === 'failed' ? remote.error : null;

export const loading = <T>(remote: Remote<T>): Remote<T> => ({ status: 'loading', before: valueOf(remote) });

export const answered = <T>(remote: Remote<T>, result: Result<T>): Remote<T> =>
  result.ok
    ? { status: 'ready', value: result.value }
    : { status: 'failed', error: result.error, before: valueOf(remote) };

/** Numbers requests, so that a late answer to an older request is ignored. */
interface Latest {
  /** Begins a request; the returned function says whether it is still the newest. */
  readonly begin: () => () => boolean;
}

export function createLatest(): Latest {
  let newest = 0;
  return {
    begin() {
      newest += 1;
      const mine = newest;
      return () => mine === newest;
    },
  };
}

/** Fills one `Remote` of a store: while it is asked again the last value stays, and a late answer is ignored. */
export function createRemote<T>(get: () => Remote<T>, set: (remote: Remote<T>) => void) {
  const latest = createLatest();
  return {
    ask: async (request: () => Promise<Result<T>>): Promise<void> => {
      const isLatest = latest.begin();
      set(loading(get()));
      const result = await request();
      if (isLatest()) set(answered(get(), result));
    },
    /** Something newer is known: ignores the answer to a pending request. */
    ignore: (): void => void latest.begin(),
    /** Replaces the last value, by an event; a pending request and a failure stay. */
    take: (value: T): void => {
      const now = get();
      const isStale = now.status === 'loading' || now.status === 'failed';
      set(isStale ? { ...now, before: value } : { status: 'ready', value });
    },
    /** Forgets the value, and ignores the answer to a pending request. */
    reset: (): void => {
      latest.begin();
      set(idle);
    },
  };
}
