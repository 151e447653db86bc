import { Box, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useStore } from 'zustand';
import { changeTitle, verificationOf } from '#shared/changes/index.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import {
  type Change,
  isAccepted,
  isUncharged,
  type JournalEntry,
  type NextStep,
} from '#shared/domain/change.ts';
import { assertNever } from '#shared/result.ts';
import { createTicker, format, TickerContext, useNowMs } from '../ui/Formats.tsx';
import { OutcomePanel } from '../ui/States.tsx';
import { ResolveDialog, SyncOf } from './ChangeActions.tsx';
import { FlowTrouble, stepsInOrder, stepWords } from './ChangeParts.tsx';
import { ChangeStateMark } from './ChangeStateMark.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import {
  type FlowActions,
  type FlowState,
  type FlowStore,
  type Followed,
  needsReview,
  waitingText,
} from './flow-store.ts';
import { useStores } from '../app-stores.ts';
import { CostFacts, HowWeKnow, statusWords, SyncAnswerFacts } from './ChangeStatus.tsx';
import css from './change.module.css';

interface Props {
  readonly flow: FlowStore;
  /** Whether the editor itself shows errors for this field. */
  readonly isAtItsField?: (field: string) => boolean;
}

/** A change that was started in the editor: review, progress and result. Draws nothing where there is none. */
export function ChangeFlow({ flow, isAtItsField = () => false }: Props) {
  const state = useStore(flow);
  const { actions } = flow;
  switch (state.step) {
    case 'idle':
      return null;
    case 'reviewing':
      return <ReviewDialog state={state} actions={actions} />;
    case 'failed': {
      const { error } = state;
      if (error.kind === 'invalid-input' && isAtItsField(error.field.replace(/^ask\./, ''))) return null;
      return (
        <FlowTrouble
          accountId={flow.accountId}
          error={error}
          about="Not sent"
          recheck={actions.recheck}
          close={actions.close}
        />
      );
    }
    case 'preparing':
    case 'sending':
    case 'over':
      return <Panel state={state} actions={actions} />;
    default:
      return assertNever(state);
  }
}

interface PanelProps extends Pick<FlowStore, 'actions'> {
  readonly state: Extract<FlowState, { readonly step: 'preparing' | 'sending' | 'over' }>;
}

function Panel({ state, actions }: PanelProps) {
  const title = changeTitle(state.ask);
  return (
    <OutcomePanel label={title} tone={toneOf(state)} step={state.step} maw={720} py={12}>
      <Stack gap="sm">
        {state.step !== 'over' && (
          <Title order={4} fz="md">
            {title}
          </Title>
        )}
        {state.step === 'preparing' && (
          <Group component="p" gap="sm">
            <Loader size={14} aria-hidden />
            Checking current settings. Nothing is sent yet.
          </Group>
        )}
        {state.step === 'sending' && <Sending {...state} actions={actions} />}
        {state.step === 'over' && <ChangeResult state={state} actions={actions} />}
      </Stack>
    </OutcomePanel>
  );
}

/** Of its frame: green only where more than the service's own answer shows that it was done. */
function toneOf(state: PanelProps['state']): ComponentProps<typeof OutcomePanel>['tone'] {
  if (state.step !== 'over') return 'plain';
  return isAccepted(state.change) ? 'plain' : (tones[state.change.state] ?? 'plain');
}

const tones: Partial<Readonly<Record<ChangeState, 'fine' | 'caution' | 'danger'>>> = {
  confirmed: 'fine',
  applied: 'fine',
  uncertain: 'caution',
  planned: 'caution',
  refused: 'danger',
  'not-applied': 'danger',
};

/** Ticks every second: the shared ticker for ages is too slow for waiting times. */
const everySecond = createTicker(Date.now, 1_000);

interface SendingProps extends Pick<Followed, 'change' | 'entries'> {
  readonly actions: Pick<FlowActions, 'cancel'>;
}

/** The progress of a change: journal entry, sending, read-back. It continues when the screen is left. */
const Sending = ({ change, entries, actions }: SendingProps) => (
  <TickerContext value={everySecond}>
    <ol>
      {stepsOf(change, entries).map((step) => (
        <StepLine key={step.text} step={step} />
      ))}
    </ol>
    <Text c="dimmed">You can keep working; follow it in Activity.</Text>
    {change.state === 'planned' && (
      <Button w="fit-content" onClick={actions.cancel}>
        Cancel
      </Button>
    )}
  </TickerContext>
);

const StepLine = ({ step }: { readonly step: Step }) => (
  <Group
    component="li"
    gap="sm"
    mih={28}
    c={stepColours[step.state]}
    aria-current={step.state === 'now' ? 'step' : undefined}
  >
    <Box component="span" display="grid" w={16} style={{ placeItems: 'center' }}>
      {step.state === 'done' && <IconCheck size={16} stroke={1.75} aria-hidden />}
      {step.state === 'now' && <Loader size={14} aria-hidden />}
      {step.state === 'later' && <IconPoint size={16} stroke={1.75} aria-hidden />}
    </Box>
    {step.state === 'later' && <span className="spoken">Next: </span>}
    <span>{step.text}</span>
    {step.state === 'now' && step.at !== null && <Waited since={step.at} />}
  </Group>
);

const stepColours = { done: 'dimmed', now: 'inherit', later: 'var(--nd-faint)' } as const;

/** Hidden from screen readers, which would read every second. */
function Waited({ since }: { readonly since: string }) {
  const nowMs = useNowMs();
  return (
    <Text span c="dimmed" className="figures" aria-hidden>
      {format.duration(Math.max(0, nowMs - Date.parse(since)))}
    </Text>
  );
}

interface Step {
  readonly text: string;
  readonly state: 'done' | 'now' | 'later';
  /** When the step began or, where it is done, when it ended. */
  readonly at: string | null;
}

/** The steps of a change in progress, in words. Where its journal entries are not loaded yet, the change itself is used. */
export function stepsOf(change: Change, entries: readonly JournalEntry[]): readonly Step[] {
  const sentAt = lastAt(entries, 'sending') ?? change.sentAt;
  const answeredAt = change.state === 'sending' ? lastAt(entries, 'answered') : null;
  const isAnswered = answeredAt !== null && (sentAt === null || answeredAt >= sentAt);
  return [
    { text: `Logged as change ${change.number}`, state: 'done', at: change.createdAt },
    sending(sentAt, isAnswered),
    {
      text: verificationOf(change.what.kind).words.step,
      state: isAnswered ? 'now' : 'later',
      at: isAnswered ? answeredAt : null,
    },
  ];
}

function sending(sentAt: string | null, isAnswered: boolean): Step {
  if (sentAt === null) {
    return { text: 'Waiting for a free slot (at most 30 seconds)…', state: 'now', at: null };
  }
  return isAnswered
    ? { text: 'Sent and answered', state: 'done', at: sentAt }
    : { text: 'Sent once, waiting for the answer', state: 'now', at: sentAt };
}

const lastAt = (entries: readonly JournalEntry[], type: JournalEntry['event']['type']): string | null =>
  entries.findLast((entry) => entry.event.type === type)?.at ?? null;

interface ResultProps {
  readonly state: Extract<FlowState, { readonly step: 'over' }>;
  readonly actions: FlowActions;
}

/** The outcome of a change, its cost, how it is known, and the next steps. */
function ChangeResult({ state, actions }: ResultProps) {
  const { change, error } = state;
  const { answer, why, next } = statusWords(change);
  return (
    <>
      <Group gap="4px 12px" align="baseline">
        <Title order={4} fz="md">
          {answer}
        </Title>
        <ChangeStateMark of={change} />
      </Group>
      {[why, next].map(
        (line) =>
          line !== null && (
            <p key={line} className="selectable">
              {line}
            </p>
          ),
      )}
      <CostFacts change={change} />
      {change.syncAnswer !== null && <SyncAnswerFacts syncAnswer={change.syncAnswer} />}
      <HowWeKnow change={change} />
      {isUncharged(change) && <SyncOf change={change} />}
      {error !== null && (
        <FlowTrouble accountId={change.accountId} error={error} recheck={() => again(state, actions)} />
      )}
      {state.doing === 'send' && <Text c="dimmed">{waitingText}</Text>}
      <NextSteps state={state} actions={actions} />
    </>
  );
}

/** The action after a refusal: an outdated review is done again, everything else is sent again. */
function again({ change, error }: ResultProps['state'], { act, reviewAgain }: FlowActions): void {
  if (change.state === 'planned' && needsReview(error)) reviewAgain(change);
  else act(change.state === 'planned' ? 'send' : 'read-back');
}

function NextSteps({ state, actions }: ResultProps) {
  const { bridge, route } = useStores();
  const { goToChanges } = route.actions;
  const [isMarking, setMarking] = useState(false);
  const { change, doing, error } = state;
  // The error that kept the change from being sent describes the next step itself.
  const isReviewed = change.state === 'planned' && error === null && needsReview(change.error);
  const openChange = () => goToChanges({ kind: 'list', changeId: change.id });
  return (
    <Group gap="sm" className={css['ways'] ?? ''} aria-live="off">
      {isReviewed && (
        <Button variant="filled" onClick={() => actions.reviewAgain(change)}>
          Review again
        </Button>
      )}
      {nextStepsOf(state).map((step, index) =>
        step === 'settle' ? (
          <Button key={step} variant={index === 0 ? 'filled' : 'default'} onClick={() => setMarking(true)}>
            Mark as done or not done…
          </Button>
        ) : (
          <Button
            key={step}
            variant={index === 0 && step !== 'withdraw' ? 'filled' : 'default'}
            loading={doing === step}
            disabled={doing !== null && doing !== step && !(doing === 'send' && step === 'withdraw')}
            onClick={() => actions.act(step)}
          >
            {step === 'send' ? 'Send again' : stepWords[step]}
          </Button>
        ),
      )}
      <Button variant="subtle" aria-label={`Details of change ${change.number}`} onClick={openChange}>
        Details
      </Button>
      <Button variant="subtle" onClick={actions.close}>
        Close
      </Button>
      {isMarking && change.next.includes('settle') && (
        <ResolveDialog
          change={change}
          settle={(as, note) => bridge.request.changes.settle({ id: change.id, as, note })}
          onClose={() => setMarking(false)}
        />
      )}
    </Group>
  );
}

/** The next steps; sending is left out where a new review is needed. */
const nextStepsOf = ({ change, error }: ResultProps['state']): readonly NextStep[] =>
  stepsInOrder(change).filter((step) => step !== 'send' || !needsReview(error ?? change.error));
