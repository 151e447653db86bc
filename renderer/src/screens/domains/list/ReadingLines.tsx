import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Reading } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStore } from 'zustand';
import { format } from '../../../lib/format.ts';
import { useReadings } from '../readings-store.ts';
import css from './reading.module.css';
import { readingWords } from './reading-words.ts';

interface Props {
  readonly accountId: string | null;
  readonly onShowTroubled: () => void;
}

/** How far each reading of this portfolio is, and what came of those that did not go well. */
export function ReadingLines({ accountId, onShowTroubled }: Props) {
  const readings = useStore(useReadings(), (state) => state.readings);
  return [...readings.values()]
    .filter((one) => one.accountId === accountId && isWorthALine(one.reading))
    .map(({ reading }) => <ReadingLine key={reading.id} reading={reading} onShowTroubled={onShowTroubled} />);
}

const isWorthALine = ({ isFinished, failed, error }: Reading): boolean =>
  !isFinished || failed > 0 || error !== null;

function ReadingLine({
  reading,
  onShowTroubled,
}: { readonly reading: Reading } & Pick<Props, 'onShowTroubled'>) {
  const { cancel, dismiss } = useReadings().actions;
  const { id, total, done, failed, isFinished, error } = reading;
  return (
    <div className={css['line']} data-over={isFinished}>
      {!isFinished && (
        <div
          className={css['track']}
          role="progressbar"
          aria-label="Reading domains"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          aria-valuetext={`${format.count(done)} of ${format.count(total)}`}
        >
          <div className={css['done']} style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
        </div>
      )}
      <p className={css['words']} role="status">
        {readingWords(reading)}
        {error !== null && error.kind !== 'cancelled' && (
          <span className={css['why']}>
            {sentencesFor(error).happened} {sentencesFor(error).next}
          </span>
        )}
      </p>
      {failed > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={onShowTroubled}>
          Show them
        </Button>
      )}
      {isFinished ? (
        <ActionIcon variant="subtle" color="gray" size={24} aria-label="Dismiss" onClick={() => dismiss(id)}>
          <IconX size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => void cancel(id)}>
          Stop reading
        </Button>
      )}
    </div>
  );
}
