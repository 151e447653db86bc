import { storageFaultOf } from './storage-fault.ts';

/** Whether a row is not what was written: SQLite or a schema noticed it, or a number is larger than any that ever was. */
export const isDamage = (thrown: unknown): boolean =>
  storageFaultOf(thrown) === 'damaged' ||
  (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_OUT_OF_RANGE');

/** What `read` gives; `otherwise` where what it would read is damaged. */
export function unlessDamaged<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    return otherwise;
  }
}
