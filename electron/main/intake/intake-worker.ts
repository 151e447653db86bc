import { parentPort } from 'node:worker_threads';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { draftFromRecipe, draftFromSource } from './make-draft.ts';
import { type IntakeAnswer, type IntakeTask, intakeTask } from './thread/messages.ts';

/**
 * The intake's thread: a file of 64 MiB is read, taken apart and cleaned here, so that no window waits for it. It holds
 * nothing between two tasks, and gets them one at a time.
 */
if (parentPort === null) throw new Error('The intake runs on a thread of its own');
const port = parentPort;

port.on('message', (message: unknown) => {
  answerTo(message).then(
    (answer) => port.postMessage(answer),
    (thrown: unknown) =>
      port.postMessage({
        kind: 'bug',
        thrown: thrown instanceof Error ? thrown : new Error('Not an error was thrown'),
      } satisfies IntakeAnswer),
  );
});

async function answerTo(message: unknown): Promise<IntakeAnswer> {
  const made = await draftOf(intakeTask.parse(message));
  return made.ok ? { kind: 'made', ...made.value } : { kind: 'failed', error: made.error };
}

function draftOf(task: IntakeTask): Promise<Awaited<ReturnType<typeof draftFromSource>>> {
  const knownTlds = knownTldSet(task.knownTlds);
  return task.kind === 'read'
    ? draftFromSource(task.source, task.choices, knownTlds)
    : Promise.resolve(draftFromRecipe(task.recipe, knownTlds));
}
