import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import * as z from 'zod/mini';
import { changeTitle, kindOf, verificationOf } from '#shared/changes/index.ts';
import { familyOf } from '#shared/domain/change-kinds.ts';
import { type Change, isSuggestedBySync, isUncharged, type NextStep } from '#shared/domain/change.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { Age } from '../ui/Formats.tsx';
import { Choices, openDomain, OtherAccount } from '../ui/PageParts.tsx';
import { Notice } from '../ui/States.tsx';
import { DomainName, FlowTrouble, stepsInOrder, stepWords, useLastChange } from './ChangeParts.tsx';
import { EvidenceTable } from './ChangeStatus.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import type { OneStore } from './change-stores.ts';
import { changeOf, needsReview, useChange, waitingText } from './flow-store.ts';

interface Props {
  readonly store: OneStore;
  readonly change: Change;
  readonly onSettle: () => void;
}

/** The actions on the change. None of them sends an uncertain change again. */
export function Actions({ store, change, onSettle }: Props) {
  const doing = useStore(store, (state) => state.doing);
  const error = useStore(store, (state) => state.error);
  const isStillUncertain = useStore(store, (state) => state.isStillUncertain);
  const steps = stepsInOrder(change).filter((step) => step !== 'send' || !needsReview(error));
  return (
    <>
      {change.state === 'planned' && <OtherAccount accountId={change.accountId} />}
      <Trouble store={store} change={change} />
      <ReviewedAgain change={change} />
      {steps.length > 0 && (
        <Group gap="sm" mt={4}>
          {steps.map((step, index) => (
            <Button
              key={step}
              variant={index === 0 && step !== 'withdraw' ? 'filled' : 'default'}
              loading={doing === step && step !== 'settle'}
              disabled={doing !== null && doing !== step}
              onClick={() => (step === 'settle' ? onSettle() : void store.actions.act(step))}
            >
              {wordsOf(step, change)}
            </Button>
          ))}
        </Group>
      )}
      {isUncharged(change) && <SyncOf change={change} />}
      {doing === 'send' && <Hint>{waitingText}</Hint>}
      {isStillUncertain && change.state === 'uncertain' && change.readBackAt !== null && (
        <Text role="status">
          Checked again <Age at={change.readBackAt} />: still uncertain.
        </Text>
      )}
      {steps.includes('read-back') && <Hint>{verificationOf(change.what.kind).words.reads}</Hint>}
    </>
  );
}

/** Leads to the review of a sync of the change's domain. */
export function SyncOf({ change: { accountId, domain } }: Pick<Props, 'change'>) {
  const stores = useStores();
  return (
    <Group mt={4}>
      <Button
        variant="filled"
        onClick={() => {
          openDomain(stores, { accountId, domain, tab: 'overview' });
          changeOf(stores, { accountId, name: domain }, 'sync').actions.begin({ kind: 'sync' });
        }}
      >
        Have the service read it again…
      </Button>
    </Group>
  );
}

const Hint = ({ children }: { readonly children: string }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
);

const wordsOf = (step: NextStep, change: Change): string =>
  step === 'send' && change.attempts > 0 ? 'Send again' : stepWords[step];

function Trouble({ store, change }: Pick<Props, 'store' | 'change'>) {
  const { route } = useStores();
  const flow = useChange({ accountId: change.accountId, name: change.domain }, familyOf(change.what.kind));
  const error = useStore(store, (state) => state.error);
  const isReviewing = useStore(flow, (state) => 'planned' in state && state.planned?.id === change.id);
  if (error === null || isReviewing) return null;
  return (
    <FlowTrouble
      accountId={change.accountId}
      error={error}
      about="This was not done"
      recheck={() => {
        if (change.state === 'planned' && needsReview(error)) flow.actions.reviewAgain(change);
        else store.actions.readAgain();
        route.actions.goToChanges({ kind: 'list', changeId: change.id });
      }}
    />
  );
}

/** The review of a planned change that must be reviewed again; applying it sends that very change. */
function ReviewedAgain({ change }: Pick<Props, 'change'>) {
  const { actions, ...flow } = useChange(
    { accountId: change.accountId, name: change.domain },
    familyOf(change.what.kind),
  );
  const state = useStore(flow);
  const isMine = 'planned' in state && state.planned?.id === change.id;
  if (!isMine || state.step === 'preparing') return null;
  if (state.step === 'reviewing') return <ReviewDialog state={state} actions={actions} />;
  return (
    <FlowTrouble
      accountId={change.accountId}
      error={state.error}
      about="Not sent"
      recheck={actions.recheck}
      close={actions.close}
    />
  );
}

export type Verdict = 'applied' | 'not-applied';

interface ResolveDialogProps {
  readonly settle: (as: Verdict, note: string) => Promise<Result<Change> | null>;
  readonly change: Change;
  /** Chosen at the start, where it was told already. */
  readonly verdict?: Verdict | null;
  readonly onClose: () => void;
}

const resolution = z.object({
  verdict: z.pipe(z.string(), z.enum(['applied', 'not-applied'], 'Choose one of the two.')),
  note: z.string().check(z.trim(), z.minLength(1, 'Add a note: how do you know?')),
});

/** Records the user's decision on a change and its reason. It cannot be undone, because the journal is append-only. */
export function ResolveDialog({ settle, change, verdict = null, onClose }: ResolveDialogProps) {
  const { done, undone, verification } = kindOf(change.what.kind);
  const name = nameInText(change.domain);
  return (
    <FormDialog
      title={`Mark as done or not done: ${changeTitle(change.what)}`}
      size={600}
      schema={resolution}
      initialValues={{ verdict: verdict ?? '', note: '' }}
      showsMissing
      action="Save"
      hint="This can’t be undone."
      about="Not saved"
      onSubmit={(entered) => settle(entered.verdict, entered.note)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <div>
            <DomainName domain={change.domain} />
            <Text c="dimmed">
              {verification.words.elsewhere}, then say what happened. Nothing is sent to the service.
            </Text>
          </div>
          <EvidenceTable evidence={change.evidence} />
          <Choices
            legend="What happened?"
            choices={[
              { value: 'applied', label: <strong>Done</strong>, about: done(change.what, name) },
              { value: 'not-applied', label: <strong>Not done</strong>, about: undone(change.what, name) },
            ]}
            value={form.values.verdict === '' ? null : form.values.verdict}
            onChange={(chosen) => form.setFieldValue('verdict', chosen)}
            error={typeof form.errors['verdict'] === 'string' ? form.errors['verdict'] : null}
            hasFocus
          />
          <Textarea
            label="What did you see? (kept in the journal)"
            description="It stays in the journal, so don’t enter names, addresses or other personal data."
            maxLength={2_000}
            rows={3}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}

interface UnchargedProps {
  readonly of: { readonly accountId: string; readonly name: string };
  /** The last sync of the domain; null where there is none. */
  readonly sync: Change | null;
}

/** Beside the sync: that it decides whether an order that was accepted and not charged was done. Until one has shown the expiry since. */
export function UnchargedOrder({ of: { accountId, name }, sync }: UnchargedProps) {
  const orders = [useLastChange(accountId, name, 'renew'), useLastChange(accountId, name, 'register')];
  const isDecided = ({ sentAt }: Change): boolean =>
    sync !== null && sync.syncAnswer?.expiresOn != null && (sync.sentAt ?? '') > (sentAt ?? '');
  const order = orders.find((one) => one !== null && isUncharged(one) && !isDecided(one)) ?? null;
  if (order === null) return null;
  return (
    <Notice>
      {changeTitle(order.what)}, change {order.number}, was accepted and is not yet charged: it may never have
      been done. Have the service read it again: the expiry that it shows decides.
    </Notice>
  );
}

/** A sync that shows what an uncertain renewal of its domain was to bring leads to settling it. */
export function SuggestedRenewal({ sync: { accountId, domain } }: { readonly sync: Change }) {
  const { bridge, route } = useStores();
  const [isMarking, setMarking] = useState(false);
  const renewal = useLastChange(accountId, domain, 'renew');
  if (renewal === null || !isSuggestedBySync(renewal)) return null;
  return (
    <Notice
      actions={
        <Group gap="sm">
          <Button size="compact-sm" onClick={() => setMarking(true)}>
            Mark as done…
          </Button>
          <Button
            size="compact-sm"
            onClick={() => route.actions.goToChanges({ kind: 'list', changeId: renewal.id })}
          >
            Open change {renewal.number}
          </Button>
        </Group>
      }
    >
      Suggests: done. The expiry is later by the whole period of the uncertain renewal, change{' '}
      {renewal.number}.
      {isMarking && (
        <ResolveDialog
          change={renewal}
          settle={(as, note) => bridge.request.changes.settle({ id: renewal.id, as, note })}
          onClose={() => setMarking(false)}
        />
      )}
    </Notice>
  );
}
