import { type OperationName, operationNames } from '../../../electron/main/reseller/operation.ts';
import { mutate, spoil } from './mutate.ts';
import { createRandom, type Random } from './random.ts';
import { createStrangeValues, type StrangeValues } from './strange-values.ts';
import { trueAnswer } from './true-answers.ts';

/** One generated answer. The same seed and index make the same case. */
export interface Case {
  readonly index: number;
  readonly operation: OperationName;
  readonly status: number;
  readonly text: string;
}

const statuses = [200, 200, 200, 200, 201, 204, 301, 307, 400, 401, 403, 404, 408, 422, 429, 500, 502, 503];

export function createCases(seed: number): (index: number) => Case {
  const strange = createStrangeValues(seed);
  return (index) => {
    const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
    // Half of all cases are look-ups: there a wrong reading costs most.
    const operation = random.chance(0.5) ? 'lookup' : random.pick(operationNames);
    return {
      index,
      operation,
      status: random.chance(0.75) ? 200 : random.pick(statuses),
      text: textFor(operation, random, strange),
    };
  };
}

function textFor(operation: OperationName, random: Random, strange: StrangeValues): string {
  let value = random.chance(0.05) ? strange(random) : trueAnswer(operation, random);
  for (let left = random.int(4); left > 0; left -= 1) value = mutate(value, random, strange);
  const text = JSON.stringify(value);
  return random.chance(0.15) ? spoil(text, random) : text;
}
