import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconSearch, IconShoppingCart, IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { shortestPeriod } from '#shared/domain/finding.ts';
import { causeOfCell, isShortlisted, kindOfCell } from '#shared/domain/session.ts';
import { useStores } from '../../app-stores.ts';
import { type Finding, type FindingDetails, valueOf } from '../../bridge.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import { type GridPlace, selectionAt } from '../../grid/selection.ts';
import { Answer, Prices } from '../../search/Details.tsx';
import { Age, format, priceText } from '../../ui/Formats.tsx';
import { FindingMark, FindingWord, findingWords, unknownWords } from '../../ui/Marks.tsx';
import { ButtonKeys, Keys, type ShortcutName, shortcuts } from '../../ui/Shortcuts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { cellsAt, nameAt, useSessionWideActions } from './session-actions.ts';
import { placeOf } from './session-state.ts';
import { useSession, useSessionActions, useSessionState } from './session-store.ts';
import { Summary } from './Summary.tsx';
import css from './side.module.css';

/** The panel beside the grid: the selected cell or name, the session's summary, or nothing. */
export function SidePanel({ toGrid }: { readonly toGrid: () => void }) {
  const side = useSessionState((state) => state.choice.side);
  const isEmpty = useSessionState((state) => state.choice.side === 'panel' && state.selected === null);
  const { showSide } = useSessionActions();
  if (side === 'none') return null;

  function close(): void {
    showSide('none');
    toGrid();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <aside
      className={css['side']}
      data-empty={isEmpty}
      aria-label={side === 'panel' ? 'Details' : 'Summary'}
      onKeyDown={onKeyDown}
    >
      <ActionIcon
        className={css['close'] ?? ''}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={side === 'panel' ? 'Close the details' : 'Close the summary'}
        onClick={close}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {side === 'panel' ? <Panel /> : <Summary />}
      {side === 'panel' && <GridKeys isWhole={isEmpty} />}
    </aside>
  );
}

function Panel() {
  const place = useSessionState(placeOf);
  const model = useSessionState((state) => state.model);
  if (model === null) return null;
  if (place === null) return <NothingYet />;
  return place.column === null ? (
    <RowPanel model={model} row={place.row} />
  ) : (
    <CellPanel model={model} row={place.row} column={place.column} />
  );
}

const NothingYet = () => (
  <div className={css['nothing']}>
    <h2 className={css['section']}>Nothing is selected</h2>
    <p>
      Select a cell to see its whole answer here: prices, the service’s own words, every field. Select a name
      to see all its TLDs.
    </p>
  </div>
);

interface Props {
  readonly model: GridModel;
  readonly row: number;
  readonly column: number;
}

/** Everything about one cell. The grid's own data is shown at once; the full answer is loaded. */
function CellPanel({ model, row, column }: Props) {
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

/** The finding in words, its age and exact time, and the account of the request. */
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

interface RowPanelProps {
  readonly model: GridModel;
  readonly row: number;
}

/** One name under all TLDs of the session, in column order; each entry selects its cell. */
function RowPanel({ model, row }: RowPanelProps) {
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

/** The registration price for one year, or for the shortest period given. */
function FirstPrice({ finding }: { readonly finding: Finding }) {
  const price = shortestPeriod(finding.prices)?.register;
  if (price === undefined) return buyable.has(finding.kind) ? 'not given' : null;
  return priceText(price);
}

interface PlaceActionsProps {
  readonly model: GridModel;
  readonly place: GridPlace;
}

/** The actions on one cell or name, each with its shortcut. */
function PlaceActions({ model, place }: PlaceActionsProps) {
  useSessionState((state) => state.counted);
  const { route } = useStores();
  const { accountId } = useSession();
  const deeds = useSessionWideActions();
  const copy = useCopy();
  const { row, column } = place;
  const tld = column === null ? '' : `.${model.matrix.tlds[column] ?? ''}`;
  const ascii = `${model.matrix.names[row] ?? ''}${tld}`;
  const isStarred = cellsAt(model, place).every((cell) => isShortlisted(model.matrix.codes[cell] ?? 0));
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    <div className={css['actions']}>
      {column !== null && isFree(model, row, column) && (
        <Button
          leftSection={<IconShoppingCart size={14} aria-hidden />}
          onClick={() => route.actions.goToRegister([ascii], accountId)}
        >
          Register…
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Star size={14} className={css['star']} aria-hidden />}
        rightSection={<ButtonKeys of="sessionStar" />}
        onClick={deeds.star}
      >
        {isStarred ? 'Off the shortlist' : 'Shortlist'}
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        rightSection={<ButtonKeys of="sessionCopy" />}
        onClick={deeds.copyName}
      >
        Copy
      </Button>
      {ascii !== nameAt(model, place) && (
        <Button variant="default" onClick={() => copy([ascii])}>
          Copy the A-label form
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={<ButtonKeys of="sessionSearch" />}
        onClick={deeds.lookUpInSearch}
      >
        In Search
      </Button>
    </div>
  );
}

function isFree({ matrix }: GridModel, row: number, column: number): boolean {
  const kind = kindOfCell(matrix.codes[row * matrix.tlds.length + column] ?? 0);
  return kind === 'available' || kind === 'premium';
}

const shown: readonly ShortcutName[] = [
  'gridMove',
  'gridFind',
  'gridStar',
  'gridOpen',
  'gridLeave',
  'sessionGrid',
  'sessionFind',
  'sessionSummary',
];

/** Beside an answer there is room for one line: the two most used actions, and a link to the rest. */
const few = [
  ['gridStar', 'Shortlist'],
  ['gridLeave', 'Close'],
  ['overlay', 'All keys'],
] as const satisfies readonly (readonly [ShortcutName, string])[];

interface GridKeysProps {
  /** Nothing else is shown in the panel. */
  readonly isWhole: boolean;
}

/** The main shortcuts of the grid. */
function GridKeys({ isWhole }: GridKeysProps) {
  return isWhole ? <All /> : <Few />;
}

const Few = () => (
  <dl className={css['fewKeys']}>
    {few.map(([name, words]) => (
      <div key={name}>
        <dd>
          <Keys of={name} />
        </dd>
        <dt>{words}</dt>
      </div>
    ))}
  </dl>
);

const All = () => (
  <dl className={css['keys']}>
    {shown.map((name) => (
      <div key={name}>
        <dt>{shortcuts[name].label}</dt>
        <dd>
          <Keys of={name} all={name === 'gridMove' || name === 'gridFind'} />
        </dd>
      </div>
    ))}
  </dl>
);
