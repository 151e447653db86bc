import { expect, it } from 'vitest';
import { createDeviationLog, type Deviation } from '../../../../../electron/main/reseller/deviations.ts';
import { readLock } from '../../../../../electron/main/reseller/operations/lock.ts';
import { renew } from '../../../../../electron/main/reseller/operations/order.ts';
import { readReply } from '../../../../../electron/main/reseller/reply.ts';

function answer(text: string, status = 200) {
  const reply = readReply({ kind: 'answered', status, headers: {}, text });
  if (reply.kind !== 'answered') throw new Error('It was answered');
  return reply;
}

function aLog() {
  const seen: Deviation[] = [];
  const now = () => new Date('2026-03-01T10:00:00Z');
  return { seen, count: createDeviationLog({ now, onDeviation: (deviation) => seen.push(deviation) }) };
}

it('a deviation is counted per place, with its last time and no values', () => {
  const { seen, count } = aLog();
  count(readLock, answer('"LOCKED by Ada"'));
  count(readLock, answer('"secret"'));
  count(readLock, answer('{"lockstatus":"locked"}'));
  const common = {
    operation: 'readLock',
    path: '',
    expected: 'locked or unlocked',
    lastSeenAt: '2026-03-01T10:00:00.000Z',
  };
  expect(seen).toEqual([
    { ...common, seen: 'other text', count: 1 },
    { ...common, seen: 'other text', count: 2 },
    { ...common, seen: 'object', count: 1 },
  ]);
});

it.each([
  ['a documented answer', readLock, '"locked"', 200],
  ['a refusal', readLock, '{"error":"no"}', 200],
  ['another status', readLock, '{"a":1}', 500],
  ['an answer that is no JSON', readLock, '<html>', 200],
  ['an operation whose shape is not documented', renew, '{"a":1}', 200],
] as const)('%s is no deviation', (_name, operation, text, status) => {
  const { seen, count } = aLog();
  count(operation, answer(text, status));
  expect(seen).toEqual([]);
});
