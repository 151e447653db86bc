import { Text } from '@mantine/core';
import type { Batch } from '#shared/domain/batch.ts';
import { Notice } from '../../ui/States.tsx';
import css from './batches.module.css';

/**
 * Who proposed a batch and why: words of an assistant or a colleague, in a box of their own and in no sentence of ours (H13). Nothing where a
 * person here made it.
 */
export function Proposal({ batch: { proposal } }: { readonly batch: Batch }) {
  if (proposal === undefined) return null;
  const { by, why, review } = proposal;
  return (
    <Notice
      tone="caution"
      title={review === undefined ? 'Proposed by an assistant' : 'Prepared by a colleague'}
    >
      <p>
        {review === undefined
          ? 'Nothing is sent unless you apply it: check every row. Its name and its reason, which nobody has checked:'
          : 'It was checked again here. You are the second person: check every row. Name and reason:'}
      </p>
      <blockquote className={css['foreign']}>
        <Text component="div" fw={500}>
          <bdi>{by}</bdi>
        </Text>
        <bdi>{why}</bdi>
      </blockquote>
    </Notice>
  );
}
