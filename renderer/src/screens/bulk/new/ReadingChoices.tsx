import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useStore } from 'zustand';
import { Tick } from '../../../components/Tick.tsx';
import { format } from '../../../lib/format.ts';
import { encodings } from './encodings.ts';
import css from './names.module.css';
import type { Report } from './new-state.ts';
import type { NewStore } from './new-store.ts';

interface Props {
  readonly store: NewStore;
  readonly report: Report;
}

/** How a file is read: each choice as the program made it, to be made anew. Nothing where there is nothing to choose. */
export function ReadingChoices({ store, report }: Props) {
  const isFile = useStore(store, (state) => state.card === 'file');
  const { isTable, hasSheets, hasEncoding, hasColumns } = openTo(report, isFile);
  if (!isTable && !hasEncoding) return null;
  return (
    <div className={css['choices']} role="group" aria-label="How it is read">
      {(hasEncoding || hasSheets) && (
        <div className={css['selects']}>
          {hasSheets && <Sheet store={store} report={report} />}
          {hasEncoding && <Encoding store={store} report={report} />}
        </div>
      )}
      {isTable && (
        <Tick
          label="The first row is a heading"
          checked={report.hasHeader}
          onChange={(event) => store.actions.readAs({ hasHeader: event.currentTarget.checked })}
        />
      )}
      {hasColumns && <Columns store={store} report={report} />}
    </div>
  );
}

/** What there is to choose. A text of the page itself has no encoding. */
function openTo({ form, sheets, columns, encoding }: Report, isFile: boolean) {
  const isTable = form === 'table' || form === 'workbook';
  return {
    isTable,
    hasSheets: sheets.length > 1,
    hasEncoding: isFile && form !== 'workbook' && encoding !== '',
    hasColumns: isTable && columns.length > 1,
  };
}

const Sheet = ({ store, report: { sheet, sheets } }: Props) => (
  <NativeSelect
    label="Sheet"
    value={sheet ?? ''}
    data={sheets}
    onChange={(event) => store.actions.readAs({ sheet: event.currentTarget.value })}
  />
);

const Encoding = ({ store, report: { encoding } }: Props) => (
  <NativeSelect
    label="Encoding"
    value={encoding}
    data={encodings.includes(encoding) ? encodings : [encoding, ...encodings]}
    onChange={(event) => store.actions.readAs({ encoding: event.currentTarget.value })}
  />
);

function Columns({ store, report }: Props) {
  const group = useId();
  return (
    <fieldset className={css['columns']}>
      <legend>Column with the names</legend>
      {report.columns.map(({ title, samples, names }, index) => (
        // A column's place is what it is: two may have the same title.
        <label key={index} className={css['column']}>
          <input
            type="radio"
            name={group}
            checked={report.column === index}
            onChange={() => store.actions.readAs({ column: index })}
          />
          <span className={css['columnTitle']}>{title === '' ? `Column ${index + 1}` : title}</span>
          <span className={css['samples']}>{samples.join(', ')}</span>
          <span className={css['could']} title="Of its first rows, so many could be names">
            {names === 0 ? 'no names' : `${format.count(names)} could be names`}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
