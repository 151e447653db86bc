import { Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import { type ChangeAsk, changeTitle } from '#shared/changes/index.ts';
import { useStores } from '../app-stores.ts';
import { counted } from '../ui/Formats.tsx';
import { OutcomePanel } from '../ui/States.tsx';
import type { FlowState, FlowStore, Reviewing } from './flow-store.ts';

/** So long a person can take it back. */
const waitS = 5;
/** A second that took so much longer was slept through, or the clock was set: nobody has seen it pass. In milliseconds. */
const slackMs = 3_000;

/**
 * Whether a review leaves nothing to decide: it says what is and what will be, and has nothing to say or to ask before. Any other is shown
 * as a dialog, as is that of a change which was planned before.
 */
function isPlain(state: FlowState): state is Reviewing {
  if (state.step !== 'reviewing' || state.planned !== null) return false;
  if (state.error !== null || state.busy === 'looking') return false;
  const { remarks, asksFor, lines, price } = state.review;
  const asksNothing = !asksFor.typedName && !asksFor.premium && asksFor.limits.length === 0;
  const isKnown = lines.every(({ before }) => before !== null) && lines.some(({ isChanged }) => isChanged);
  return remarks.length === 0 && asksNothing && isKnown && price === null;
}

/**
 * The consent that a press of a button gives to send what it begins. It is of that press alone, and ends with the first step that is
 * neither the reading nor a plain review: whoever comes to a review another way was promised one. Whoever leaves meanwhile has cancelled.
 *
 * @returns The review that is to be sent soon, null elsewhere; and what gives the consent, called with what `begin` was given before.
 */
export function useSoon(
  flow: FlowStore,
  isActive: boolean,
): readonly [soon: Reviewing | null, press: (ask: ChangeAsk) => void] {
  const state = useStore(flow);
  const [pressed, press] = useState<ChangeAsk | null>(null);
  const isPressed = isActive && isBegunBy(pressed, state);
  if (pressed !== null && !isPressed) press(null);
  useEffect(() => {
    if (!isPressed) return undefined;
    return () => {
      // What was refused meanwhile stays for the person to see.
      if (isBegunBy(pressed, flow.getState())) flow.actions.close();
    };
  }, [flow, pressed, isPressed]);
  return [isPressed && isPlain(state) ? state : null, press];
}

const isBegunBy = (pressed: ChangeAsk | null, state: FlowState): boolean =>
  (state.step === 'preparing' || isPlain(state)) && state.ask === pressed;

interface Props {
  readonly flow: FlowStore;
  readonly state: Reviewing;
}

/**
 * In place of the dialog of a plain review: what is and what will be, sent in a few seconds by the same consent that the dialog's button
 * gives, unless a person cancels. Whoever hides the window, locks the application or lets the computer sleep has cancelled: nothing is
 * sent that nobody looks at.
 */
export function SentSoon({ flow, state }: Props) {
  const isLocked = useStore(useStores().lock, (lock) => lock.isLocked);
  const [left, setLeft] = useState(waitS);
  const [line] = state.review.lines.filter(({ isChanged }) => isChanged);
  const isWaiting = state.busy === null;
  const [lineId, timerId] = [useId(), useId()];
  const pass = useEffectEvent((fromMs: number) => {
    if (Date.now() - fromMs > 1_000 + slackMs || document.hidden) flow.actions.close();
    else if (left > 1) setLeft(left - 1);
    else flow.actions.confirm();
  });
  useEffect(() => {
    if (!isWaiting) return;
    const fromMs = Date.now();
    const timer = setTimeout(() => pass(fromMs), 1_000);
    return () => clearTimeout(timer);
  }, [left, isWaiting]);
  useEffect(() => {
    if (isLocked) flow.actions.close();
  }, [isLocked, flow]);
  useEffect(() => {
    const closeIfHidden = (): void => {
      if (document.hidden) flow.actions.close();
    };
    closeIfHidden();
    document.addEventListener('visibilitychange', closeIfHidden);
    return () => document.removeEventListener('visibilitychange', closeIfHidden);
  }, [flow]);
  return (
    <OutcomePanel label={changeTitle(state.ask)} tone="plain" step="reviewing" maw={720} py={12}>
      <Group gap="sm">
        <Text id={lineId} fw={600}>
          {line?.label}: {line?.before} → {line?.after}
        </Text>
        <Text id={timerId} c="dimmed" role="timer" aria-live="off">
          {isWaiting ? `Sending in ${counted(left, 'second', 'seconds')}` : 'Sending…'}
        </Text>
        <Button
          autoFocus
          aria-describedby={`${lineId} ${timerId}`}
          disabled={!isWaiting}
          onClick={flow.actions.close}
        >
          Cancel
        </Button>
      </Group>
    </OutcomePanel>
  );
}
