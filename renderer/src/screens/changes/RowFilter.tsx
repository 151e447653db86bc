import { format } from '../../lib/format.ts';
import css from './row-filter.module.css';

interface Props<W extends string> {
  /** How many rows each leaves; null where that is not known. */
  readonly choices: readonly (readonly [which: W, label: string, count: number | null])[];
  readonly which: W;
  readonly onShow: (which: W) => void;
}

/** Which rows are shown: one choice of a few, each with what it leaves. */
export const RowFilter = <W extends string>({ choices, which, onShow }: Props<W>) => (
  <div className={`${css['chips'] ?? ''} figures`} role="group" aria-label="Rows to show">
    {choices.map(([value, label, count]) => (
      <button
        key={value}
        type="button"
        className={css['chip']}
        aria-pressed={which === value}
        onClick={() => onShow(value)}
      >
        <span>{label}</span>
        {count !== null && <span className={css['count']}>{format.count(count)}</span>}
      </button>
    ))}
  </div>
);
