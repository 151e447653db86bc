import type { SessionView } from '#shared/domain/session-view.ts';
import { cellWords, countWords, nameWords, rowWords, tldWords } from './cell-words.ts';
import css from './findings-grid.module.css';
import type { GridModel } from './grid-model.ts';
import type { ShownPlace } from './selection.ts';

/** What the mouse rests on, and where its explanation goes. */
export interface Tip {
  readonly place: ShownPlace;
  /** In px of the grid's frame. */
  readonly left: number;
  readonly top: number;
  /** Where there is no room at the right of the mouse, or under it. */
  readonly toLeft: boolean;
  readonly upwards: boolean;
  readonly nowMs: number;
}

interface Props {
  readonly model: GridModel;
  readonly view: SessionView;
  readonly tip: Tip;
}

/** Explains what the mouse rests on: a finding in words, a name in both forms, how things stand under a TLD. */
export function GridTip({ model, view, tip }: Props) {
  return (
    <div
      role="tooltip"
      className={css['tip']}
      data-left={tip.toLeft}
      data-up={tip.upwards}
      style={{ left: tip.left, top: tip.top }}
    >
      <TipWords model={model} view={view} tip={tip} />
    </div>
  );
}

function TipWords({ model, view, tip: { place, nowMs } }: Props) {
  const row = view.rows[place.row] ?? 0;
  const column = view.columns[place.column] ?? 0;
  if (place.row < 0) return place.column < 0 ? 'All names' : <ColumnWords model={model} column={column} />;
  if (place.column < 0)
    return (
      <>
        <span className="mono">{nameWords(model, row)}</span>
        <span className={css['tipNote']}>{rowWords(model, view, row)}</span>
      </>
    );
  return cellWords(model, view, row, column, nowMs);
}

function ColumnWords({ model, column }: { readonly model: GridModel; readonly column: number }) {
  const ascii = model.matrix.tlds[column] ?? '';
  const unicode = tldWords(model, column);
  return (
    <>
      <strong>
        .{unicode}
        {ascii !== unicode && ` (.${ascii})`}
      </strong>
      <dl className={css['counts']}>
        {countWords(model.countsOfColumn(column)).map(([word, count]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd className="figures">{count}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
