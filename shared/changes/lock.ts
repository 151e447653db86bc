import { z } from 'zod';
import type { TypeOf } from '../schema-type.ts';
import { changed, type KindOfChange, provenBy } from './kind.ts';
import { lockState, type LockState } from './parts.ts';

export const lockAsk = z.object({ kind: z.literal('lock'), state: lockState });
type Lock = TypeOf<typeof lockAsk>;

const verb = ({ state }: Lock): string => (state === 'locked' ? 'Lock' : 'Unlock');
const shown = (state: LockState): string => (state === 'locked' ? 'Locked' : 'Unlocked');

export const lock = {
  label: 'Registrar lock',
  noun: 'A change of the registrar lock',
  title: verb,
  verb,
  done: ({ state }, name) => `${name} is ${state}.`,
  undone: (_, name) => `The registrar lock of ${name} is as it was.`,
  unsure: ({ state }, name) => `We don’t know whether ${name} was ${state}.`,
  lines: ({ state }, before) => [
    changed('Registrar lock', before?.lock == null ? null : shown(before.lock), shown(state)),
  ],
  verification: provenBy('lock', 'registrar lock', 'it with the requested state'),
} as const satisfies KindOfChange<Lock>;
