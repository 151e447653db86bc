import type { KindCounts } from '#shared/domain/session.ts';
import { findingKinds } from '#shared/domain/terms.ts';
import css from './stacked-bar.module.css';

/** Shares by kind, side by side in the findings' colours. The numbers are beside it as text. */
export function StackedBar({ counts }: { readonly counts: KindCounts }) {
  return (
    <span className={css['bar']} aria-hidden>
      {findingKinds
        .filter((kind) => counts[kind] > 0)
        .map((kind) => (
          <span key={kind} className={css['share']} data-kind={kind} style={{ flexGrow: counts[kind] }} />
        ))}
    </span>
  );
}
