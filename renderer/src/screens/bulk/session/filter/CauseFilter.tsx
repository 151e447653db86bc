import { type UnknownCause, unknownCauses } from '#shared/domain/finding.ts';
import { format } from '../../../../lib/format.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { causeWords } from '../session-words.ts';
import css from './filter.module.css';
import { FilterPopover } from './FilterPopover.tsx';
import { toggledIn } from './toggled-in.ts';

/** Why unknown cells are unknown. Choosing a cause shows the unknown ones alone: no other cell has one. */
export function CauseFilter() {
  const model = useSessionState((state) => state.model);
  useSessionState((state) => state.counted);
  const chosen = useSessionState((state) => state.choice.filter.causes);
  const { filterBy } = useSessionActions();
  const counts = model?.causes() ?? {};
  const toggle = (cause: UnknownCause) => {
    const causes = toggledIn(unknownCauses, chosen, cause);
    filterBy({ causes, kinds: causes === null ? null : ['unknown'] });
  };
  const listed = unknownCauses.filter((cause) => counts[cause] !== undefined || chosen?.includes(cause));
  return (
    <FilterPopover label="Cause" chosen={chosenInWords(chosen)} width={264}>
      <div className={`${css['stack'] ?? ''} figures`} role="group" aria-label="Causes of unknown">
        {listed.map((cause) => (
          <label key={cause} className={css['tld']}>
            <input
              type="checkbox"
              className="tick"
              checked={chosen?.includes(cause) ?? false}
              onChange={() => toggle(cause)}
            />
            <span className={css['causeWord']}>{causeWords[cause]}</span>
            <span className={css['count']}>{format.count(counts[cause] ?? 0)}</span>
          </label>
        ))}
        {listed.length === 0 && <p className={css['quiet']}>No cell is unknown.</p>}
      </div>
    </FilterPopover>
  );
}

function chosenInWords(chosen: readonly UnknownCause[] | null): string | null {
  const [only] = chosen ?? [];
  if (chosen === null || only === undefined) return null;
  return chosen.length === 1 ? causeWords[only] : format.count(chosen.length);
}
