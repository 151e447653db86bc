import { causeOfCell, kindOfCell } from '#shared/domain/cell.ts';
import { Age } from '../../../../components/Age.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { findingWords, unknownWords } from '../../../../components/finding-words.ts';
import { FindingMark } from '../../../../components/FindingMark.tsx';
import type { GridModel } from '../../../../grid/grid-model.ts';
import { format } from '../../../../lib/format.ts';
import type { FindingDetails } from '../../../../lib/nouns.ts';
import { valueOf } from '../../../../lib/remote.ts';
import { Answer } from '../../../search/Answer.tsx';
import { Prices } from '../../../search/Prices.tsx';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { nameAt } from '../use-session-deeds.ts';
import { PlaceActions } from './PlaceActions.tsx';
import css from './side.module.css';

interface Props {
  readonly model: GridModel;
  readonly row: number;
  readonly column: number;
}

/** Everything about one cell. What the grid knows is there at once; the whole answer follows. */
export function CellPanel({ model, row, column }: Props) {
  const details = useSessionState((state) => state.cell);
  const { readSelected } = useSessionActions();
  const known = valueOf(details);
  const unicode = nameAt(model, { row, column });
  const domain = `${model.matrix.names[row] ?? ''}.${model.matrix.tlds[column] ?? ''}`;
  return (
    <>
      <header className={css['head']}>
        <h2 className={`${css['title'] ?? ''} selectable`}>{unicode}</h2>
        {domain !== unicode && <p className={`${css['ascii'] ?? ''} mono selectable`}>{domain}</p>}
        <CellFinding model={model} cell={row * model.matrix.tlds.length + column} details={known} />
        <PlaceActions model={model} place={{ row, column }} />
      </header>
      <div className={css['body']}>
        {details.status === 'failed' && (
          <ErrorState error={details.error} remedies={{ 'try-again': readSelected }} />
        )}
        {known !== null && (
          <>
            <Prices prices={known.finding.prices} />
            <Answer fields={known.fields} answer={known.answer} />
          </>
        )}
      </div>
    </>
  );
}

interface CellFindingProps {
  readonly model: GridModel;
  readonly cell: number;
  readonly details: FindingDetails | null;
}

/** The finding in words, its age and exact time, and which account it was asked with. */
function CellFinding({ model, cell, details }: CellFindingProps) {
  useSessionState((state) => state.counted);
  const code = model.matrix.codes[cell] ?? 0;
  const seconds = model.matrix.checkedAt[cell] ?? 0;
  const cause = causeOfCell(code);
  const at = new Date(seconds * 1_000).toISOString();
  return (
    <>
      <p className={css['finding']} data-kind={kindOfCell(code)}>
        <FindingMark kind={kindOfCell(code)} decorative />
        <strong>{findingWords[kindOfCell(code)]}</strong>
        {cause !== null && <span>{unknownWords[cause]}</span>}
      </p>
      {seconds !== 0 && (
        <p className={css['quiet']}>
          Asked <Age at={at} /> · <span className={css['unbroken']}>{format.instant(at)}</span>
          {details !== null && details.accountLabel !== '' && (
            <>
              {' · '}
              <span className={css['unbroken']}>{details.accountLabel}</span>
            </>
          )}
        </p>
      )}
      {details !== null && details.finding.message !== '' && (
        <p className="selectable">The service says: “{details.finding.message}”</p>
      )}
    </>
  );
}
