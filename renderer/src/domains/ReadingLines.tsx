import { Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Reading } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { format } from '../ui/Formats.tsx';
import { IconButton, WorkLine } from '../ui/PageParts.tsx';
import { useReadings } from './readings-store.ts';

interface ReadingLinesProps {
  readonly accountIds: readonly string[];
  /** Lists the domains that could not be refreshed; without it, only what registries are asked for is shown. */
  readonly onShowTroubled?: (() => void) | undefined;
}

/** The progress of each refresh of the listed domains, and its failures. */
export function ReadingLines({ accountIds, onShowTroubled }: ReadingLinesProps) {
  const readings = useStore(useReadings(), (state) => state.readings);
  return [...readings.values()]
    .filter((one) => accountIds.includes(one.accountId) && !one.isQuiet && isWorthALine(one.reading))
    .filter(({ reading }) => onShowTroubled !== undefined || reading.isOfRegistry === true)
    .map(({ reading }) => <ReadingLine key={reading.id} reading={reading} onShowTroubled={onShowTroubled} />);
}

const isWorthALine = ({ isFinished, failed, error }: Reading): boolean =>
  !isFinished || failed > 0 || error !== null;

function ReadingLine({
  reading,
  onShowTroubled,
}: { readonly reading: Reading } & Pick<ReadingLinesProps, 'onShowTroubled'>) {
  const { cancel, dismiss } = useReadings().actions;
  const { id, total, done, failed, isFinished, error } = reading;
  return (
    <WorkLine
      label={reading.isOfRegistry === true ? 'Looking up expiries' : 'Refreshing domains'}
      tone={isFinished ? 'caution' : 'plain'}
      progress={isFinished ? null : { done, total }}
      actions={
        <>
          {failed > 0 && reading.isOfRegistry !== true && onShowTroubled !== undefined && (
            <Button variant="subtle" size="compact-sm" onClick={onShowTroubled}>
              Show them
            </Button>
          )}
          {isFinished ? (
            <IconButton label="Dismiss" size={24} onClick={() => dismiss(id)}>
              <IconX size={14} stroke={1.75} aria-hidden />
            </IconButton>
          ) : (
            <Button variant="default" size="compact-sm" onClick={() => void cancel(id)}>
              {reading.isOfRegistry === true ? 'Stop' : 'Stop refreshing'}
            </Button>
          )}
        </>
      }
    >
      <span role="status">
        {readingWords(reading)}
        {error !== null && error.kind !== 'cancelled' && (
          <Text span c="var(--nd-caution)" ml="sm">
            {sentencesFor(error).happened} {sentencesFor(error).next}
          </Text>
        )}
      </span>
    </WorkLine>
  );
}

/** "Reading 120 of 400 · 3 could not be read", "397 of 400 were read · 3 could not be read". */
function readingWords({ total, done, failed, isFinished, error, isOfRegistry }: Reading): string {
  const [whole, read] = [format.count(total), format.count(done - failed)];
  const [doing, isDone, without] =
    isOfRegistry === true
      ? ['Looking up expiries', 'expiries found at the registry', 'not shown']
      : ['Refreshing', 'refreshed', 'failed'];
  const failures = failed === 0 ? [] : [`${format.count(failed)} ${without}`];
  if (!isFinished) return [`${doing}: ${format.count(done)} of ${whole}`, ...failures].join(' · ');
  const stopped = error === null ? [] : [error.kind === 'cancelled' ? 'Stopped' : 'Ended early'];
  return [...stopped, `${read} of ${whole} ${isDone}`, ...failures].join(' · ');
}
