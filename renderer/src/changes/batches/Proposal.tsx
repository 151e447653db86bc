import type { Batch } from '#shared/domain/batch.ts';
import { Notice } from '../../ui/States.tsx';

/** Who proposed a batch and why: words of an assistant, isolated, and never taken for ours. Nothing where a person made it. */
export function Proposal({ batch: { proposal } }: { readonly batch: Batch }) {
  if (proposal === undefined) return null;
  return (
    <Notice tone="caution">
      Proposed by an assistant, “<bdi>{proposal.by}</bdi>”. Its reason, unchecked: “<bdi>{proposal.why}</bdi>”
      Nothing is sent unless you apply it: check every row.
    </Notice>
  );
}
