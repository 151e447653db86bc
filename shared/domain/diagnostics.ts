import type { TypeOf } from '../schema-type.ts';
import type * as schemas from '../areas/maintenance.ts';
import { inEnglish } from './counting.ts';

export type Deviation = TypeOf<typeof schemas.deviation>;
export type BundlePart = TypeOf<typeof schemas.bundlePart>;

/** A support bundle as one text. The same bytes are shown, copied and saved. */
export const bundleText = (parts: readonly BundlePart[]): string =>
  parts.map(({ name, text }) => `${name}\n${'='.repeat(name.length)}\n${text}\n`).join('\n');

/**
 * Deviations as lines of text that can be sent to the operator of the service: operations, paths and kinds only, no
 * values of an answer.
 */
export const deviationText = (deviations: readonly Deviation[]): string =>
  deviations
    .map(
      ({ operation, path, expected, seen, count, lastSeenAt }) =>
        `${operation} ${path === '' ? '(the answer itself)' : path}: the document says ${expected}, the service says ${seen}; ` +
        `${inEnglish.counted(count, 'time', 'times')}, last on ${lastSeenAt.slice(0, 10)}`,
    )
    .join('\n');
