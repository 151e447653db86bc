import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconListSearch, IconRefresh, IconShoppingCart, IconX } from '@tabler/icons-react';
import { useStores } from '../../app-stores.ts';
import { Age } from '../../components/Age.tsx';
import { findingWords, unknownWords } from '../../components/finding-words.ts';
import { FindingMark } from '../../components/FindingMark.tsx';
import css from './details.module.css';
import type { Row } from './rows.ts';
import { useCopy } from './use-copy.ts';

interface Props {
  readonly row: Row;
  /** The label of the account that asked; null until it is read. */
  readonly account: string | null;
  readonly onClose: () => void;
}

/** The name in both forms, its finding, where that comes from, and what can be done with it. */
export function DetailsHead({ row, account, onClose }: Props) {
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

function Origin({ row, account }: Pick<Props, 'row' | 'account'>) {
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

function Actions({ row }: Pick<Props, 'row'>) {
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
