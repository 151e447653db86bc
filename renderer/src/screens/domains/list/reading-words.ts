import type { Reading } from '#shared/domain/portfolio.ts';
import { format } from '../../../lib/format.ts';

/** "Reading 120 of 400 · 3 could not be read", "397 of 400 were read · 3 could not be read". */
export function readingWords({ total, done, failed, isFinished, error }: Reading): string {
  const [whole, read] = [format.count(total), format.count(done - failed)];
  const failures = failed === 0 ? [] : [`${format.count(failed)} could not be read`];
  if (!isFinished) return [`Reading: ${format.count(done)} of ${whole}`, ...failures].join(' · ');
  const stopped = error === null ? [] : [error.kind === 'cancelled' ? 'Stopped' : 'Ended early'];
  return [...stopped, `${read} of ${whole} read`, ...failures].join(' · ');
}
