import { Button } from '@mantine/core';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useEffect, useRef } from 'react';
import { OtherAccount } from '../../components/OtherAccount.tsx';
import { ChangeFlow } from '../change/ChangeFlow.tsx';
import { Hindrance } from '../change/Hindrance.tsx';
import { After } from './After.tsx';
import { NameCard, OrderedName } from './name/NameCard.tsx';
import { Ordering } from './order/Ordering.tsx';
import { OrderForm } from './order/OrderForm.tsx';
import { isShownAtItsField } from './order/refusals.ts';
import css from './register.module.css';
import { fullNameOf } from './register-form.ts';
import type { RegisterStore } from './register-store.ts';
import { type Order, useOrder } from './use-order.ts';

interface Props {
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
  readonly store: RegisterStore;
}

/** One name: what is known of it at the right, what it is ordered with at the left. */
export function OneName({ accountId, domain, store }: Props) {
  const order = useOrder({ accountId, name: domain }, store);
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (order.tries > 0) main.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [order.tries]);
  useEffect(() => {
    // What led here may be gone, and the keyboard with it: then it goes on from here.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  const isDone = isOurs(order);
  return (
    <div className={css['one']}>
      <div ref={main} className={css['main']} tabIndex={-1}>
        <OtherAccount accountId={accountId} />
        <Hindrance accountId={accountId} />
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

/** What was ordered with before, for a name that has nothing to do with it: one press away, never filled in unasked. */
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
