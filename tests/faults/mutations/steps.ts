import { edit, type Mutation } from './edit.ts';

const reading = 'changes/batches/reading.ts';

/** Of batches with several steps, and of putting back. */
export const ofSteps: readonly Mutation[] = [
  {
    name: 'steps wait',
    plot: 'stepsThatFail',
    takesOut: 'a step waits for the one before it to be done',
    edits: [edit('changes/batches/running.ts', "row.isHeld ? 'step-before' : leftOutBy", 'leftOutBy')],
  },
  {
    name: 'undo as set',
    plot: 'putBackSince',
    takesOut: 'a lock or nameservers are put back only where the domain still has what was set',
    edits: [edit(reading, 'wasSet !== null && !kindInMain', "wasSet?.kind === 'contacts' && !kindInMain")],
  },
  {
    name: 'undo as set, contacts',
    plot: 'putBackSince',
    takesOut: 'contacts are put back only where the fields still have what was set',
    edits: [
      edit(
        reading,
        'wasSet !== null && !kindInMain',
        "wasSet !== null && wasSet.kind !== 'contacts' && !kindInMain",
      ),
    ],
  },
];
