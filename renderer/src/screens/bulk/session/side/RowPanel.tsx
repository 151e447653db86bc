import { toUnicode } from '#shared/domain/domain-name.ts';
import { shortestPeriod } from '#shared/domain/price.ts';
import { Age } from '../../../../components/Age.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { unknownWords } from '../../../../components/finding-words.ts';
import { FindingMark } from '../../../../components/FindingMark.tsx';
import { FindingWord } from '../../../../components/FindingWord.tsx';
import type { GridModel } from '../../../../grid/grid-model.ts';
import { selectionAt } from '../../../../grid/selection.ts';
import type { Finding } from '../../../../lib/nouns.ts';
import { priceText } from '../../../../lib/price-text.ts';
import { valueOf } from '../../../../lib/remote.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { PlaceActions } from './PlaceActions.tsx';
import css from './side.module.css';

interface Props {
  readonly model: GridModel;
  readonly row: number;
}

/** One name under all TLDs of the session, in the order of the columns; each leads to its cell. */
export function RowPanel({ model, row }: Props) {
  const remote = useSessionState((state) => state.row);
  const { readSelected, select } = useSessionActions();
  const findings = valueOf(remote) ?? [];
  const name = model.matrix.names[row] ?? '';
  const unicode = model.unicodeOf(row);
  return (
    <>
      <header className={css['head']}>
        <h2 className={`${css['title'] ?? ''} selectable`}>{unicode}</h2>
        {name !== unicode && <p className={`${css['ascii'] ?? ''} mono selectable`}>{name}</p>}
        <PlaceActions model={model} place={{ row, column: null }} />
      </header>
      <div className={css['body']}>
        {remote.status === 'failed' && (
          <ErrorState error={remote.error} remedies={{ 'try-again': readSelected }} />
        )}
        <ul className={`${css['list'] ?? ''} figures`} aria-label={`TLDs of ${unicode}`}>
          {findings.map((finding) => (
            <li key={finding.tld} className={css['item']}>
              <Line
                finding={finding}
                open={() => select(selectionAt({ row, column: model.matrix.tlds.indexOf(finding.tld) }))}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

interface LineProps {
  readonly finding: Finding;
  readonly open: () => void;
}

function Line({ finding, open }: LineProps) {
  const { kind, cause, checkedAt, tld } = finding;
  return (
    <button type="button" className={css['lineOf']} onClick={open}>
      <FindingMark kind={kind} decorative />
      <span className={css['tld']}>.{toUnicode(tld)}</span>
      <span>
        <FindingWord kind={kind} />
        {cause !== null && <span className="spoken">, {unknownWords[cause]}</span>}
      </span>
      <span className={css['price']}>
        <FirstPrice finding={finding} />
      </span>
      <span className={css['age']}>{checkedAt !== null && <Age at={checkedAt} />}</span>
    </button>
  );
}

const buyable: ReadonlySet<string> = new Set(['available', 'premium']);

/** To register for a year, or for the shortest time that was named. */
function FirstPrice({ finding }: { readonly finding: Finding }) {
  const price = shortestPeriod(finding.prices)?.register;
  if (price === undefined) return buyable.has(finding.kind) ? 'not given' : null;
  return priceText(price);
}
