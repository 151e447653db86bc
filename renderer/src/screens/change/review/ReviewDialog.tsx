import { Button, Modal } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { OtherAccount } from '../../../components/OtherAccount.tsx';
import { askTitle, askVerb } from '../ask-words.ts';
import { isReady } from '../consent.ts';
import { DomainName } from '../DomainName.tsx';
import type { FlowActions } from '../flow-store.ts';
import type { Reviewing } from '../flow-state.ts';
import { FlowTrouble } from '../FlowTrouble.tsx';
import { Consent } from './Consent.tsx';
import { ForAccount } from './ForAccount.tsx';
import { Lines } from './Lines.tsx';
import css from './review.module.css';
import { ReviewFacts } from './ReviewFacts.tsx';
import { SentFields } from './SentFields.tsx';
import { Warnings } from './Warnings.tsx';

interface Props {
  readonly state: Reviewing;
  readonly actions: FlowActions;
}

/**
 * Everything there is to know before a change is sent, with one button that sends it. No form: Enter sends nothing unless that
 * button has the focus, and at first it has not.
 */
export function ReviewDialog({ state, actions }: Props) {
  const { review, ask, busy } = state;
  return (
    <Modal opened onClose={actions.close} title={askTitle(ask)} size={680}>
      <div className={css['review']} tabIndex={-1} data-autofocus>
        <OtherAccount accountId={review.accountId} />
        <div className={css['about']}>
          <DomainName domain={review.domain} />
          <ForAccount review={review} />
        </div>
        <Lines lines={review.lines} isNew={ask.kind === 'register' || ask.kind === 'renew'} />
        <Warnings warnings={review.warnings} />
        <ReviewFacts review={review} />
        <SentFields sent={review.sent} />
        <Consent state={state} actions={actions} />
        <Trouble state={state} lookAgain={actions.lookAgain} />
        <div className={css['end']}>
          <p className={css['once']} role="status">
            <IconLock size={14} stroke={1.75} aria-hidden />
            {busy === 'applying' ? waiting : 'Written down first, sent once.'}
          </p>
          <Button variant="default" disabled={busy === 'applying'} onClick={actions.close}>
            Cancel
          </Button>
          <Button
            color={ask.kind === 'child-delete' ? 'danger' : 'accent'}
            disabled={!isReady(state)}
            loading={busy === 'applying'}
            onClick={actions.confirm}
          >
            {askVerb(ask)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** A service that asked to be left alone is waited for no longer than that. */
const waiting = 'Reading once more, then waiting for a free place (at most 30 seconds)…';

const consentFields: readonly string[] = ['typedName', 'premiumAccepted'];

function Trouble({ state, lookAgain }: { readonly state: Reviewing; readonly lookAgain: () => void }) {
  const { error } = state;
  if (error === null) return null;
  if (error.kind === 'invalid-input' && consentFields.includes(error.field)) return null;
  return <FlowTrouble error={error} about="Not sent" lookAgain={lookAgain} />;
}
