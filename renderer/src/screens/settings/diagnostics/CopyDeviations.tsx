import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { Deviation } from '#shared/domain/diagnostics.ts';
import { deviationText } from '#shared/words/deviation-text.ts';
import { counted } from '../../../lib/format.ts';
import css from './diagnostics.module.css';
import { useCopyText } from './use-copy-text.ts';

/** How many there are, and the way to send them on. */
export function CopyDeviations({ deviations }: { readonly deviations: readonly Deviation[] }) {
  const copy = useCopyText();
  const words = counted(deviations.length, 'difference', 'differences');
  return (
    <div className={css['filter']}>
      <span className={css['quiet']}>{words}, the most frequent first</span>
      <span className={css['gap']} />
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => copy(deviationText(deviations), words)}
      >
        Copy as text
      </Button>
    </div>
  );
}
