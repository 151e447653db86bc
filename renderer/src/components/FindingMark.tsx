import type { FindingKind } from '#shared/domain/finding.ts';
import css from './finding-mark.module.css';
import { findingShapes } from './finding-shapes.ts';
import { findingWords } from './finding-words.ts';

interface Props {
  readonly kind: FindingKind;
  /** Its word stands beside it, so the mark itself is not read out. */
  readonly decorative?: boolean;
}

/** A finding by shape and colour: whoever sees no colour still sees the shape. */
export function FindingMark({ kind, decorative = false }: Props) {
  const spoken = decorative
    ? ({ 'aria-hidden': true } as const)
    : ({ role: 'img', 'aria-label': findingWords[kind] } as const);
  return (
    <svg className={css['mark']} data-kind={kind} viewBox="0 0 14 14" {...spoken}>
      {findingShapes[kind].map(({ d, stroke, round }) =>
        stroke === undefined ? (
          <path key={d} d={d} fill="currentColor" />
        ) : (
          <path
            key={d}
            d={d}
            fill="none"
            stroke="currentColor"
            strokeWidth={stroke}
            strokeLinecap={round === true ? 'round' : 'butt'}
          />
        ),
      )}
    </svg>
  );
}
