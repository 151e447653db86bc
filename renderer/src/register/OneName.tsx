import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { yearsText } from '#shared/changes/kind.ts';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import { priceText, registrationPrice } from '#shared/domain/finding.ts';
import { useStores } from '../app-stores.ts';
import { ChangeFlow } from '../changes/ChangeFlow.tsx';
import {
  DomainName,
  DraftNote,
  LastChange,
  OneYearBeside,
  RenewsAt,
  useLastChange,
} from '../changes/ChangeParts.tsx';
import { useCurrency } from '../ui/currency.ts';
import { Age } from '../ui/Formats.tsx';
import { FindingMark, findingWords, unknownWords, wordOf } from '../ui/Marks.tsx';
import { Fact, Facts, openDomain } from '../ui/PageParts.tsx';
import { viewOwned } from '../search/owned.ts';
import { ErrorState } from '../ui/States.tsx';
import { Offered } from './Offered.tsx';
import { isShownAtItsField, OrderForm, StillEmpty } from './OrderForm.tsx';
import { Credit, OrderFrame } from './OrderFrame.tsx';
import { notOrderable, type Order, useOrder } from './order.ts';
import type { RegisterStore } from './register-store.ts';
import type { Finding } from '../client.ts';
import { tookEffect } from '#shared/domain/change.ts';
import { type FlowState, isBusy, useChange } from '../changes/flow-store.ts';
import { valueOf } from '../remote.ts';
import { useAction } from '../use-action.ts';
import { useDefaults } from './order-start.ts';

interface Props {
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
  readonly store: RegisterStore;
}

/** One name: the lookup at the right, the order form at the left. */
export function OneName({ accountId, domain, store }: Props) {
  const order = useOrder({ accountId, name: domain }, store);
  const isDone = isOurs(order);
  return (
    <OrderFrame
      accountId={accountId}
      label={`Order of ${nameInText(domain)}`}
      tries={order.tries}
      asideLabel="The name and its order"
      asideWidth="clamp(288px, 26vw, 360px)"
      aside={
        <Stack flex={1} mih={0} px="lg" pt="md" pb="lg" style={{ overflowY: 'auto' }}>
          {isDone ? (
            <OrderedName accountId={accountId} domain={domain} />
          ) : (
            <>
              <NameCard order={order} />
              <Ordering accountId={accountId} order={order} />
            </>
          )}
        </Stack>
      }
    >
      <ChangeFlow flow={order.flow} isAtItsField={isShownAtItsField} />
      {!isDone && <Offered order={order} />}
      {isDone ? (
        <AfterOrder accountId={accountId} domain={domain} store={store} />
      ) : (
        <OrderForm order={order} />
      )}
    </OrderFrame>
  );
}

const isOurs = ({ state }: Order): boolean =>
  state.step === 'over' && (state.change.state === 'confirmed' || state.change.state === 'applied');

function NameCard({ order }: { readonly order: Order }) {
  const { accountId, domain, lookUp, isOwn } = order;
  const { periodYears } = order.form;
  const stores = useStores();
  const { finding, isAsking, error } = useStore(lookUp);
  const prices = finding?.prices ?? [];
  const price = registrationPrice(prices, periodYears);
  const currency = useCurrency(accountId);
  return (
    <Stack gap="sm" align="flex-start">
      <DomainName domain={domain} />
      <div role="status">
        <Found finding={finding} isAsking={isAsking} isOwn={isOwn} />
      </div>
      {isOwn && (
        <Button
          variant="filled"
          onClick={() => void viewOwned(stores, { accountId, domain, unicode: toUnicode(domain) })}
        >
          View domain
        </Button>
      )}
      {error !== null && <ErrorState isRead error={error} about="Couldn’t look it up just now" />}
      <Button leftSection={<IconRefresh size={14} aria-hidden />} loading={isAsking} onClick={lookUp.start}>
        Check again
      </Button>
      <Facts nameWidth={120}>
        <Fact name={`Price for ${yearsText(periodYears)}`}>
          <span className="figures">{priceText(price, currency)}</span>
          {price.kind !== 'given' && <OneYearBeside accountId={accountId} prices={prices} />}
        </Fact>
        <RenewsAt accountId={accountId} prices={prices} />
        <Credit accountId={accountId} />
      </Facts>
    </Stack>
  );
}

/** A name that was ordered: the earlier finding no longer applies. */
const OrderedName = ({ accountId, domain }: Pick<Order, 'accountId' | 'domain'>) => (
  <Stack gap="sm" align="flex-start">
    <DomainName domain={domain} />
    <Facts nameWidth={120}>
      <Credit accountId={accountId} />
    </Facts>
  </Stack>
);

interface FoundProps {
  readonly finding: Finding | null;
  readonly isAsking: boolean;
  readonly isOwn: boolean;
}

function Found({ finding, isAsking, isOwn }: FoundProps) {
  if (finding === null)
    return (
      <Text c="dimmed" maw={640}>
        {isAsking ? 'Looking it up…' : findingWords.unchecked}
      </Text>
    );
  const kind = isOwn ? 'yours' : finding.kind;
  const why = notOrderable({ ...finding, kind });
  return (
    <>
      <Group component="p" gap="4px 8px" data-kind={kind}>
        <FindingMark kind={kind} decorative />
        <strong>{wordOf({ ...finding, kind })}</strong>
        {finding.checkedAt !== null && (
          <Text span c="dimmed">
            <span className="spoken">, </span>checked <Age at={finding.checkedAt} />
          </Text>
        )}
      </Group>
      {finding.cause !== null && (
        <Text c="dimmed" maw={640}>
          {unknownWords[finding.cause]}
        </Text>
      )}
      {finding.message !== '' && (
        <p className="selectable">
          The service says: “<bdi>{finding.message}</bdi>”
        </p>
      )}
      {why !== null && <p>{why}</p>}
    </>
  );
}

interface OrderingProps {
  readonly accountId: string;
  readonly order: Order;
}

/** The draft, the button for the review, and the result of the last attempt. */
function Ordering({ accountId, order }: OrderingProps) {
  const { editor, canReview, review, reset, domain } = order;
  const last = useLastChange(accountId, domain, 'register');
  return (
    <Stack gap="sm" pt="md" className="line-above">
      <DraftNote state={editor.state} />
      <Group gap="sm">
        <Button variant="filled" disabled={!canReview} onClick={review}>
          Review…
        </Button>
        {(editor.state.typed !== null || order.form !== order.start.form) && (
          <Button onClick={reset}>Reset</Button>
        )}
      </Group>
      <StillEmpty order={order} />
      <Text c="dimmed" maw={640}>
        Nothing is ordered until you review it and type the name.
      </Text>
      {last === null ? (
        <Text c="dimmed" maw={640}>
          No order for this name from here yet
        </Text>
      ) : (
        <LastChange change={last} />
      )}
    </Stack>
  );
}

/** What comes after a name was registered: the next one, its lock, its expiry. */
function AfterOrder({ accountId, domain, store }: Props) {
  const stores = useStores();
  const { names, at } = useStore(store);
  const next = names[at + 1];
  const sync = useChange({ accountId, name: domain }, 'sync');
  const lock = useChange({ accountId, name: domain }, 'lock');
  const syncing = useStore(sync);
  const locking = useStore(lock);
  const isLocked = useIsLocked(accountId, domain, locking);
  const locksFirst = useDefaults(accountId).locksAfter && !isLocked;
  const lockIt = !isLocked && (
    <Button
      variant={locksFirst ? 'filled' : 'default'}
      disabled={isBusy(locking)}
      onClick={() => lock.actions.begin({ kind: 'lock', state: 'locked' })}
    >
      Lock it…
    </Button>
  );
  return (
    <Stack gap={12} py="sm">
      <WhatNow domain={domain} isLocked={isLocked} hasNext={next !== undefined} />
      <Group gap="sm">
        {locksFirst && lockIt}
        {next !== undefined && (
          <Button variant={locksFirst ? 'default' : 'filled'} onClick={() => store.actions.goTo(at + 1)}>
            {/* One element: a space at the end of a text beside another element is dropped. */}
            <span>
              Next: <bdi dir="ltr">{toUnicode(next)}</bdi>
            </span>
          </Button>
        )}
        <Button
          variant={next === undefined && !locksFirst ? 'filled' : 'default'}
          onClick={() => openDomain(stores, { accountId, domain, tab: 'overview' })}
        >
          View domain
        </Button>
        {!locksFirst && lockIt}
        <Button disabled={isBusy(syncing)} onClick={() => sync.actions.begin({ kind: 'sync' })}>
          Have the service read it again…
        </Button>
        {next === undefined && <Button onClick={store.actions.end}>Register another name</Button>}
      </Group>
      <ChangeFlow flow={lock} />
      <ChangeFlow flow={sync} />
    </Stack>
  );
}

interface WhatNowProps {
  readonly domain: string;
  readonly isLocked: boolean;
  readonly hasNext: boolean;
}

const WhatNow = ({ domain, isLocked, hasNext }: WhatNowProps) => (
  <p>
    <span className="mono">{toUnicode(domain)}</span> is now in your domains. Have the service read it again
    to see when it expires.
    {isLocked && ' It is locked.'}
    {hasNext && ' The next name begins with the same settings.'}
  </p>
);

/** Whether the domain is known to be locked: its lock is read once it was registered, and some services lock it themselves. */
function useIsLocked(accountId: string, domain: string, locking: FlowState): boolean {
  const [found] = useAction('domains', 'find', { accountId, domain });
  const wasLocked = locking.step === 'over' && tookEffect(locking.change);
  return wasLocked || valueOf(found)?.lock?.value === 'locked';
}
