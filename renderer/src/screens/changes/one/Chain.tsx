import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { Change } from '#shared/domain/change.ts';
import type { JournalEntry } from '#shared/domain/change-entry.ts';
import { counted, format } from '../../../lib/format.ts';
import { useCopy } from '../../search/use-copy.ts';
import css from './one.module.css';

interface Props {
  readonly change: Change;
  readonly entries: readonly JournalEntry[];
}

/** Where the change stands in the chain of the journal. */
export function Chain({ change, entries }: Props) {
  const copy = useCopy();
  const last = entries.at(-1);
  if (last === undefined) return null;
  return (
    <section>
      <h3 className={css['section']}>In the journal</h3>
      <dl className={css['sent']}>
        <div>
          <dt>Written down</dt>
          <dd>{format.instant(change.createdAt)}</dd>
        </div>
        <div>
          <dt>Sent</dt>
          <dd>{sentWords(change)}</dd>
        </div>
        <div>
          <dt>Hash of entry {format.count(last.seq)}</dt>
          <dd className={css['hash']}>
            <span className="mono selectable" title={last.hash}>
              {last.hash.slice(0, 12)}…
            </span>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={() => copy([last.hash])}
            >
              Copy
            </Button>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** Of an attempt that leaves the change planned, nothing left this computer. */
function sentWords({ attempts, state }: Change): string {
  if (attempts === 0) return 'not yet';
  if (state === 'planned' || state === 'withdrawn')
    return `not yet; ${counted(attempts, 'attempt', 'attempts')} of which nothing left`;
  return attempts === 1 ? 'once' : `once, in attempt ${format.count(attempts)}; before that nothing left`;
}
