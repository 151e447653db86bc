import { foreignHistory } from './histories.ts';
import { Machine } from './machine.ts';
import { Person } from './person.ts';
import { Surroundings } from './surroundings.ts';

let foreign: Promise<string> | null = null;

/** A backup of a workspace on another computer, with the same accounts: there {@link foreignNames} were renewed. */
export const foreignBackup = (): Promise<string> => (foreign ??= makeForeignBackup());

async function makeForeignBackup(): Promise<string> {
  const around = new Surroundings(foreignHistory, () => undefined);
  const machine = new Machine(foreignHistory, around);
  const person = new Person(machine, () => true);
  try {
    await around.begin();
    const running = await machine.start();
    await machine.time.outcomeOf(person.setUp(running, foreignHistory));
    for (const step of foreignHistory.steps) {
      await machine.time.outcomeOf(person.do(step, running));
      await machine.time.pass(step.thenMs);
    }
    await machine.quit();
    return machine.takeOut();
  } finally {
    await around.end();
  }
}
