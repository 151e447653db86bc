import type { KindCounts } from '#shared/domain/cell.ts';
import { StackedBar } from '../session/StackedBar.tsx';

interface Props {
  readonly counts: KindCounts;
  /** The name of what is measured, for screen readers. */
  readonly label: string;
  /** Everything that the bar shows, in words. */
  readonly words: string;
  readonly percent: number;
}

/** How far a session is and what it found, as one bar of the findings' colours. Its numbers stand beside it. */
export const FindingsBar = ({ counts, label, words, percent }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    aria-valuetext={words}
  >
    <StackedBar counts={counts} />
  </div>
);
