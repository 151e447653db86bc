import { Box, Button, Group, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { UnknownCause } from '#shared/domain/finding.ts';
import type { Session } from '#shared/domain/session.ts';
import { counted, format, useNowMs } from '../../ui/Formats.tsx';
import { StackedBar } from '../../ui/Marks.tsx';
import { ButtonKeys } from '../../ui/Shortcuts.tsx';
import {
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

/** The session's progress by findings, and its present activity: as much of it as there is room for, and all of it under the pointer. */
export function ProgressLine() {
  const session = useShownProgress();
  const percent = percentDone(session);
  const [first, ...more] = useActivity(session);
  return (
    <Group
      gap="sm"
      flex="1 1 0"
      miw={150}
      wrap="nowrap"
      className="figures"
      title={[first, ...more].join(' · ')}
    >
      <Box
        flex="none"
        w="clamp(56px, 8vw, 200px)"
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} %, ${stateWords[session.state]}`}
      >
        <StackedBar counts={session.counts} />
      </Box>
      <Text fw={600} flex="none">
        {percent} %
      </Text>
      <Text c="dimmed" truncate>
        <Text span fw={600} c={stateColours[session.state] ?? 'bright'}>
          {first}
        </Text>
        {more.map((part) => ` · ${part}`)}
      </Text>
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

/** What it does now, and what is known of it: the most useful first. */
function useActivity(session: Session): readonly [string, ...string[]] {
  const nowMs = useNowMs();
  const left = useChecksLeft(session);
  const { state, pace, waitingFor, finishedAt } = session;
  const isUnreached = state === 'waiting' && waitingFor?.kind === 'unreachable';
  const first = isUnreached ? waitingInWords(waitingFor) : stateWords[state];
  if (state === 'finished') return [first, ...(finishedAt === null ? [] : [format.age(finishedAt, nowMs)])];
  const said = [
    ...(pace === null ? [] : [slowedInWords(pace), leftInWords(pace.left)]),
    left,
    ...(state === 'stopped' ? ['Results stay; Resume checks the rest'] : []),
    ...(pace === null ? [] : [rateInWords(pace), allowedInWords(pace)]),
  ];
  return [first, ...said.filter((part) => part !== '')];
}

/** Names of a person's own are shown as such, not as unchecked, and yet they are to be checked. */
function useChecksLeft(session: Session): string {
  const model = useLiveModel();
  const own = model === null ? 0 : model.unchecked() - model.counts().unchecked;
  const left = `${format.count(session.left)} of ${counted(cellsOf(session), 'check', 'checks')} left`;
  return own > 0 ? `${left}, ${format.count(own)} of them your own names` : left;
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

/** Pause or resume. Pausing is complete when no request is pending any more. */
export function RunButton() {
  const session = useSession();
  const pending = useSessionState((now) => now.pending);
  const { pause, resume } = useSessionActions();
  if (session.state === 'finished') return null;
  return isOnItsWay(session) ? (
    <Button
      disabled={pending !== null}
      leftSection={<IconPlayerPause size={14} aria-hidden />}
      rightSection={<ButtonKeys of="sessionRun" />}
      onClick={() => void pause()}
    >
      {pending === 'pause' ? 'Pausing…' : 'Pause'}
    </Button>
  ) : (
    <Button
      variant="filled"
      disabled={pending !== null}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      rightSection={<ButtonKeys of="sessionRun" />}
      onClick={() => void resume()}
    >
      Resume
    </Button>
  );
}
