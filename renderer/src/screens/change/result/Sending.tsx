import { Button, Loader } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { format } from '../../../lib/format.ts';
import { createTicker, TickerContext, useNowMs } from '../../../lib/ticker.ts';
import css from '../change.module.css';
import type { Followed } from '../flow-state.ts';
import type { FlowActions } from '../flow-store.ts';
import { type Step, stepsOf } from './step-words.ts';

/** Seconds are waited for here, where ages tick by tens of them. */
const everySecond = createTicker(Date.now, 1_000);

interface Props extends Pick<Followed, 'change' | 'entries'> {
  readonly actions: Pick<FlowActions, 'cancel'>;
}

/** How far a change is: written down, sent, read back. It goes on when one leaves. */
export const Sending = ({ change, entries, actions }: Props) => (
  <TickerContext value={everySecond}>
    <ol className={css['steps']}>
      {stepsOf(change, entries).map((step) => (
        <StepLine key={step.text} step={step} />
      ))}
    </ol>
    <p className={css['quiet']}>
      You can go on with something else: this goes on by itself, and Changes has it.
    </p>
    {change.state === 'planned' && (
      <Button variant="default" w="fit-content" onClick={actions.cancel}>
        Cancel
      </Button>
    )}
  </TickerContext>
);

const StepLine = ({ step }: { readonly step: Step }) => (
  <li
    className={css['step']}
    data-state={step.state}
    aria-current={step.state === 'now' ? 'step' : undefined}
  >
    <span className={css['stepMark']}>
      {step.state === 'done' && <IconCheck size={16} stroke={1.75} aria-hidden />}
      {step.state === 'now' && <Loader size={14} aria-hidden />}
      {step.state === 'later' && <IconPoint size={16} stroke={1.75} aria-hidden />}
    </span>
    <span>{step.text}</span>
    {step.state === 'now' && step.at !== null && <Waited since={step.at} />}
  </li>
);

/** Seen, and left out of what is read out: a screen reader would count aloud. */
function Waited({ since }: { readonly since: string }) {
  const nowMs = useNowMs();
  return (
    <span className={`figures ${css['quiet'] ?? ''}`} aria-hidden>
      {format.duration(Math.max(0, nowMs - Date.parse(since)))}
    </span>
  );
}
