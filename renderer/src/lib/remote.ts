import type { AppError } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';

/** Something that main is asked for. While it is asked again, and after a failure, what was known stays. */
export type Remote<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly before: T | null }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: AppError; readonly before: T | null };

export const idle = { status: 'idle' } as const;

/** What is known by now, however old; null where nothing is. */
export function valueOf<T>(remote: Remote<T>): T | null {
  if (remote.status === 'ready') return remote.value;
  return remote.status === 'idle' ? null : remote.before;
}

export const loading = <T>(remote: Remote<T>): Remote<T> => ({ status: 'loading', before: valueOf(remote) });

export const answered = <T>(remote: Remote<T>, result: Result<T>): Remote<T> =>
  result.ok
    ? { status: 'ready', value: result.value }
    : { status: 'failed', error: result.error, before: valueOf(remote) };

/** Numbers questions, so that a late answer loses to a newer question. */
export interface Latest {
  /** Begins a question; the function it answers with says whether no newer one has begun. */
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
