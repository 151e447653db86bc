import type { FindingKind } from '#shared/domain/finding.ts';
import { findingWords } from './finding-words.ts';
import css from './finding-word.module.css';

/** A finding in its word and colour; what can be bought stands out. */
export const FindingWord = ({ kind }: { readonly kind: FindingKind }) => (
  <span className={css['word']} data-kind={kind}>
    {findingWords[kind]}
  </span>
);
