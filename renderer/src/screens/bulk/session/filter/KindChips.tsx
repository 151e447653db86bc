import { noCounts } from '#shared/domain/cell.ts';
import { type FindingKind, findingKinds } from '#shared/domain/finding.ts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { findingWords } from '../../../../components/finding-words.ts';
import { FindingMark } from '../../../../components/FindingMark.tsx';
import { format } from '../../../../lib/format.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import css from './filter.module.css';
import { toggledIn } from './toggled-in.ts';

/** Each kind of finding with its number, live; those that are pressed are shown, all of them where none is. */
export function KindChips() {
  const model = useSessionState((state) => state.model);
  useSessionState((state) => state.counted);
  const { kinds, shortlistedOnly } = useSessionState((state) => state.choice.filter);
  const { filterBy } = useSessionActions();
  const counts = model?.counts() ?? noCounts();
  const toggle = (kind: FindingKind) => filterBy({ kinds: toggledIn(findingKinds, kinds, kind) });
  return (
    <div className={`${css['chips'] ?? ''} figures`} role="group" aria-label="Findings to show">
      {findingKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={css['chip']}
          title={findingWords[kind]}
          aria-pressed={kinds?.includes(kind) ?? false}
          onClick={() => toggle(kind)}
        >
          <FindingMark kind={kind} decorative />
          <span className={css['word']}>{findingWords[kind]}</span>{' '}
          <span className={css['count']}>{format.count(counts[kind])}</span>
        </button>
      ))}
      <span className={css['rule']} aria-hidden />
      <button
        type="button"
        className={css['chip']}
        title="Shortlist"
        aria-pressed={shortlistedOnly}
        onClick={() => filterBy({ shortlistedOnly: !shortlistedOnly })}
      >
        {shortlistedOnly ? (
          <IconStarFilled size={14} className={css['star']} aria-hidden />
        ) : (
          <IconStar size={14} stroke={1.75} className={css['star']} aria-hidden />
        )}
        <span className={css['word']}>Shortlist</span>{' '}
        <span className={css['count']}>{format.count(model?.shortlisted() ?? 0)}</span>
      </button>
    </div>
  );
}
