import { Button, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { plural } from '#shared/domain/counting.ts';
import { readOf } from '#shared/domain/not-read.ts';
import type { Reading } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../app-stores.ts';
import { format } from '../ui/Formats.tsx';
import { IconButton, WorkLine } from '../ui/PageParts.tsx';
import { TimeLeft } from '../ui/TimeLeft.tsx';
import { type FollowedReading, useReadings } from './readings-store.ts';

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
    .map((one) => <ReadingLine key={one.reading.id} of={one} onShowTroubled={onShowTroubled} />);
}

const isWorthALine = ({ isFinished, notShown, notRead, error }: Reading): boolean =>
  !isFinished || notShown + notRead > 0 || error !== null;

/** What no registry publishes is nothing that went wrong. */
const isCaution = ({ isFinished, without, notRead }: Reading): boolean =>
  isFinished && (without === undefined || notRead > 0);

function ReadingLine({
  of,
  onShowTroubled,
}: { readonly of: FollowedReading } & Pick<ReadingLinesProps, 'onShowTroubled'>) {
  const { actions } = useReadings();
  const { reading } = of;
  const { id, total, done, notShown, notRead, isFinished, error } = reading;
  const progress = isFinished ? null : { done, total };
  return (
    <WorkLine
      label={reading.isOfRegistry === true ? 'Reading expiries' : 'Reading domains'}
      tone={isCaution(reading) ? 'caution' : 'plain'}
      progress={progress}
      actions={
        <>
          {notShown + notRead > 0 && reading.isOfRegistry !== true && onShowTroubled !== undefined && (
            <Button variant="subtle" size="compact-sm" onClick={onShowTroubled}>
              Show them
            </Button>
          )}
          <ReadUnread of={of} />
          {isFinished ? (
            <IconButton label="Dismiss" size={24} onClick={() => actions.dismiss(id)} />
          ) : (
            <Button size="compact-sm" onClick={() => void actions.cancel(id)}>
              {reading.isOfRegistry === true ? 'Stop' : 'Stop reading'}
            </Button>
          )}
        </>
      }
    >
      <span role="status">
        {readingWords(reading)}
        <TimeLeft of={progress} />
        {error !== null && error.kind !== 'cancelled' && (
          <Text span c="var(--nd-caution)" ml="sm">
            {reading.unread === undefined && sentencesFor(error).happened} {sentencesFor(error).next}
          </Text>
        )}
      </span>
    </WorkLine>
  );
}

/** Reads again what was not read, and nothing else. */
function ReadUnread({ of }: { readonly of: FollowedReading }) {
  const { beginUnread } = useReadings().actions;
  const { report } = useStores().notices.actions;
  const { unread, notRead } = of.reading;
  if (unread === undefined) return null;
  return (
    <Button size="compact-sm" onClick={() => report(beginUnread(of))}>
      {plural(notRead, 'Read it again', `Read these ${format.count(notRead)} again`)}
    </Button>
  );
}

/** "Reading: 120 of 400 · 3 not read", "396 of 400 read · 1 not found · 3 not read. The service did not answer in time." */
function readingWords(reading: Reading): string {
  const { total, done, notShown, notRead, unread, without, isFinished, error, isOfRegistry } = reading;
  const [doing, isDone, missing] =
    isOfRegistry === true
      ? ['Reading expiries', 'expiries found at the registry', 'without an expiry']
      : ['Reading', 'read', 'not found'];
  const others = [
    ...(notShown === 0 ? [] : [without ?? `${format.count(notShown)} ${missing}`]),
    ...(notRead === 0 ? [] : [unread?.why ?? `${format.count(notRead)} not read`]),
  ];
  const whole = format.count(total);
  if (!isFinished) return [`${doing}: ${format.count(done)} of ${whole}`, ...others].join(' · ');
  const stopped = error === null ? [] : [error.kind === 'cancelled' ? 'Stopped' : 'Ended early'];
  return [...stopped, `${format.count(readOf(reading))} of ${whole} ${isDone}`, ...others].join(' · ');
}
