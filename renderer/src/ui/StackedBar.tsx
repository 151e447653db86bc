import type { FindingKind } from '#shared/domain/finding.ts';
import type { KindCounts } from '#shared/domain/session.ts';
import { findingKinds } from '#shared/domain/terms.ts';
import { findingColour } from './Marks.tsx';
import css from './marks.module.css';

/** The kinds that stand behind the others: a full colour would drown them. */
const quietColours: Partial<Readonly<Record<FindingKind, string>>> = {
  taken: 'color-mix(in srgb, var(--nd-finding-taken) 45%, var(--nd-surface))',
  unchecked: 'var(--nd-line)',
};

/** Shares by kind, side by side in the findings' colours. The numbers are beside it as text. */
export function StackedBar({ counts }: { readonly counts: KindCounts }) {
  return (
    <span className={css['bar']} aria-hidden>
      {findingKinds
        .filter((kind) => counts[kind] > 0)
        .map((kind) => (
          <span
            key={kind}
            style={{ flexGrow: counts[kind], background: quietColours[kind] ?? findingColour(kind) }}
          />
        ))}
    </span>
  );
}
