import { Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { PriceChange } from '#shared/domain/seen-prices.ts';
import { changeText } from './price-words.ts';

/** A small mark beside a price that was another one; draws nothing beside the others. */
export function PriceFlag({ changes }: { readonly changes: readonly PriceChange[] }) {
  if (changes.length === 0) return null;
  const text = changes.map(changeText).join('\n');
  const isRise = changes.some((change) => change.isRise);
  const Icon = isRise ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Text
      span
      inherit
      c={isRise ? 'var(--nd-caution)' : 'dimmed'}
      mr={2}
      title={text}
      role="img"
      aria-label={text}
      style={{ verticalAlign: -2 }}
    >
      <Icon size={14} stroke={2} aria-hidden />
    </Text>
  );
}
