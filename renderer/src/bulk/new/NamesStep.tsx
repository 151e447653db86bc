import { ActionIcon, Button, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import { IconClipboardText, IconFileText, IconFolderOpen, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { valueOf } from '../../bridge.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { Tick } from '../../ui/PageParts.tsx';
import { ButtonKeys } from '../../ui/Shortcuts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { GeneratorForm } from './GeneratorForm.tsx';
import { whatWasPasted } from './names-input.ts';
import type { Report, Report as DraftReport } from './new-state.ts';
import type { NewStore } from './new-store.ts';
import { Step } from './Step.tsx';
import css from './names.module.css';

interface Props {
  readonly store: NewStore;
  /** A file is being dragged over the screen. */
  readonly isOver: boolean;
}

/** The names: pasted, dropped, opened from a file, or generated from words. */
export function NamesStep({ store, isOver }: Props) {
  const way = useStore(store, (state) => state.way);
  const card = useStore(store, (state) => state.card);
  return (
    <Step number={1} title="Names" isOver={isOver}>
      <div className={css['ways']}>
        <SegmentedControl
          aria-label="Where the names come from"
          value={way}
          onChange={store.actions.turnTo}
          data={[
            { value: 'list', label: 'A list' },
            { value: 'recipe', label: 'Made of words' },
          ]}
        />
        {way === 'list' && (
          <Button
            variant="default"
            leftSection={<IconFolderOpen size={14} aria-hidden />}
            rightSection={<ButtonKeys of="openNames" />}
            onClick={store.actions.openFile}
          >
            Open a file…
          </Button>
        )}
      </div>
      <div className={css['way']} hidden={way !== 'list'}>
        {card === null ? <PasteField store={store} /> : <SourceCard store={store} />}
      </div>
      <div className={css['way']} hidden={way !== 'recipe'}>
        <GeneratorForm store={store} />
      </div>
      <Outcome store={store} />
    </Step>
  );
}

/** The result of reading, or why nothing was read. */
function Outcome({ store }: { readonly store: NewStore }) {
  const report = useStore(store, (state) => state.report);
  const isOther = useStore(store, (state) => state.reportOf !== state.way);
  const refusal = useStore(store, (state) => state.refusal);
  const known = isOther ? null : valueOf(report);
  return (
    <>
      {refusal !== null && <ErrorState error={refusal} about="This was not taken" />}
      {report.status === 'failed' && !isOther && (
        <ErrorState error={report.error} about="The names could not be read" />
      )}
      {report.status === 'loading' && (
        <p className={css['reading']} role="status">
          Reading the names…
        </p>
      )}
      {known !== null && <ReadingChoices store={store} report={known} />}
      {known !== null && report.status === 'ready' && <ImportReport report={known} />}
    </>
  );
}

/** A file, or a text too long for the field: its description, and a button back to the empty field. */
function SourceCard({ store }: { readonly store: NewStore }) {
  const card = useStore(store, (state) => state.card);
  const report = useStore(store, (state) => valueOf(state.report));
  const Icon = card === 'file' ? IconFileText : IconClipboardText;
  return (
    <div className={css['card']}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div className={css['cardText']}>
        <p className={css['cardTitle']}>{card === 'file' ? (report?.source ?? 'File') : 'Pasted text'}</p>
        <p className={css['cardHint']}>{report === null ? '' : formWords(report)}</p>
      </div>
      <Tooltip label="Take other names">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Take other names"
          onClick={store.actions.clear}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function formWords({ form, encoding, sheet }: Report): string {
  if (form === 'workbook') return sheet === null ? 'Workbook' : `Workbook, sheet “${sheet}”`;
  return [form === 'table' ? 'Table' : 'List', encoding].filter((part) => part !== '').join(' · ');
}

/** A longer text is not put into the field, which would take seconds to draw. */
const mostInField = 200_000;

/** The text field is uncontrolled, so that a key press costs no more in a long list than in a short one. */
function PasteField({ store }: { readonly store: NewStore }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    const beginning = store.actions.takeBeginning();
    current?.focus();
    if (current === null || beginning === '') return;
    current.value = beginning;
    store.actions.type(() => current.value, false);
  }, [store]);

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = whatWasPasted(event.clipboardData);
    if (pasted === null) return;
    if (pasted.kind !== 'text') store.actions.take(pasted);
    else if (value.length + pasted.text.length <= mostInField) return;
    else store.actions.takeText(value.slice(0, selectionStart) + pasted.text + value.slice(selectionEnd));
    event.preventDefault();
  }

  return (
    <textarea
      ref={field}
      className={css['field']}
      aria-label="Names"
      placeholder={
        'One name to a line, or a table:\nbakery\nbäckerei\nexample.com\nhttps://www.example.org/shop\n\nOr drop a file here: TXT, CSV, TSV or XLSX.'
      }
      spellCheck={false}
      autoComplete="off"
      onPaste={onPaste}
      onInput={(event) =>
        store.actions.type(() => field.current?.value ?? '', event.currentTarget.textLength === 0)
      }
    />
  );
}

interface ReadingChoicesProps {
  readonly store: NewStore;
  readonly report: Report;
}

/** How a file is read: each detected choice, with a control to change it. Draws nothing where there is no choice. */
function ReadingChoices({ store, report }: ReadingChoicesProps) {
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

/** The choices available for this source. Text from the page itself has no encoding. */
function openTo({ form, sheets, columns, encoding }: Report, isFile: boolean) {
  const isTable = form === 'table' || form === 'workbook';
  return {
    isTable,
    hasSheets: sheets.length > 1,
    hasEncoding: isFile && form !== 'workbook' && encoding !== '',
    hasColumns: isTable && columns.length > 1,
  };
}

const Sheet = ({ store, report: { sheet, sheets } }: ReadingChoicesProps) => (
  <NativeSelect
    label="Sheet"
    value={sheet ?? ''}
    data={sheets}
    onChange={(event) => store.actions.readAs({ sheet: event.currentTarget.value })}
  />
);

const Encoding = ({ store, report: { encoding } }: ReadingChoicesProps) => (
  <NativeSelect
    label="Encoding"
    value={encoding}
    data={encodings.includes(encoding) ? encodings : [encoding, ...encodings]}
    onChange={(event) => store.actions.readAs({ encoding: event.currentTarget.value })}
  />
);

function Columns({ store, report }: ReadingChoicesProps) {
  const group = useId();
  return (
    <fieldset className={css['columns']}>
      <legend>Column with the names</legend>
      {report.columns.map(({ title, samples, names }, index) => (
        // The index is the column's identity: two columns may have the same title.
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

/** The encodings offered where the detection was wrong: names of the WHATWG Encoding Standard, frequent ones first. */
const encodings: string[] = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-15',
  'koi8-r',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'macintosh',
];

/** The result for all rows: accepted, normalised and skipped, each with its rows and reason. */
function ImportReport({ report }: { readonly report: DraftReport }) {
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
          // Parts of a row may be skipped for different reasons, so the index is the key.
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

/** Says how many entries of a long list are shown. */
function Shown({ shown, all }: { readonly shown: number; readonly all: number }) {
  if (shown >= all || shown === 0) return null;
  return (
    <p className={css['first']}>
      The first {format.count(shown)} of {format.count(all)}.
    </p>
  );
}
