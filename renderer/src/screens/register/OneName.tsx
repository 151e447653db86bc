import { useEffect, useRef } from 'react';
import { ChangeFlow } from '../change/ChangeFlow.tsx';
import { Hindrance } from '../change/Hindrance.tsx';
import { After } from './After.tsx';
import { NameCard, OrderedName } from './name/NameCard.tsx';
import { Ordering } from './order/Ordering.tsx';
import { OrderForm } from './order/OrderForm.tsx';
import { isShownAtItsField } from './order/refusals.ts';
import css from './register.module.css';
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
        <Hindrance />
        <ChangeFlow flow={order.flow} isAtItsField={isShownAtItsField} />
        {isDone ? <After domain={domain} store={store} /> : <OrderForm order={order} />}
      </div>
      <aside className={css['side']} aria-label="The name and its order">
        {isDone ? (
          <OrderedName domain={domain} />
        ) : (
          <>
            <NameCard domain={domain} lookUp={order.lookUp} periodYears={order.form.periodYears} />
            <Ordering accountId={accountId} order={order} />
          </>
        )}
      </aside>
    </div>
  );
}

const isOurs = ({ state }: Order): boolean =>
  state.step === 'over' && (state.change.state === 'confirmed' || state.change.state === 'applied');
