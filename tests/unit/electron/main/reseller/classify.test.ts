import { describe, expect, it } from 'vitest';
import {
  type BodyKind,
  bodyKinds,
  canHaveLeft,
  classify,
  type Stage,
  stages,
} from '../../../../../electron/main/reseller/classify.ts';
import { createRandom } from '../../../../support/fuzz/random.ts';

const before: readonly Stage[] = ['created', 'dns', 'tcp', 'tls'];
const after: readonly Stage[] = ['sending', 'flushed', 'headers'];

describe('C5 the classifier, along the decision table', () => {
  it.each(before)('calls a failure at “%s” not sent', (stage) => {
    expect(canHaveLeft(stage)).toBe(false);
    for (const body of bodyKinds) expect(classify(stage, 0, body)).toBe('unsent');
  });

  it.each(after)('calls a failure at “%s” ambiguous, whatever the status was', (stage) => {
    for (const status of [0, 200, 400, 401, 500]) {
      for (const body of bodyKinds) expect(classify(stage, status, body)).toBe('uncertain');
    }
  });

  it.each([
    [200, 'success', 'done'],
    [200, 'refusal', 'refused'],
    [200, 'unclear', 'uncertain'],
    [201, 'success', 'uncertain'],
    [204, 'unclear', 'uncertain'],
    [301, 'success', 'uncertain'],
    [302, 'refusal', 'uncertain'],
    [307, 'unclear', 'uncertain'],
    [308, 'success', 'uncertain'],
    [400, 'refusal', 'refused'],
    [400, 'unclear', 'refused-unconfirmed'],
    [400, 'success', 'uncertain'],
    [401, 'refusal', 'refused-unconfirmed'],
    [401, 'unclear', 'refused-unconfirmed'],
    [403, 'refusal', 'refused-unconfirmed'],
    [404, 'unclear', 'refused-unconfirmed'],
    [408, 'refusal', 'uncertain'],
    [408, 'unclear', 'uncertain'],
    [422, 'refusal', 'refused-unconfirmed'],
    [429, 'refusal', 'refused-unconfirmed'],
    [499, 'unclear', 'refused-unconfirmed'],
    [500, 'refusal', 'uncertain'],
    [502, 'unclear', 'uncertain'],
    [503, 'success', 'uncertain'],
    [0, 'success', 'uncertain'],
    [999, 'refusal', 'uncertain'],
  ] as const)('calls a complete %i whose body is a %s %s', (status, body, verdict) => {
    expect(classify('complete', status, body)).toBe(verdict);
  });
});

/** What must never be said of a connection that got to `stage`. */
function isWrong(stage: Stage, status: number, body: BodyKind): boolean {
  const verdict = classify(stage, status, body);
  const isComplete = stage === 'complete';
  if ((verdict === 'unsent') !== before.includes(stage)) return true;
  if (verdict === 'done') return !isComplete || status !== 200 || body !== 'success';
  return verdict.startsWith('refused') && (!isComplete || body === 'success');
}

describe('C5 the classifier, on a million inputs', () => {
  it('is total; never not sent when bytes may have left, never applied without a complete, clear 200', async ({
    annotate,
  }) => {
    const random = createRandom(20_260_221);
    let wrong = 0;
    for (let run = 0; run < 1_000_000; run += 1) {
      const status = random.chance(0.5)
        ? random.int(1_200)
        : random.pick([0, 100, 200, 204, 301, 400, 401, 408, 500]);
      if (isWrong(random.pick(stages), status, random.pick(bodyKinds))) wrong += 1;
    }
    expect(wrong).toBe(0);
    await annotate(`figure: 1,000,000 inputs, ${wrong} wrong`);
  });
});
