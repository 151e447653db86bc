import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { registrationPrice } from '#shared/domain/price.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { findingWords, unknownWords } from '../../../components/finding-words.ts';
import { FindingMark } from '../../../components/FindingMark.tsx';
import type { Finding } from '../../../lib/nouns.ts';
import { priceText } from '../../../lib/price-text.ts';
import { valueOf } from '../../../lib/remote.ts';
import { yearsText } from '../../change/ask-words.ts';
import { DomainName } from '../../change/DomainName.tsx';
import css from '../register.module.css';
import { notOrderable } from './finding-words.ts';
import type { LookUpStore } from './look-up-store.ts';

interface Props {
  /** With which it is ordered. */
  readonly accountId: string;
  readonly domain: string;
  readonly lookUp: LookUpStore;
  readonly periodYears: number;
}

/** The name, what is known of it just now, and what it costs as far as that was given. */
export function NameCard({ accountId, domain, lookUp, periodYears }: Props) {
  const { finding, isAsking, error } = useStore(lookUp);
  return (
    <div className={css['card']}>
      <DomainName domain={domain} />
      <div role="status">
        <Found finding={finding} isAsking={isAsking} />
      </div>
      {error !== null && <ErrorState error={error} about="It could not be looked up just now" />}
      <Button
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={isAsking}
        onClick={lookUp.look}
      >
        Look again
      </Button>
      <dl className={css['facts']}>
        <div>
          <dt>Price for {yearsText(periodYears)}</dt>
          <dd className="figures selectable">
            {priceText(registrationPrice(finding?.prices ?? [], periodYears))}
          </dd>
        </div>
        <Credit accountId={accountId} />
      </dl>
    </div>
  );
}

/** A name that is ours: what was found of it before no longer holds. */
export const OrderedName = ({ accountId, domain }: Pick<Props, 'accountId' | 'domain'>) => (
  <div className={css['card']}>
    <DomainName domain={domain} />
    <dl className={css['facts']}>
      <Credit accountId={accountId} />
    </dl>
  </div>
);

interface FoundProps {
  readonly finding: Finding | null;
  readonly isAsking: boolean;
}

function Found({ finding, isAsking }: FoundProps) {
  if (finding === null)
    return <p className={css['quiet']}>{isAsking ? 'Looking it up…' : findingWords.unchecked}</p>;
  const why = notOrderable(finding);
  return (
    <>
      <p className={css['finding']} data-kind={finding.kind}>
        <FindingMark kind={finding.kind} decorative />
        <strong>{findingWords[finding.kind]}</strong>
        {finding.checkedAt !== null && (
          <span className={css['quiet']}>
            asked <Age at={finding.checkedAt} />
          </span>
        )}
      </p>
      {finding.cause !== null && <p className={css['quiet']}>{unknownWords[finding.cause]}</p>}
      {finding.message !== '' && <p className="selectable">The service says: “{finding.message}”</p>}
      {why !== null && <p>{why}</p>}
    </>
  );
}

/** What is known of the header's account alone. */
function Credit({ accountId }: Pick<Props, 'accountId'>) {
  const status = useStore(useStores().status, (state) => valueOf(state.status));
  const credit = status?.accountId === accountId ? status.credit : null;
  return (
    <div>
      <dt>Credit now</dt>
      <dd>
        {credit === null ? (
          'not read'
        ) : (
          <>
            <span className="figures">{credit.amount}</span>, <Age at={credit.readAt} />
          </>
        )}
      </dd>
    </div>
  );
}
