import { Button } from '@mantine/core';
import { DraftNote } from '../../change/draft/DraftNote.tsx';
import { LastChange } from '../../change/LastChange.tsx';
import { useLastChange } from '../../change/last-changes.ts';
import css from '../register.module.css';
import { emptyForm } from '../register-form.ts';
import type { Order } from '../use-order.ts';

interface Props {
  readonly accountId: string;
  readonly order: Order;
}

/** What was typed and not sent, the way on with it, and what became of the last try. */
export function Ordering({ accountId, order }: Props) {
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
