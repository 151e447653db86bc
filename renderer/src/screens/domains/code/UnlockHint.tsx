import type { Domain } from '#shared/domain/portfolio.ts';
import css from './code.module.css';

/** Beside a code: what keeps it from helping, as far as that is known. Unlocking stands above it. */
export function UnlockHint({ domain: { lock } }: { readonly domain: Domain }) {
  if (lock?.value === 'unlocked') return null;
  return (
    <p className={css['caution']}>
      {lock === null
        ? 'Whether the domain is locked was not read. Locked, it cannot be transferred.'
        : 'The domain is locked: until it is unlocked, the code rarely helps.'}
    </p>
  );
}
