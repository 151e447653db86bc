import type { FindingKind } from '#shared/domain/finding.ts';
import type { ReactNode } from 'react';
import css from './finding-mark.module.css';
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
      {shapes[kind]}
    </svg>
  );
}

const shapes: Readonly<Record<FindingKind, ReactNode>> = {
  available: <circle cx="7" cy="7" r="5" fill="currentColor" />,
  premium: <path d="M7 0.8 13.2 7 7 13.2 0.8 7Z" fill="currentColor" />,
  taken: <path d="M2 7h10" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />,
  reserved: (
    <rect
      x="2.2"
      y="2.2"
      width="9.6"
      height="9.6"
      rx="1"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
    />
  ),
  invalid: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6">
      <circle cx="7" cy="7" r="4.8" />
      <path d="M2.2 11.8 11.8 2.2" strokeLinecap="round" />
    </g>
  ),
  unknown: (
    <g fill="none" stroke="currentColor" strokeLinecap="round">
      <circle cx="7" cy="7" r="5.9" strokeWidth="1.4" />
      <path d="M5.4 5.6a1.6 1.6 0 1 1 2.3 1.5c-.5.2-.7.5-.7.9" strokeWidth="1.3" />
      <path d="M7 9.9v.1" strokeWidth="1.6" />
    </g>
  ),
  unchecked: <circle cx="7" cy="7" r="1.8" fill="currentColor" />,
};
