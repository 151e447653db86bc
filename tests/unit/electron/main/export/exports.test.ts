import { expect, it } from 'vitest';
import { everySoOften } from '../../../../../electron/main/export/exports.ts';

it('lets calls through at most once in the pause', () => {
  const heard: number[] = [];
  let nowMs = 0;
  const call = everySoOften(
    100,
    () => nowMs,
    (value: number) => heard.push(value),
  );
  for (nowMs = 0; nowMs <= 250; nowMs += 25) call(nowMs);
  expect(heard).toEqual([0, 100, 200]);
});
