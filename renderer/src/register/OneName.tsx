import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { registrationPrice } from '#shared/domain/finding.ts';
import { useStores } from '../app-stores.ts';
import { type Finding, valueOf } from '../bridge.ts';
import { ChangeFlow } from '../changes/ChangeFlow.tsx';
import { DisabledReason, DomainName, DraftNote, yearsText } from '../changes/FlowParts.tsx';
import { LastChange, useLastChange } from '../changes/LastChange.tsx';
import { Age, priceText } from '../ui/Formats.tsx';
import { FindingMark, findingWords, unknownWords } from '../ui/Marks.tsx';
import { openDomain, OtherAccount } from '../ui/PageParts.tsx';
import { ErrorState } from '../ui/States.tsx';
import { type LookupStore, notOrderable, type Order, useOrder } from './order.ts';
import { isShownAtItsField, OrderForm } from './OrderForm.tsx';
import { emptyForm, fullNameOf, type RegisterStore } from './register-store.ts';
import css from './register.module.css';

interface Props {
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
  readonly store: RegisterStore;
}

/** One name: the lookup at the right, the order form at the left. */
export function OneName({ accountId, domain, store }: Props) {
  const order = useOrder({ accountId, name: domain }, store);
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (order.tries > 0) main.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [order.tries]);
  useEffect(() => {
    // The element that opened this screen may be gone, and the keyboard focus with it: focus the form instead.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  const isDone = isOurs(order);
  return (
    <div className={css['one']}>
      <div ref={main} className={css['main']} tabIndex={-1}>
        <OtherAccount accountId={accountId} />
        <DisabledReason accountId={accountId} />
        <ChangeFlow flow={order.flow} isAtItsField={isShownAtItsField} />
        {!isDone && <Offered order={order} />}
        {isDone ? <After accountId={accountId} domain={domain} store={store} /> : <OrderForm order={order} />}
      </div>
      <aside className={css['side']} aria-label="The name and its order">
        {isDone ? (
          <OrderedName accountId={accountId} domain={domain} />
        ) : (
          <>
            <NameCard
              accountId={accountId}
              domain={domain}
              lookUp={order.lookUp}
              periodYears={order.form.periodYears}
            />
            <Ordering accountId={accountId} order={order} />
          </>
        )}
      </aside>
    </div>
  );
}

const isOurs = ({ state }: Order): boolean =>
  state.step === 'over' && (state.change.state === 'confirmed' || state.change.state === 'applied');

/** Offers the settings of an earlier, unrelated name. They are filled in only when the user asks. */
function Offered({ order: { offered, takeOffered } }: { readonly order: Order }) {
  if (offered === null) return null;
  const { registrant } = offered.form;
  const whose = [fullNameOf(registrant), registrant.companyname].filter((part) => part !== '').join(', ');
  return (
    <p className={css['offered']} role="note">
      <span>
        Last used for <span className="mono">{toUnicode(offered.domain)}</span>
        {whose !== '' && `: ${whose}`}
      </span>
      <Button variant="default" size="compact-sm" onClick={takeOffered}>
        Use the same
      </Button>
    </p>
  );
}

interface NameCardProps {
  /** The account of the order. */
  readonly accountId: string;
  readonly domain: string;
  readonly lookUp: LookupStore;
  readonly periodYears: number;
}

/** The name, its present finding, and the price as far as given. */
function NameCard({ accountId, domain, lookUp, periodYears }: NameCardProps) {
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

/** A name that was ordered: the earlier finding no longer applies. */
const OrderedName = ({ accountId, domain }: Pick<NameCardProps, 'accountId' | 'domain'>) => (
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

/** The credit; known for the active account only. */
function Credit({ accountId }: Pick<NameCardProps, 'accountId'>) {
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

interface OrderingProps {
  readonly accountId: string;
  readonly order: Order;
}

/** The draft, the button for the review, and the result of the last attempt. */
function Ordering({ accountId, order }: OrderingProps) {
  const { editor, canReview, review, reviewAnyway, reset, domain } = order;
  const last = useLastChange(accountId, domain, 'register');
  return (
    <div className={css['ordering']}>
      <DraftNote state={editor.state} />
      <div className={css['buttons']}>
        <Button disabled={!canReview} onClick={review}>
          Review…
        </Button>
        {reviewAnyway !== null && (
          <Button variant="default" onClick={reviewAnyway}>
            Send anyway…
          </Button>
        )}
        {(editor.state.typed !== null || order.form !== emptyForm) && (
          <Button variant="default" onClick={reset}>
            Reset
          </Button>
        )}
      </div>
      {reviewAnyway !== null && (
        <p className={css['missing']} role="status">
          Most registries refuse an order without the marked fields. Fill them in, or send it anyway.
        </p>
      )}
      <p className={css['quiet']}>
        Nothing is ordered before you have looked at the review and typed the name.
      </p>
      {last === null ? (
        <p className={css['quiet']}>Not tried from this computer yet</p>
      ) : (
        <LastChange change={last} />
      )}
    </div>
  );
}

interface AfterProps {
  readonly accountId: string;
  readonly domain: string;
  readonly store: RegisterStore;
}

/** The next steps after an order. */
function After({ accountId, domain, store }: AfterProps) {
  const stores = useStores();
  const { names, at } = useStore(store);
  const next = names[at + 1];
  return (
    <div className={css['after']}>
      <p>
        <span className="mono">{toUnicode(domain)}</span> stands among your domains now.
        {next !== undefined && ' The next name begins with the same settings.'}
      </p>
      <div className={css['buttons']}>
        {next !== undefined && (
          <Button onClick={() => store.actions.goTo(at + 1)}>Next: {toUnicode(next)}</Button>
        )}
        <Button
          variant={next === undefined ? 'filled' : 'default'}
          onClick={() => void openDomain(stores, { accountId, domain, tab: 'overview' })}
        >
          Open its page
        </Button>
        {next === undefined && (
          <Button variant="default" onClick={store.actions.end}>
            Register another name
          </Button>
        )}
      </div>
    </div>
  );
}
