import { Box, Button, CloseButton, Group, Text } from '@mantine/core';
import { IconCopy, IconHome, IconListSearch, IconRefresh } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { commands } from '#shared/domain/commands.ts';
import { isBuyable, type Price, type PriceList, priceText } from '#shared/domain/finding.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { unreadNamesReason } from '#shared/domain/session.ts';
import { useActiveId, useStores } from '../app-stores.ts';
import { useCurrency } from '../ui/currency.ts';
import { Age, counted } from '../ui/Formats.tsx';
import { FindingMark, findingWords, unknownWords, wordOf } from '../ui/Marks.tsx';
import { Fact, Facts, RawAnswer } from '../ui/PageParts.tsx';
import { pressed } from '../ui/Shortcuts.tsx';
import { NameCaution, ReadTrouble } from '../ui/States.tsx';
import { useCopy } from '../ui/copy.ts';
import { RegisterButton } from './FindingButtons.tsx';
import { shownKind, useOwned, useUnreadNames, viewOwned } from './owned.ts';
import type { Row } from './rows.ts';
import { isOutsideList } from './tlds-store.ts';
import { PriceChanges } from '../watching/PriceChanges.tsx';
import { WatchButton } from '../watching/WatchButton.tsx';
import panelCss from '../styles/panel.module.css';
import css from './details.module.css';
import type { Finding, FindingDetails } from '../client.ts';
import { failureOf, valueOf } from '../remote.ts';
import { useAction, useAgainWith } from '../use-action.ts';

interface DetailsProps {
  readonly domain: string;
  readonly toList: () => void;
}

/** Everything about one finding: its value, age and account, and every field of the answer. */
export function Details({ domain, toList }: DetailsProps) {
  const { search } = useStores();
  const row = useStore(search, (state) => state.rows.get(domain));
  const accountId = useActiveId();
  const read = useAction('search', 'details', { accountId, domain });
  useAgainWith(row?.finding, read);
  const [details, again] = read;
  const owned = useOwned(accountId);
  const shown = valueOf(details);
  if (row === undefined) return null;

  function close(): void {
    search.actions.closeDetails();
    toList();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (pressed(event, 'back')) close();
  };
  return (
    <aside
      className={css['panel']}
      aria-label={`Details of ${isolatedName(row.name.unicode)}`}
      onKeyDown={onKeyDown}
    >
      <DetailsHead row={row} account={shown?.accountLabel ?? null} onClose={close} />
      <div className={panelCss['body']}>
        <ReadTrouble error={failureOf(details)} again={again} />
        <Prices prices={row.finding.prices} canBuy={isBuyable(shownKind(row.finding, owned))} />
        {accountId !== null && <PriceChanges accountId={accountId} finding={row.finding} />}
        {shown !== null && <Answer fields={shown.fields} answer={shown.answer} />}
      </div>
    </aside>
  );
}

interface DetailsHeadProps {
  readonly row: Row;
  /** The label of the account of the request; null until it is loaded. */
  readonly account: string | null;
  readonly onClose: () => void;
}

/** The name in Unicode and as A-labels, its finding and source, and the actions. */
export function DetailsHead({ row, account, onClose }: DetailsHeadProps) {
  const { name, finding } = row;
  const activeId = useActiveId();
  return (
    <header className={panelCss['head']}>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <NameTitle unicode={name.unicode} ascii={name.domain} />
        <CloseButton aria-label="Close the details" onClick={onClose} />
      </Group>
      <FindingLine {...finding} isOwned={useOwned(activeId).has(name.domain)} />
      <Origin row={row} account={account} />
      <ServiceMessage text={finding.message} />
      <Actions row={row} />
    </header>
  );
}

interface NameTitleProps {
  readonly unicode: string;
  /** As A-labels; shown where it differs. */
  readonly ascii: string;
}

/** The title of a panel about a name, in both forms. */
export const NameTitle = ({ unicode, ascii }: NameTitleProps) => (
  <div>
    <Text component="h2" size="lg" fw={600} className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
      {unicode}
    </Text>
    {ascii !== unicode && (
      <Text c="dimmed" className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
        {ascii}
      </Text>
    )}
    <NameCaution unicode={unicode} />
  </div>
);

interface FindingLineProps extends Pick<Finding, 'kind' | 'cause'> {
  /** The service's words, where they are known. */
  readonly message?: string | undefined;
  /** The domain is in the portfolio. */
  readonly isOwned?: boolean;
}

/** A finding in words, with the reason for an unknown one. */
export const FindingLine = ({ kind, cause, message, isOwned = false }: FindingLineProps) => (
  <Group gap="4px 8px" mt="xs">
    <FindingMark kind={isOwned ? 'yours' : kind} decorative />
    <strong>{wordOf({ kind: isOwned ? 'yours' : kind, message })}</strong>
    {isOwned && kind !== 'unchecked' && <span>· found {wordOf({ kind, message }).toLowerCase()}</span>}
    {cause !== null && <span>{unknownWords[cause]}</span>}
  </Group>
);

/** Where money depends on it, says that the user's own names could not be told apart. Draws nothing where they could. */
export function UnreadNames({ accountId }: { readonly accountId: string }) {
  const readAgain = useUnreadNames(accountId);
  return readAgain === null ? null : <UnreadNamesAlert readAgain={readAgain} />;
}

export const UnreadNamesAlert = ({ readAgain }: { readonly readAgain: () => void }) => (
  <Group role="alert" gap="4px 12px" wrap="nowrap" c="var(--nd-caution)">
    <Text flex={1}>Registering, copying and exporting wait: {unreadNamesReason}.</Text>
    <Button onClick={readAgain}>Try again</Button>
  </Group>
);

export const ServiceMessage = ({ text }: { readonly text: string }) =>
  text !== '' && (
    <p className="selectable">
      The service says: “<bdi>{text}</bdi>”
    </p>
  );

/** A finding that is unknown was not checked. */
function triedWords({ source, finding }: Row): string {
  if (finding.kind === 'unknown') return 'Tried ';
  return source === 'stored' ? 'Saved, checked ' : 'Checked ';
}

function Origin({ row, account }: Pick<DetailsHeadProps, 'row' | 'account'>) {
  const { checkedAt } = row.finding;
  return (
    <Text c="dimmed">
      {checkedAt === null && findingWords.unchecked}
      {checkedAt !== null && (
        <>
          {triedWords(row)}
          <Age at={checkedAt} />
        </>
      )}
      {account !== null && account !== '' && ` · ${isolated(account)}`}
      {row.missed && ' · The last check got no answer'}
    </Text>
  );
}

function Actions({ row }: Pick<DetailsHeadProps, 'row'>) {
  const stores = useStores();
  const { search, route, tlds } = stores;
  const copy = useCopy();
  const { domain, unicode } = row.name;
  const accountId = useActiveId();
  const owned = useOwned(accountId);
  const isOwned = owned.has(domain);
  const isUnlisted = useStore(tlds, (state) => isOutsideList(state, row.name));
  const canBuy = isBuyable(shownKind(row.finding, owned));
  return (
    <Group gap="sm" mt="sm">
      {canBuy && <RegisterButton onClick={() => route.actions.goToRegister([domain], null)} />}
      {isOwned && accountId !== null && (
        <Button
          variant="filled"
          leftSection={<IconHome size={14} aria-hidden />}
          onClick={() => void viewOwned(stores, { accountId, domain, unicode })}
        >
          View domain
        </Button>
      )}
      {canBuy && isUnlisted && (
        <Text role="note" w="100%" c="var(--nd-caution)">
          Not in this account’s list: .{row.name.tld}
        </Text>
      )}
      <Button
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={row.asking}
        onClick={() => search.actions.recheck([domain])}
      >
        Check again
      </Button>
      <Button leftSection={<IconCopy size={14} aria-hidden />} onClick={() => copy([unicode])}>
        Copy
      </Button>
      {accountId !== null && !isOwned && (
        <WatchButton accountId={accountId} {...row.finding} domain={domain} />
      )}
      {domain !== unicode && <Button onClick={() => copy([domain])}>Copy the A-label form</Button>}
      <Button
        leftSection={<IconListSearch size={14} aria-hidden />}
        onClick={() => route.actions.goToBulk({ kind: 'new', names: unicode })}
      >
        {commands.newBulk.label}
      </Button>
    </Group>
  );
}

/** The title of a part of a panel. */
export const PanelTitle = (props: { readonly children: string; readonly id?: string }) => (
  <Text component="h3" fw={600} mb="sm" {...props} />
);

/** Every field of the answer in readable form, with the raw answer folded. */
export function Answer({ fields, answer }: Pick<FindingDetails, 'fields' | 'answer'>) {
  if (fields.length === 0 && answer === '') return null;
  return (
    <section>
      <PanelTitle>Every field of the answer</PanelTitle>
      {fields.length === 0 && <Text c="dimmed">The answer has none for this name.</Text>}
      <Facts isRuled nameWidth={148}>
        {fields.map(({ path, value }) => (
          <Fact key={path} name={path} mono>
            <Text span size="xs" lh="sm" c={value === '' ? 'dimmed' : 'bright'}>
              {value === '' ? 'empty' : value}
            </Text>
          </Fact>
        ))}
      </Facts>
      {answer !== '' && (
        <Box mt="sm">
          <RawAnswer summary="The answer as JSON" label="The answer as JSON">
            {answer}
          </RawAnswer>
        </Box>
      )}
    </section>
  );
}

interface PricesProps {
  readonly prices: PriceList;
  /** Left out: the active one. */
  readonly accountId?: string;
  /** Else nobody can pay the price of a registration, and it is left out. */
  readonly canBuy: boolean;
}

/** The prices as given, by period. Prices that were not given are marked as such. */
export function Prices({ prices, accountId, canBuy }: PricesProps) {
  const currency = useCurrency(accountId);
  return (
    <section>
      <PanelTitle>Prices</PanelTitle>
      {prices.length === 0 ? (
        <Text c="dimmed">Not given</Text>
      ) : (
        <table className={css['prices']}>
          <thead>
            <tr>
              <th scope="col">Period</th>
              {canBuy && <th scope="col">Register</th>}
              <th scope="col">Transfer</th>
              <th scope="col">Renew</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <tr key={price.period}>
                <th scope="row">{counted(price.period, 'year', 'years')}</th>
                {canBuy && <Cell price={price.register} currency={currency} />}
                <Cell price={price.transfer} currency={currency} />
                <Cell price={price.renew} currency={currency} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface CellProps {
  readonly price: Price;
  readonly currency: string | null;
}

const Cell = ({ price, currency }: CellProps) => <td data-kind={price.kind}>{priceText(price, currency)}</td>;
