import { ActionIcon, Button } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconListSearch,
  IconRefresh,
  IconShoppingCart,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { Price, PriceList } from '#shared/domain/finding.ts';
import { useStores } from '../app-stores.ts';
import { type FindingDetails, valueOf } from '../bridge.ts';
import { Age, priceText } from '../ui/Formats.tsx';
import { FindingMark, findingWords, unknownWords } from '../ui/Marks.tsx';
import { pressed } from '../ui/Shortcuts.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useCopy } from '../ui/use-copy.ts';
import type { Row } from './rows.ts';
import css from './details.module.css';

interface Props {
  readonly domain: string;
  readonly toList: () => void;
}

/** Everything about one finding: its value, age and account, and every field of the answer. */
export function Details({ domain, toList }: Props) {
  const { search } = useStores();
  const row = useStore(search, (state) => state.rows.get(domain));
  const details = useStore(search, (state) => state.details);
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
    <aside className={css['panel']} aria-label={`Details of ${row.name.unicode}`} onKeyDown={onKeyDown}>
      <DetailsHead row={row} account={shown?.accountLabel ?? null} onClose={close} />
      <div className={css['body']}>
        {details.status === 'failed' && (
          <ErrorState
            error={details.error}
            remedies={{ 'try-again': () => search.actions.openDetails(domain) }}
          />
        )}
        <Prices prices={row.finding.prices} />
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
  return (
    <header className={css['head']}>
      <div className={css['titleLine']}>
        <h2 className={`${css['title'] ?? ''} selectable`}>{name.unicode}</h2>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Close the details" onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      {name.domain !== name.unicode && (
        <p className={`${css['ascii'] ?? ''} mono selectable`}>{name.domain}</p>
      )}
      <p className={css['finding']} data-kind={finding.kind}>
        <FindingMark kind={finding.kind} decorative />
        <strong>{findingWords[finding.kind]}</strong>
        {finding.cause !== null && <span>{unknownWords[finding.cause]}</span>}
      </p>
      <Origin row={row} account={account} />
      {finding.message !== '' && <p className="selectable">The service says: “{finding.message}”</p>}
      <Actions row={row} />
    </header>
  );
}

function Origin({ row, account }: Pick<DetailsHeadProps, 'row' | 'account'>) {
  const { checkedAt } = row.finding;
  return (
    <p className={css['origin']}>
      {checkedAt === null && findingWords.unchecked}
      {checkedAt !== null && (
        <>
          {row.source === 'kept' ? 'Kept here, asked ' : 'Asked '}
          <Age at={checkedAt} />
        </>
      )}
      {account !== null && account !== '' && ` · ${account}`}
      {row.missed && ' · The last asking brought no answer'}
    </p>
  );
}

function Actions({ row }: Pick<DetailsHeadProps, 'row'>) {
  const { search, route } = useStores();
  const copy = useCopy();
  const { domain, unicode } = row.name;
  const isFree = row.finding.kind === 'available' || row.finding.kind === 'premium';
  return (
    <div className={css['actions']}>
      {isFree && (
        <Button
          leftSection={<IconShoppingCart size={14} aria-hidden />}
          onClick={() => route.actions.goToRegister([domain], null)}
        >
          Register…
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={row.asking}
        onClick={() => search.actions.lookAgain([domain])}
      >
        Look again
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => copy([unicode])}
      >
        Copy
      </Button>
      {domain !== unicode && (
        <Button variant="default" onClick={() => copy([domain])}>
          Copy the A-label form
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconListSearch size={14} aria-hidden />}
        onClick={() => route.actions.goToBulk({ kind: 'new', names: unicode })}
      >
        New bulk look-up
      </Button>
    </div>
  );
}

/** Every field of the answer in readable form, with the raw answer folded. */
export function Answer({ fields, answer }: Pick<FindingDetails, 'fields' | 'answer'>) {
  const [raw, setRaw] = useState(false);
  if (fields.length === 0 && answer === '') return null;
  return (
    <section>
      <h3 className={css['section']}>Every field of the answer</h3>
      {fields.length === 0 && <p className={css['quiet']}>The answer has none for this name.</p>}
      <dl className={css['fields']}>
        {fields.map(({ path, value }) => (
          <div key={path} className={css['field']}>
            <dt>{path}</dt>
            <dd className="mono selectable">
              {value === '' ? <span className={css['quiet']}>empty</span> : value}
            </dd>
          </div>
        ))}
      </dl>
      {answer !== '' && (
        <Button
          variant="subtle"
          className={css['disclose']}
          aria-expanded={raw}
          leftSection={
            raw ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />
          }
          onClick={() => setRaw(!raw)}
        >
          The answer as JSON
        </Button>
      )}
      {raw && (
        <pre className={`${css['raw'] ?? ''} selectable`} tabIndex={0} aria-label="The answer as JSON">
          {answer}
        </pre>
      )}
    </section>
  );
}

/** The prices as given, by period. Prices that were not given are marked as such. */
export function Prices({ prices }: { readonly prices: PriceList }) {
  return (
    <section>
      <h3 className={css['section']}>Prices</h3>
      {prices.length === 0 ? (
        <p className={css['quiet']}>Not given</p>
      ) : (
        <table className={css['prices']}>
          <thead>
            <tr>
              <th scope="col">Period</th>
              <th scope="col">Register</th>
              <th scope="col">Transfer</th>
              <th scope="col">Renew</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <tr key={price.period}>
                <th scope="row">{price.period === 1 ? '1 year' : `${price.period} years`}</th>
                <Cell price={price.register} />
                <Cell price={price.transfer} />
                <Cell price={price.renew} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const Cell = ({ price }: { readonly price: Price }) => <td data-kind={price.kind}>{priceText(price)}</td>;
