import { expect, it } from 'vitest';
import { type Attempt, openedWhenFree } from '../../../../electron/main/opened-when-free.ts';

/** Tries that end as `ends` says, the last one for ever; time passes when the test says so. */
function aPlace(ends: readonly ('busy' | 'opened' | 'failed')[]) {
  const happened: string[] = [];
  const sleeping: (() => void)[] = [];
  let tries = 0;
  const place = openedWhenFree<string>({
    open() {
      const end = ends[Math.min(tries, ends.length - 1)] ?? 'failed';
      tries += 1;
      happened.push(end);
      const attempt: Attempt<string> = { opened: `${end} ${tries}`, isBusy: end === 'busy' };
      return Promise.resolve(attempt);
    },
    sleep: (_durationMs, signal) =>
      new Promise((resolve, reject) => {
        sleeping.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
    onFreed: () => void happened.push('freed'),
    onBug: () => void happened.push('bug'),
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    place,
    happened,
    pass: async () => {
      await settle();
      sleeping.shift()?.();
      await settle();
    },
    settle,
  };
}

it('is what the first try gave where nobody is in the way', async () => {
  const { place, happened, settle } = aPlace(['opened']);
  expect(await place.current()).toBe('opened 1');
  await settle();
  expect(happened).toEqual(['opened']);
});

it('does not try again what failed for another reason', async () => {
  const { place, happened, pass } = aPlace(['failed', 'opened']);
  await pass();
  expect(await place.current()).toBe('failed 1');
  expect(happened).toEqual(['failed']);
});

it('tries until the other process has gone, and says so once', async () => {
  const { place, happened, pass } = aPlace(['busy', 'busy', 'opened']);
  expect(await place.current()).toBe('busy 1');
  await pass();
  await pass();
  await pass();
  expect(await place.current()).toBe('opened 3');
  expect(happened).toEqual(['busy', 'busy', 'opened', 'freed']);
});

it('tries no more when it is stopped, and that is no mistake', async () => {
  const { place, happened, settle } = aPlace(['busy']);
  await settle();
  expect(await place.stop()).toBe('busy 1');
  expect(happened).toEqual(['busy']);
});
