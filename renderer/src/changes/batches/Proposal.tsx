import type { Batch } from '#shared/domain/batch.ts';
import { Notice } from '../../ui/States.tsx';

/** Who proposed a batch and why: words of an assistant or a colleague, isolated, and never taken for ours. Nothing where a person made it. */
export function Proposal({ batch: { proposal } }: { readonly batch: Batch }) {
  if (proposal === undefined) return null;
  if (proposal.review !== undefined)
    return (
      <Notice tone="caution">
        Prepared by <bdi>{proposal.by}</bdi>, a colleague: “<bdi>{proposal.why}</bdi>” It was checked again
        here. You are the second person: check every row.
      </Notice>
    );
  return (
    <Notice tone="caution">
      Proposed by an assistant, “<bdi>{proposal.by}</bdi>”. Its reason, unchecked: “<bdi>{proposal.why}</bdi>”
      Nothing is sent unless you apply it: check every row.
    </Notice>
  );
}
