import type { Deviation } from '../domain/diagnostics.ts';

/**
 * Deviations as lines of text that can be sent to whoever runs the service: operations, paths and kinds alone. Nothing that
 * was answered is in it.
 */
export const deviationText = (deviations: readonly Deviation[]): string =>
  deviations
    .map(
      ({ operation, path, expected, seen, count, lastSeenAt }) =>
        `${operation} ${path === '' ? '(the answer itself)' : path}: the document says ${expected}, the service says ${seen}; ` +
        `${count} ${count === 1 ? 'time' : 'times'}, last on ${lastSeenAt.slice(0, 10)}`,
    )
    .join('\n');
