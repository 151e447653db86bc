import { z } from 'zod';
import type { TypeOf } from '../schema-type.ts';
import { changed, type KindOfChange, lockState, type LockState, provenBy } from './kind.ts';

export const lockAsk = z.object({ kind: z.literal('lock'), state: lockState });
type Lock = TypeOf<typeof lockAsk>;

const onOrOff = (state: LockState): string => (state === 'locked' ? 'on' : 'off');
const verb = ({ state }: Lock): string => (state === 'locked' ? 'Lock' : 'Unlock');
const shown = (state: LockState): string => (state === 'locked' ? 'Locked' : 'Unlocked');

export const lock = {
  label: 'Registrar lock',
  noun: 'A change of the registrar lock',
  title: verb,
  verb,
  done: ({ state }) => `The registrar lock is ${onOrOff(state)}.`,
  undone: 'The registrar lock is as it was.',
  maybe: ({ state }) => `The registrar lock may be ${onOrOff(state)}, or as it was.`,
  lines: ({ state }, before) => [
    changed('Registrar lock', before?.lock == null ? null : shown(before.lock), shown(state)),
  ],
  comparedPart: 'lock',
  verification: provenBy('lock', 'registrar lock', 'it with the requested state'),
} as const satisfies KindOfChange<Lock>;
