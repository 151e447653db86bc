import type { ReactNode } from 'react';
import { counted, format } from '../../../lib/format.ts';
import type { Report as DraftReport } from './new-state.ts';
import css from './report.module.css';

/** What came of the rows: kept, changed and left out, each with its rows and its reason. Nothing happens silently. */
export function Report({ report }: { readonly report: DraftReport }) {
  const { names, rows, changed, changes, dropped } = report;
  return (
    <div className={css['report']} role="group" aria-label="Report">
      <p className={css['kept']} role="status">
        <strong>{counted(names, 'name', 'names')}</strong>{' '}
        <span className={css['of']}>from {counted(rows, 'row', 'rows')}</span>
      </p>
      <Part title={`${counted(changed, 'was', 'were')} taken in another form`} isThere={changed > 0}>
        <Shown shown={changes.length} all={changed} />
        <ul className={css['rows']}>
          {changes.map(({ line, text, name, why }) => (
            <Row key={line} line={line} text={text} why={why}>
              <span className={css['arrow']} aria-label="taken as">
                →
              </span>{' '}
              <strong className="mono">{name}</strong>
            </Row>
          ))}
        </ul>
      </Part>
      <Part title={`${counted(dropped, 'was', 'were')} left out`} isThere={dropped > 0}>
        <Dropped report={report} />
      </Part>
      <Part title={names === 1 ? 'See the name' : 'See the names'} isThere={names > 0}>
        <Shown shown={report.preview.length} all={names} />
        <ul className={`${css['names'] ?? ''} mono selectable`}>
          {report.preview.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Dropped({ report: { drops, dropped, dropsByReason } }: { readonly report: DraftReport }) {
  return (
    <>
      <ul className={css['reasons']}>
        {dropsByReason.map(({ reason, count }) => (
          <li key={reason}>
            <span>{reason}</span> <span className="figures">{format.count(count)}</span>
          </li>
        ))}
      </ul>
      <Shown shown={drops.length} all={dropped} />
      <ul className={css['rows']}>
        {drops.map(({ line, text, reason }, index) => (
          // A row may be left out in parts, each for its own reason.
          <Row key={index} line={line} text={text} why={reason} />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly line: number;
  readonly text: string;
  readonly why: string;
  readonly children?: ReactNode;
}

const Row = ({ line, text, why, children }: RowProps) => (
  <li className={css['row']}>
    <span className={`${css['line'] ?? ''} figures`}>
      <span className="spoken">Row </span>
      {format.count(line)}
    </span>
    <span className={css['text']}>
      <span className="mono">{text}</span> {children}
      <span className={css['why']}>{why}</span>
    </span>
  </li>
);

interface PartProps {
  readonly title: string;
  readonly isThere: boolean;
  readonly children: ReactNode;
}

function Part({ title, isThere, children }: PartProps) {
  if (!isThere) return null;
  return (
    <details className={css['part']}>
      <summary>{title}</summary>
      <div className={css['inside']}>{children}</div>
    </details>
  );
}

/** Long lists are shown by their beginning, and say so. */
function Shown({ shown, all }: { readonly shown: number; readonly all: number }) {
  if (shown >= all || shown === 0) return null;
  return (
    <p className={css['first']}>
      The first {format.count(shown)} of {format.count(all)}.
    </p>
  );
}
