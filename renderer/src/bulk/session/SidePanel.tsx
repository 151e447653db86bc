import { Button, CloseButton, Group, Text } from '@mantine/core';
import {
  IconCopy,
  IconHome,
  IconSearch,
  IconShoppingCart,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { type KeyboardEvent, useMemo } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isBuyable, notGiven, priceText, shortestPeriod } from '#shared/domain/finding.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { causeOfCell, isShortlisted, kindOfCell } from '#shared/domain/session.ts';
import { type NamedPriceChange, ofFinding } from '#shared/domain/seen-prices.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import { type GridPlace, selectionAt } from '../../grid/selection.ts';
import { Answer, FindingLine, NameTitle, Prices, ServiceMessage } from '../../search/Details.tsx';
import { RegisterButton } from '../../search/FindingButtons.tsx';
import { shownKind, useOwned } from '../../search/owned.ts';
import { useCurrency } from '../../ui/currency.ts';
import { Age, format } from '../../ui/Formats.tsx';
import { FindingMark, FindingWord, unknownWords } from '../../ui/Marks.tsx';
import { IconButton } from '../../ui/PageParts.tsx';
import { ButtonKeys } from '../../ui/Shortcuts.tsx';
import { ReadTrouble } from '../../ui/States.tsx';
import { useCopy } from '../../ui/copy.ts';
import { RegisterAll, Summary } from './Summary.tsx';
import {
  buyableIn,
  cellsAt,
  domainAt,
  isBuyableAt,
  nameAt,
  useSessionWideActions,
} from './session-actions.ts';
import { placeOf } from './session-state.ts';
import { useSession, useSessionActions, useSessionState } from './session-store.ts';
import { PriceChanges } from '../../watching/PriceChanges.tsx';
import { usePriceFlags } from '../../watching/price-flags.ts';
import { changesOf } from '../../watching/price-words.ts';
import { PriceFlag } from '../../watching/PriceFlag.tsx';
import { WatchButton } from '../../watching/WatchButton.tsx';
import panelCss from '../../styles/panel.module.css';
import css from './side.module.css';
import type { Finding, FindingDetails } from '../../client.ts';
import { failureOf, valueOf } from '../../remote.ts';

/** The panel beside the grid: the selected cell or name, the session's summary, or nothing. */
export function SidePanel({ toGrid }: { readonly toGrid: () => void }) {
  const side = useSessionState((state) => state.choice.side);
  const isEmpty = useSessionState(
    ({ choice, selected, shown }) =>
      choice.side === 'panel' && (selected === null || shown?.view.rows.length === 0),
  );
  const { showSide } = useSessionActions();
  if (side === 'none' || isEmpty) return null;

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
      aria-label={side === 'panel' ? 'Details' : 'Summary'}
      onKeyDown={onKeyDown}
    >
      <CloseButton
        pos="absolute"
        top={12}
        right={12}
        style={{ zIndex: 1 }}
        aria-label={side === 'panel' ? 'Close the details' : 'Close the summary'}
        onClick={close}
      />
      {side === 'panel' ? <Panel /> : <Summary />}
    </aside>
  );
}

function Panel() {
  const place = useSessionState(placeOf);
  const model = useSessionState((state) => state.model);
  if (model === null || place === null) return null;
  return place.column === null ? (
    <RowPanel model={model} row={place.row} />
  ) : (
    <CellPanel model={model} row={place.row} column={place.column} />
  );
}

interface CellPanelProps {
  readonly model: GridModel;
  readonly row: number;
  readonly column: number;
}

/** Everything about one cell. The grid's own data is shown at once; the full answer is loaded. */
function CellPanel({ model, row, column }: CellPanelProps) {
  const details = useSessionState((state) => state.cell);
  const { readSelected } = useSessionActions();
  const known = valueOf(details);
  const unicode = nameAt(model, { row, column });
  const domain = domainAt(model, { row, column });
  const { accountId } = useSession();
  const isOwned = useOwned(accountId).has(domain);
  return (
    <>
      <header className={panelCss['head']}>
        <NameTitle unicode={unicode} ascii={domain} />
        <CellFinding
          model={model}
          cell={row * model.matrix.tlds.length + column}
          details={known}
          isOwned={isOwned}
        />
        <PlaceActions model={model} place={{ row, column }} />
      </header>
      <div className={panelCss['body']}>
        <ReadTrouble error={failureOf(details)} again={readSelected} />
        {known !== null && (
          <>
            <Prices
              prices={known.finding.prices}
              accountId={accountId}
              canBuy={isBuyableAt(model, { row, column })}
            />
            <PriceChanges accountId={accountId} finding={known.finding} />
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
  readonly isOwned: boolean;
}

/** The finding in words, its age and exact time, and the account of the request. */
function CellFinding({ model, cell, details, isOwned }: CellFindingProps) {
  useSessionState((state) => state.counted);
  const code = model.findingAt(cell);
  const seconds = model.matrix.checkedAt[cell] ?? 0;
  const at = new Date(seconds * 1_000).toISOString();
  return (
    <>
      <FindingLine
        kind={kindOfCell(code)}
        cause={causeOfCell(code)}
        message={details?.finding.message}
        isOwned={isOwned}
      />
      {seconds !== 0 && (
        <Text c="dimmed">
          Checked <Age at={at} /> · <Unbroken>{format.instant(at)}</Unbroken>
          {details !== null && details.accountLabel !== '' && (
            <>
              {' · '}
              <Unbroken>{details.accountLabel}</Unbroken>
            </>
          )}
        </Text>
      )}
      <ServiceMessage text={details?.finding.message ?? ''} />
    </>
  );
}

/** On one line where there is room for it. */
const Unbroken = ({ children }: { readonly children: string }) => (
  <Text component="bdi" inherit display="inline-block" maw="100%">
    {children}
  </Text>
);

const noFindings: readonly Finding[] = [];

const pricedNames = (findings: readonly Finding[]) =>
  findings
    .filter(({ kind }) => isBuyable(kind))
    .map(({ domain, checkedAt }) => ({ domain, asOf: checkedAt ?? '' }));

interface RowPanelProps {
  readonly model: GridModel;
  readonly row: number;
}

/** One name under all TLDs of the session, in column order; each entry selects its cell. */
function RowPanel({ model, row }: RowPanelProps) {
  const remote = useSessionState((state) => state.row);
  const { readSelected, select } = useSessionActions();
  const { register } = useSessionWideActions();
  const findings = valueOf(remote) ?? noFindings;
  const { accountId } = useSession();
  const owned = useOwned(accountId);
  const flags = usePriceFlags(
    accountId,
    useMemo(() => pricedNames(findings), [findings]),
  );
  const name = model.matrix.names[row] ?? '';
  const unicode = model.unicodeOf(row);
  return (
    <>
      <header className={panelCss['head']}>
        <NameTitle unicode={unicode} ascii={name} />
        <PlaceActions model={model} place={{ row, column: null }} />
      </header>
      <div className={panelCss['body']}>
        <ReadTrouble error={failureOf(remote)} again={readSelected} />
        <ul className={`${css['list'] ?? ''} figures`} aria-label={`TLDs of ${isolatedName(unicode)}`}>
          {findings.map((finding) => (
            <li key={finding.tld} className={`${css['item'] ?? ''} line-below`}>
              <Line
                finding={finding}
                flags={flags.get(finding.domain) ?? []}
                owned={owned}
                name={unicode}
                register={() => register([`${name}.${finding.tld}`])}
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
  /** How its prices differ from what was seen before. */
  readonly flags: readonly NamedPriceChange[];
  readonly owned: ReadonlySet<string>;
  /** In Unicode, without the TLD. */
  readonly name: string;
  readonly register: () => void;
  readonly open: () => void;
}

function Line({ finding, flags, owned, name, register, open }: LineProps) {
  const { cause, checkedAt, tld, prices, message } = finding;
  /** Of one year, or of the shortest period given. */
  const first = shortestPeriod(prices);
  const shown = shownKind(finding, owned);
  const canBuy = isBuyable(shown);
  const currency = useCurrency(useSession().accountId);
  return (
    <>
      <button type="button" className={css['lineOf']} onClick={open}>
        <FindingMark kind={shown} decorative />
        <span className="mono">.{toUnicode(tld)}</span>
        <span>
          <FindingWord kind={shown} message={message} />
          {cause !== null && <span className="spoken">, {unknownWords[cause]}</span>}
        </span>
        <span className={css['price']}>
          {canBuy && (
            <>
              <PriceFlag changes={changesOf(ofFinding(flags, finding), 'register')} />
              {priceText(first?.register ?? notGiven, currency)}
            </>
          )}
        </span>
        <span className={css['age']}>{checkedAt !== null && <Age at={checkedAt} />}</span>
      </button>
      {canBuy && (
        <IconButton
          label={`Register ${isolatedName(`${name}.${toUnicode(tld)}`)}…`}
          size={24}
          icon={<IconShoppingCart size={14} aria-hidden />}
          onClick={register}
        />
      )}
    </>
  );
}

/** One order of what can be registered of several selected cells. */
function RegisterSelected({ model }: Pick<PlaceActionsProps, 'model'>) {
  useSessionState((state) => state.counted);
  const selected = useSessionState((state) => state.selected);
  const view = useSessionState((state) => state.shown?.view);
  const places = selected === null || view === undefined ? [] : buyableIn(model, view, selected);
  return places.length > 1 && <RegisterAll places={places} />;
}

interface PlaceActionsProps {
  readonly model: GridModel;
  readonly place: GridPlace;
}

function PlaceActions({ model, place }: PlaceActionsProps) {
  useSessionState((state) => state.counted);
  const actions = useSessionWideActions();
  const copy = useCopy();
  const ascii = domainAt(model, place);
  const { accountId } = useSession();
  const isOwned = useOwned(accountId).has(ascii);
  const isStarred = cellsAt(model, place).every((cell) => isShortlisted(model.matrix.codes[cell] ?? 0));
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    <Group gap="sm" mt="sm" className={css['actions'] ?? ''}>
      {isBuyableAt(model, place) && <RegisterButton onClick={() => actions.register([ascii])} />}
      <RegisterSelected model={model} />
      {isOwned && (
        <Button
          variant="filled"
          leftSection={<IconHome size={14} aria-hidden />}
          rightSection={<ButtonKeys of="sessionView" />}
          onClick={actions.viewDomain}
        >
          View domain
        </Button>
      )}
      <Button leftSection={<Star size={14} color="var(--nd-caution)" aria-hidden />} onClick={actions.star}>
        {isStarred ? 'Remove from shortlist' : 'Shortlist'}
      </Button>
      <Button
        leftSection={<IconCopy size={14} aria-hidden />}
        rightSection={<ButtonKeys of="sessionCopy" />}
        onClick={actions.copyName}
      >
        Copy
      </Button>
      {place.column !== null && !isOwned && (
        <WatchButton
          accountId={accountId}
          domain={ascii}
          tld={model.matrix.tlds[place.column] ?? ''}
          kind={kindOfCell(model.findingAt(place.row * model.matrix.tlds.length + place.column))}
        />
      )}
      {ascii !== nameAt(model, place) && <Button onClick={() => copy([ascii])}>Copy the A-label form</Button>}
      <Button
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={<ButtonKeys of="sessionSearch" />}
        onClick={actions.lookUpInSearch}
      >
        Open in Search
      </Button>
    </Group>
  );
}
