import { createRandom, type Random } from '../../support/fuzz/random.ts';
import type { Step, StepOf, Wanted } from './steps.ts';

const thenMs = 3_000;

const review = (wanted: Wanted, domain: number, meets: StepOf<'review'>['meets']): Step => ({
  ...{ do: 'review', account: 0, domain, wanted, isApplied: true },
  ...{ meets, thenMs },
});

const wants = [
  { kind: 'lock', state: 'unlocked' },
  { kind: 'nameservers', set: 1 },
  { kind: 'contacts', city: 'Bath' },
] as const;

/** A change that could not be sent, is overtaken by one that is made elsewhere, and is sent again. */
function sentAgain(random: Random): readonly Step[] {
  const [wanted, domain] = [random.pick(wants), random.int(3)];
  return [
    review(wanted, domain, { kind: 'unreachable' }),
    { do: 'happen', login: 0, domain, what: wanted.kind, thenMs },
    { do: 'send', which: 0, meets: null, thenMs },
  ];
}

/** A renewal that the backup knows nothing of, and the same one after that was restored. */
function renewedAfterBackup(random: Random): readonly Step[] {
  const [wanted, domain] = [{ kind: 'renew', years: 1 } as const, random.int(3)];
  return [
    { do: 'backup', thenMs },
    review(wanted, domain, null),
    { do: 'restore', which: 0, thenMs },
    review(wanted, domain, null),
  ];
}

const plots = [sentAgain, renewedAfterBackup] as const;
const everyHowMany = 8;

/** Some histories have a course of things in them that chance alone brings about in few; the rest of them is as it was. */
export function withPlot(steps: readonly Step[], seed: number, number: number): readonly Step[] {
  if (number % everyHowMany !== everyHowMany - 1) return steps;
  const random = createRandom((Math.imul(seed, 7_919) + Math.imul(number, 1_000_003)) >>> 0);
  const plot = random.pick(plots)(random);
  if (steps.length < plot.length) return steps;
  return steps.toSpliced(random.int(steps.length - plot.length + 1), plot.length, ...plot);
}
