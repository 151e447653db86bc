import { Text } from '@mantine/core';
import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import { spellingOf } from '#shared/domain/domain-name.ts';
import { counted } from '../../ui/Formats.tsx';
import { Notice } from '../../ui/States.tsx';
import { Spelled } from '../ChangeParts.tsx';
import css from './batches.module.css';

/**
 * Who proposed a batch and why: words of an assistant, in a box of their own and in no sentence of ours (H13). Nothing where a
 * person here made it.
 */
export function Proposal({ batch: { proposal } }: { readonly batch: Batch }) {
  if (proposal === undefined) return null;
  const { by, why } = proposal;
  return (
    <Notice tone="caution" title="Proposed by an assistant">
      <p>
        Nothing is sent unless you apply it: check every row. Its name and its reason, which nobody has
        checked:
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

/** The names that could be mistaken for others. */
export function LookAlikes({ rows }: { readonly rows: readonly BatchRow[] }) {
  const names = new Set(rows.map(({ domain }) => domain));
  const odd = [...names].filter((domain) => spellingOf(domain).caution !== null);
  return (
    <>
      {odd.slice(0, mostLookAlikes).map((domain) => (
        <div key={domain} className="selectable">
          <Spelled text={domain} />
        </div>
      ))}
      {odd.length > mostLookAlikes && (
        <Text c="var(--nd-caution)">
          {counted(odd.length - mostLookAlikes, 'more name', 'more names')} can be mistaken for others: marked
          in the list.
        </Text>
      )}
    </>
  );
}

const mostLookAlikes = 5;
