import type { SessionChange } from '#shared/domain/session.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { findingWords } from '../../../components/finding-words.ts';
import { FindingMark } from '../../../components/FindingMark.tsx';
import { format } from '../../../lib/format.ts';
import { sameTurn, type Turn, turnsIn } from './compare-store.ts';
import css from './compare.module.css';

interface Props {
  readonly changes: readonly SessionChange[];
  readonly turn: Turn | null;
  readonly show: (turn: Turn | null) => void;
}

/** From which finding to which, and how often; each filters the list. */
export function Turns({ changes, turn, show }: Props) {
  const turns = useMemo(() => turnsIn(changes), [changes]);
  if (turns.length === 0) return null;
  return (
    <div className={`${css['turns'] ?? ''} figures`} role="group" aria-label="Changes to show">
      <button type="button" className={css['turn']} aria-pressed={turn === null} onClick={() => show(null)}>
        All <strong>{format.count(changes.length)}</strong>
      </button>
      {turns.map((one) => (
        <button
          key={`${one.before} ${one.after}`}
          type="button"
          className={css['turn']}
          aria-pressed={sameTurn(one, turn)}
          onClick={() => show(sameTurn(one, turn) ? null : one)}
        >
          <FindingMark kind={one.before} decorative />
          {findingWords[one.before]}
          <IconArrowRight className={css['to']} size={14} aria-hidden />
          <span className="spoken">to</span>
          <FindingMark kind={one.after} decorative />
          {findingWords[one.after]} <strong>{format.count(one.count)}</strong>
        </button>
      ))}
    </div>
  );
}
