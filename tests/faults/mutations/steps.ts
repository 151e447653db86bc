import { edit, type Mutation } from './edit.ts';

const reading = 'changes/batches/reading.ts';
const repository = 'workspace/batches/batches-repository.ts';

/** Of batches with several steps, and of putting back. */
export const ofSteps: readonly Mutation[] = [
  {
    name: 'steps wait',
    plot: 'stepsThatFail',
    takesOut: 'a step waits for the one before it to be done',
    edits: [edit(repository, "isHeld === 1 ? 'step-before' : null", 'null')],
  },
  {
    name: 'undo as set',
    plot: 'putBackSince',
    takesOut: 'a lock or nameservers are put back only where the domain still has what was set',
    edits: [edit(reading, 'wasSet !== null && seen !== seenOfSet(wasSet)', 'false')],
  },
  {
    name: 'undo as set, contacts',
    plot: 'putBackSince',
    takesOut: 'contacts are put back only where the fields still have what was set',
    edits: [edit(reading, "wasSet?.kind === 'contacts' && differingFields", 'false && differingFields')],
  },
];
