import type { Violation } from './evidence.ts';
import { Machine } from './machine.ts';
import { Seat } from './seat.ts';
import type { History } from './steps.ts';
import { Story } from './story.ts';
import { Surroundings } from './surroundings.ts';

/** What came of a history. */
export interface Outcome {
  readonly violations: readonly (Violation & { readonly step: number })[];
  readonly story: readonly string[];
  /** Writes that reached a service. */
  readonly posts: number;
  readonly entries: number;
  readonly restores: number;
}

/** Runs a history from its first step to its last, and looks after each whether anything is broken that must hold, at any desk. */
export async function runHistory(history: History, isTold = false): Promise<Outcome> {
  const story = new Story(isTold);
  const around = new Surroundings(history, story.tell);
  story.goBy(around.time.now);
  const seatAt = (desk: number): Seat => new Seat(history, new Machine(history, around, desk), story);
  const others = (): Seat[] => Array.from({ length: history.desks - 1 }, (_, index) => seatAt(index + 1));
  const seats: Seats = [seatAt(0), ...others()];
  const sum = (numberOf: (seat: Seat) => number): number =>
    seats.reduce((all, seat) => all + numberOf(seat), 0);
  try {
    await live(history, around, seats);
    return {
      violations: seats.flatMap(({ violations }) => violations),
      story: story.lines,
      posts: sum(({ machine }) => machine.posts.length),
      entries: sum(({ entries }) => entries),
      restores: sum(({ machine }) => machine.epoch),
    };
  } finally {
    await around.end();
  }
}

type Seats = readonly [Seat, ...Seat[]];

async function live({ steps }: History, around: Surroundings, seats: Seats): Promise<void> {
  const { time } = around;
  const [first] = seats;
  // Of what is thrown, the desk at which something was done.
  let seat = first;
  try {
    await around.begin();
    for (seat of seats) await seat.begin();
    for (const [index, step] of steps.entries()) {
      seat = seats[(step.desk ?? 0) % seats.length] ?? first;
      await seat.take(step);
      await time.pass(step.do === 'wait' ? step.ms : step.thenMs);
      for (const each of seats) each.lookAround();
      await time.pass(0);
      for (const each of seats) each.look(index);
    }
    for (seat of seats) await seat.checkChain();
  } catch (thrown) {
    // Nothing that can be done may end the program, or keep it from starting.
    seat.machine.bugs.push(thrown);
  }
  for (const each of seats) each.look(steps.length);
}
