import type { Change } from '#shared/domain/change.ts';
import css from './one.module.css';
import { standingWords } from './standing-words.ts';

/** Where the change stands: what is known, why, what shows it, and what is left open. */
export function StandingPart({ change }: { readonly change: Change }) {
  const { known, why, shownBy, open } = standingWords(change);
  return (
    <div className={`${css['standing'] ?? ''} selectable`} data-state={change.state} role="status">
      <p className={css['known']}>{known}</p>
      {why !== null && <p>{why}</p>}
      {shownBy !== null && <p>{shownBy}</p>}
      {open !== null && <p>{open}</p>}
    </div>
  );
}
