import { createHash } from 'node:crypto';
import type { PracticeDomain } from '../account.ts';

/** The domain's transfer code: always the same for a seed and a registration; 16 characters, some of them signs. */
export function codeOf(seed: number, { name, registeredOn }: PracticeDomain): string {
  const digest = createHash('sha256').update(`${seed} ${name} ${registeredOn}`).digest('base64url');
  return `${digest.slice(0, 7)}&${digest.slice(7, 12)}#${digest.slice(12, 14)}`;
}
