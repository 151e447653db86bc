import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestPassphrase, shortestPassphrase } from '#shared/ipc/code-channel.ts';
import { codeStep } from '../../../../../electron/main/windows/code-messages.ts';
import { codeSteps } from '../../../../../electron/main/windows/code-steps.ts';
import { aCaller, aFrame } from '../../../../support/ipc/callers.ts';
import { aListeningLog } from '../../../../support/ipc/listening-log.ts';

const ours = aFrame('app://code');
const runs = 1_000;

/** Steps that were let through, and the way in. */
function aDoor() {
  const reached: unknown[] = [];
  const talk = {
    step(step: unknown) {
      reached.push(step);
      return Promise.resolve({ kind: 'over' } as const);
    },
  };
  return { reached, say: codeSteps(1, talk, aListeningLog().log) };
}

const strangers = [
  ['the main window', aCaller({ id: 2, frame: aFrame() })],
  ['another window at the same address', aCaller({ id: 2, frame: ours })],
  ['a frame that is gone', aCaller({ mainFrame: ours, senderFrame: null })],
  ['a frame below the top', aCaller({ mainFrame: ours, senderFrame: aFrame('app://code') })],
  ['a page from elsewhere', aCaller({ frame: aFrame('https://evil.example', '/') })],
  ['about:blank', aCaller({ frame: { origin: 'app://code', url: 'about:blank' } })],
] as const;

const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true });
const payload = fc.oneof(
  anything,
  fc.record({
    kind: fc.oneof(fc.constantFrom('begin', 'confirm', 'passphrase', 'cancel', 'code'), anything),
    passphrase: fc.oneof(anything, fc.string()),
  }),
);

describe('the channel of the code window', () => {
  it.each(strangers)('A11 is closed to %s', async (_who, stranger) => {
    const { say, reached } = aDoor();
    expect(await say(stranger, { kind: 'confirm' })).toMatchObject({ ok: false, error: { kind: 'bug' } });
    expect(reached).toEqual([]);
  });

  it('is open to its own page', async () => {
    const { say, reached } = aDoor();
    expect(await say(aCaller({ frame: ours }), { kind: 'confirm' })).toEqual({
      ok: true,
      value: { kind: 'over' },
    });
    expect(reached).toEqual([{ kind: 'confirm' }]);
  });

  it(`A11 lets none of ${runs} payloads through that its schema refuses`, async ({ annotate }) => {
    let refused = 0;
    const property = fc.asyncProperty(payload, async (sent) => {
      const { say, reached } = aDoor();
      const answer = await say(aCaller({ frame: ours }), sent);
      const fits = codeStep.safeParse(sent).success;
      if (!fits) refused += 1;
      expect(answer.ok).toBe(fits);
      expect(reached).toHaveLength(fits ? 1 : 0);
    });
    await fc.assert(property, { numRuns: runs });
    expect(refused).toBeGreaterThan(runs / 2);
    await annotate(`figure: ${runs} payloads, ${refused} refused, 0 let through; 6 strangers refused`);
  });

  it.each([
    ['too short', 'x'.repeat(shortestPassphrase - 1), false],
    ['as short as it may be', 'x'.repeat(shortestPassphrase), true],
    ['as long as it may be', 'x'.repeat(longestPassphrase), true],
    ['too long', 'x'.repeat(longestPassphrase + 1), false],
  ])('B6 judges a passphrase that is %s', async (_case, passphrase, fits) => {
    const { say } = aDoor();
    const answer = await say(aCaller({ frame: ours }), { kind: 'passphrase', passphrase });
    expect(answer.ok).toBe(fits);
  });
});
