import { useSession } from '../session-context.ts';
import { percentDone, stateWords, waitingInWords } from '../session-words.ts';

/** Tells screen readers how it goes: at each change of state and at each tenth of the way, not more often. */
export function Announcer() {
  const session = useSession();
  const tenth = Math.floor(percentDone(session) / 10) * 10;
  const what = session.waitingFor === null ? stateWords[session.state] : waitingInWords(session.waitingFor);
  return (
    <p className="spoken" role="status" aria-live="polite">
      {session.state === 'finished' ? 'Finished' : `${what}, ${tenth} % done`}
    </p>
  );
}
