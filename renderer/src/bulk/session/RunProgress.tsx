import { Box, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { UnknownCause } from '#shared/domain/finding.ts';
import type { Session } from '#shared/domain/session.ts';
import { PillButton } from '../../ui/Filters.tsx';
import { Age, counted, format } from '../../ui/Formats.tsx';
import { FindingMark, StackedBar } from '../../ui/Marks.tsx';
import { ButtonKeys } from '../../ui/Shortcuts.tsx';
import {
  causeWords,
  cellsOf,
  leftInWords,
  percentDone,
  rateInWords,
  allowedInWords,
  slowedInWords,
  stateWords,
  waitingInWords,
} from '../session-words.ts';
import { isOnItsWay } from '../sessions-store.ts';
import { useLiveModel, useSession, useSessionActions, useSessionState } from './session-store.ts';
import { unknownCauses } from '#shared/domain/finding-kinds.ts';

/** The session's progress by findings, and its present activity. */
export function ProgressLine() {
  const session = useShownProgress();
  const { counts } = session;
  const percent = percentDone(session);
  return (
    <Group gap={12} wrap="nowrap" pl={4} className="figures">
      <Box
        flex="none"
        w="clamp(160px, 18vw, 320px)"
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} %, ${stateWords[session.state]}`}
      >
        <StackedBar counts={counts} />
      </Box>
      <Text fw={600} miw={40} ta="right" flex="none">
        {percent} %
      </Text>
      <StateWords session={session} />
    </Group>
  );
}

/**
 * The session with the counts of the grid, once that is loaded, and with as many checks left as go with them: main tells of both,
 * one after the other, and numbers that stand side by side must add up.
 */
export function useShownProgress(): Session {
  const session = useSession();
  const model = useLiveModel();
  if (model === null) return session;
  const counts = model.counts();
  // An own name is shown as such, and yet to be checked all the same.
  const later = model.unchecked() - session.counts.unchecked;
  const left = Math.min(cellsOf(session), Math.max(0, session.left + later));
  return { ...session, counts, left: session.state === 'finished' ? session.left : left };
}

const stateColours: Partial<Readonly<Record<Session['state'], string>>> = {
  running: 'var(--nd-accent)',
  waiting: 'var(--nd-caution)',
};

function StateWords({ session }: { readonly session: Session }) {
  const { state, pace, waitingFor } = session;
  const parts =
    pace === null
      ? []
      : [rateInWords(pace), leftInWords(pace.left), allowedInWords(pace)].filter((part) => part !== '');
  const slowed = pace === null ? '' : slowedInWords(pace);
  return (
    <Group gap="0 16px" c="dimmed">
      <Text span fw={600} c={stateColours[state] ?? 'bright'}>
        {state === 'waiting' && waitingFor?.kind === 'unreachable'
          ? waitingInWords(waitingFor)
          : stateWords[state]}
      </Text>
      {state === 'finished' && session.finishedAt !== null && (
        <span>
          <Age at={session.finishedAt} />
        </span>
      )}
      {state !== 'finished' && <ChecksLeft session={session} />}
      {state === 'stopped' && <span>Stopped. Results stay; Resume checks the rest.</span>}
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      {slowed !== '' && (
        <Text span c="var(--nd-caution)">
          {slowed}
        </Text>
      )}
    </Group>
  );
}

/** Names of a person's own are shown as such, not as unchecked, and yet they are to be checked. */
function ChecksLeft({ session }: { readonly session: Session }) {
  const model = useLiveModel();
  const own = model === null ? 0 : model.unchecked() - model.counts().unchecked;
  return (
    <span>
      {format.count(session.left)} of {counted(cellsOf(session), 'check', 'checks')} left
      {own > 0 && `, ${format.count(own)} of them of names that are yours`}
    </span>
  );
}

/** The cells without a usable answer, by cause, with a recheck button for each. Draws nothing where there are none. */
export function CausesLine() {
  const causes = useCauses();
  const pending = useSessionState((state) => state.pending);
  const { recheck } = useSessionActions();
  if (causes.length === 0) return null;
  const all = causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <Group gap="4px 8px" pl={4} c="dimmed" className="figures" role="group" aria-label="Failures by cause">
      <Group gap="sm">
        <FindingMark kind="unknown" decorative />
        {counted(all, 'check', 'checks')} without a usable answer:
      </Group>
      {causes.map(({ cause, count }) => (
        <PillButton
          key={cause}
          disabled={pending !== null}
          title={`Recheck ${counted(count, 'result', 'results')}`}
          onClick={() => void recheck({ kind: 'cause', cause })}
        >
          {causeWords[cause]} <strong>{format.count(count)}</strong>
          <IconRefresh size={13} stroke={1.75} aria-hidden />
          <span className="spoken"> Recheck</span>
        </PillButton>
      ))}
    </Group>
  );
}

interface CauseCount {
  readonly cause: UnknownCause;
  readonly count: number;
}

/** The causes that occur, the most frequent first. */
export function useCauses(): readonly CauseCount[] {
  const model = useLiveModel();
  const counts = model?.causes() ?? {};
  return unknownCauses
    .map((cause) => ({ cause, count: counts[cause] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** Pause, resume and stop, as far as the state allows. Pausing is complete when no request is pending any more. */
export function RunButtons() {
  const session = useSession();
  const { state } = session;
  const pending = useSessionState((now) => now.pending);
  const { pause, resume, stop } = useSessionActions();
  if (state === 'finished') return null;
  return (
    <>
      {isOnItsWay(session) ? (
        <Button
          variant="default"
          disabled={pending !== null}
          leftSection={<IconPlayerPause size={14} aria-hidden />}
          rightSection={<ButtonKeys of="sessionRun" />}
          onClick={() => void pause()}
        >
          {pending === 'pause' ? 'Pausing…' : 'Pause'}
        </Button>
      ) : (
        <Button
          disabled={pending !== null}
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          rightSection={<ButtonKeys of="sessionRun" />}
          onClick={() => void resume()}
        >
          Resume
        </Button>
      )}
      {state !== 'stopped' && (
        <Tooltip label="Ends the lookup. Its results stay.">
          <Button
            variant="default"
            disabled={pending !== null}
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            onClick={() => void stop()}
          >
            {pending === 'stop' ? 'Stopping…' : 'Stop'}
          </Button>
        </Tooltip>
      )}
    </>
  );
}
