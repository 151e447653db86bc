import { Group } from '@mantine/core';
import type { ChangeState, ShownState } from '#shared/domain/change-kinds.ts';
import {
  type Change,
  isAccepted,
  isProven,
  isUncharged,
  provenWord,
  shownState,
} from '#shared/domain/change.ts';
import { drawn, type MarkPart } from '../ui/Marks.tsx';
import marksCss from '../ui/marks.module.css';

interface Props {
  /**
   * Its state, and what shows it, what a person has marked it as and whether the credit fell, where that is known: what the
   * service alone says is not drawn as confirmed.
   */
  readonly of: Pick<Change, 'state'> & { [K in 'proof' | 'settledAs' | 'charge']?: Change[K] | null };
  /** Says who has marked it, where nothing beside it does. */
  readonly saysWho?: boolean;
  /** Shows the shape only; the word is for screen readers. */
  readonly short?: boolean;
}

/** A change's state by shape, colour and word. */
export function ChangeStateMark({ of, saysWho = false, short = false }: Props) {
  const { state, proof = null } = of;
  const words = wordsOf(of, saysWho);
  const spoken = short ? ({ role: 'img', 'aria-label': words } as const) : ({ 'aria-hidden': true } as const);
  return (
    <Group
      component="span"
      display="inline-flex"
      gap={6}
      wrap="nowrap"
      c={(isAccepted({ state, proof }) ? undefined : colours[state]) ?? 'dimmed'}
      style={{ whiteSpace: 'nowrap' }}
      {...(state === 'uncertain' && { fw: 600 })}
    >
      <svg className={marksCss['mark']} viewBox="0 0 14 14" {...spoken}>
        {drawn((isProven({ proof }) ? provenShape : shapes[state]).map((part) => ({ ...part, round: true })))}
      </svg>
      {!short && words}
    </Group>
  );
}

/** The service said done and has not taken the price: it may never have been done. */
export const unchargedWord = 'Not yet charged';

function wordsOf(
  { state, proof = null, settledAs = null, charge = null }: Props['of'],
  saysWho: boolean,
): string {
  if (charge !== null && isUncharged({ state, charge, proof })) return unchargedWord;
  if (settledAs === null) return shownWords[shownState({ state, proof })];
  return `${settledAs === 'applied' ? 'Marked done' : 'Marked not done'}${saysWho ? ' by you' : ''}`;
}

/** Of the others, the colour says nothing. */
const colours: Partial<Readonly<Record<ChangeState, string>>> = {
  confirmed: 'var(--nd-fine)',
  applied: 'var(--nd-fine)',
  refused: 'var(--nd-danger)',
  uncertain: 'var(--nd-caution)',
  sending: 'var(--nd-accent)',
  withdrawn: 'var(--nd-faint)',
};

const ring = 'M1.4 7a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0Z';
const square = 'M3 2h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1Z';
const tick = 'M4.3 7.2 6.2 9.1 9.8 5.2';
const shield = 'M7 1.2 12 2.9v3.9c0 2.9-2 4.9-5 6-3-1.1-5-3.1-5-6V2.9Z';

const provenShape: readonly MarkPart[] = [
  { d: shield, stroke: 1.4 },
  { d: 'M4.7 7 6.4 8.7 9.4 5.3', stroke: 1.5 },
];

const shapes: Readonly<Record<ChangeState, readonly MarkPart[]>> = {
  planned: [
    {
      d: 'M7 1.8v.01M10.7 3.3v.01M12.2 7v.01M10.7 10.7v.01M7 12.2v.01M3.3 10.7v.01M1.8 7v.01M3.3 3.3v.01',
      stroke: 1.8,
    },
  ],
  sending: [{ d: 'M2 7h9.4M8 3.4 11.6 7 8 10.6', stroke: 1.6 }],
  confirmed: [{ d: 'M2.2 7.4 5.6 10.8 11.8 3.8', stroke: 2.1 }],
  refused: [
    { d: ring, stroke: 1.5 },
    { d: 'M3.2 10.8 10.8 3.2', stroke: 1.5 },
  ],
  uncertain: [
    { d: ring, stroke: 1.5 },
    { d: 'M5.4 5.6a1.6 1.6 0 1 1 2.3 1.5c-.5.2-.7.5-.7.9', stroke: 1.3 },
    { d: 'M7 10v.1', stroke: 1.6 },
  ],
  applied: [
    { d: ring, stroke: 1.4 },
    { d: tick, stroke: 1.5 },
  ],
  'not-applied': [
    { d: ring, stroke: 1.4 },
    { d: 'M4.4 7h5.2', stroke: 1.6 },
  ],
  settled: [
    { d: square, stroke: 1.4 },
    { d: tick, stroke: 1.5 },
  ],
  withdrawn: [{ d: 'M3.6 3.6 10.4 10.4M10.4 3.6 3.6 10.4', stroke: 1.6 }],
};

/** Each state in a word or two, the same on every screen. An uncertain change is never called failed (C12). */
export const stateWords: Readonly<Record<ChangeState, string>> = {
  planned: 'Not sent',
  sending: 'Sending',
  confirmed: 'Done',
  refused: 'Refused',
  uncertain: 'Uncertain',
  applied: 'Done (verified)',
  'not-applied': 'Not done',
  settled: 'Marked by you',
  withdrawn: 'Withdrawn',
};

/** The same of the states as they are shown. */
export const shownWords: Readonly<Record<ShownState, string>> = {
  ...stateWords,
  accepted: 'Accepted',
  proven: provenWord,
};
