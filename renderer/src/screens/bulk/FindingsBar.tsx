import type { KindCounts } from '#shared/domain/cell.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import css from './findings-bar.module.css';

/** From what one can buy to what one cannot; what was not asked yet is the ground. */
const order: readonly FindingKind[] = ['available', 'premium', 'unknown', 'reserved', 'taken', 'invalid'];

interface Props {
  readonly counts: KindCounts;
  /** The name of what is measured, for screen readers. */
  readonly label: string;
  /** Everything that the bar shows, in words. */
  readonly words: string;
  readonly percent: number;
}

/** How far a session is and what it found, as one bar of the findings' colours. Its numbers stand beside it. */
export function FindingsBar({ counts, label, words, percent }: Props) {
  return (
    <div
      className={css['bar']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={words}
    >
      {[...order, 'unchecked' as const]
        .filter((kind) => counts[kind] > 0)
        .map((kind) => (
          <span key={kind} className={css['part']} data-kind={kind} style={{ flexGrow: counts[kind] }} />
        ))}
    </div>
  );
}
