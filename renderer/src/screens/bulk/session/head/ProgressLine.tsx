import type { FindingKind } from '#shared/domain/finding.ts';
import type { Session } from '#shared/domain/session.ts';
import { Age } from '../../../../components/Age.tsx';
import { format } from '../../../../lib/format.ts';
import { useSession, useSessionState } from '../session-context.ts';
import {
  cellsOf,
  leftInWords,
  percentDone,
  rateInWords,
  slowedInWords,
  stateWords,
  waitingInWords,
} from '../session-words.ts';
import { StackedBar } from '../StackedBar.tsx';
import css from './head.module.css';

/** How far the session is, by findings, and what it is doing now. */
export function ProgressLine() {
  const session = useSession();
  const counts = useLiveCounts(session);
  const percent = percentDone(session);
  return (
    <div className={`${css['progress'] ?? ''} figures`}>
      <div
        className={css['bar']}
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} %, ${stateWords[session.state]}`}
      >
        <StackedBar counts={counts} />
      </div>
      <strong className={css['percent']}>{percent} %</strong>
      <StateWords session={session} />
    </div>
  );
}

/** What the grid shows is what is counted; until it is there, what main says. */
function useLiveCounts(session: Session): Readonly<Record<FindingKind, number>> {
  const model = useSessionState((state) => state.model);
  useSessionState((state) => state.counted);
  return model?.counts() ?? session.counts;
}

function StateWords({ session }: { readonly session: Session }) {
  const { state, pace, left, waitingFor } = session;
  const parts =
    pace === null ? [] : [rateInWords(pace), leftInWords(pace.left)].filter((part) => part !== '');
  const slowed = pace === null ? '' : slowedInWords(pace);
  return (
    <p className={css['words']}>
      <span className={css['state']} data-state={state}>
        {state === 'waiting' && waitingFor?.kind === 'unreachable'
          ? waitingInWords(waitingFor)
          : stateWords[state]}
      </span>
      {state === 'finished' && session.finishedAt !== null && (
        <span>
          <Age at={session.finishedAt} />
        </span>
      )}
      {state !== 'finished' && (
        <span>
          {format.count(left)} of {format.count(cellsOf(session))} cells left
        </span>
      )}
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      {slowed !== '' && <span className={css['slowed']}>{slowed}</span>}
    </p>
  );
}
