import { type UnknownCause, unknownCauses } from '#shared/domain/finding.ts';
import { IconRefresh } from '@tabler/icons-react';
import { FindingMark } from '../../../../components/FindingMark.tsx';
import { counted, format } from '../../../../lib/format.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { causeWords } from '../session-words.ts';
import css from './head.module.css';

/** What has no usable answer, by cause, with the way to look again at each. Nothing where there is none. */
export function CausesLine() {
  const causes = useCauses();
  const deed = useSessionState((state) => state.deed);
  const { lookAgain } = useSessionActions();
  if (causes.length === 0) return null;
  const all = causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={`${css['causes'] ?? ''} figures`} role="group" aria-label="Failures by cause">
      <span className={css['unknown']}>
        <FindingMark kind="unknown" decorative />
        {counted(all, 'cell', 'cells')} without a usable answer:
      </span>
      {causes.map(({ cause, count }) => (
        <button
          key={cause}
          type="button"
          className={css['cause']}
          disabled={deed !== null}
          title={`Look again at ${counted(count, 'cell', 'cells')}`}
          onClick={() => void lookAgain({ kind: 'cause', cause })}
        >
          {causeWords[cause]} <strong>{format.count(count)}</strong>
          <IconRefresh size={13} stroke={1.75} aria-hidden />
          <span className="spoken"> Look again</span>
        </button>
      ))}
    </div>
  );
}

export interface CauseCount {
  readonly cause: UnknownCause;
  readonly count: number;
}

/** The causes that occur, the most frequent first. */
export function useCauses(): readonly CauseCount[] {
  const model = useSessionState((state) => state.model);
  useSessionState((state) => state.counted);
  const counts = model?.causes() ?? {};
  return unknownCauses
    .map((cause) => ({ cause, count: counts[cause] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
