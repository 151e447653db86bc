import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { createUnsaved } from '../../../../renderer/src/bridge.ts';
import { createFakeBridge } from '../../../support/fake-bridge.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function aPage() {
  const bridge = createFakeBridge();
  const unsaved = createUnsaved(bridge);
  const answers = () => bridge.world.calls.filter(({ name }) => name === 'app.flushed').length;
  return { bridge, unsaved, answers };
}

describe('F8 what was typed when the window closes', () => {
  it('F8 is handed over, and main hears of it when all of it was', async () => {
    const { bridge, unsaved, answers } = aPage();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const asked: string[] = [];
    unsaved.add(() => {
      asked.push('a draft');
      return Promise.resolve(ok({}));
    });
    unsaved.add(() => {
      asked.push('a note');
      return promise;
    });
    bridge.tell('app.closing', {});
    await settled();
    expect(asked).toEqual(['a draft', 'a note']);
    expect(answers()).toBe(0);
    resolve(ok({}));
    await settled();
    expect(answers()).toBe(1);
  });

  it('F8 keeps nobody waiting where there is none, or where it cannot be kept', async () => {
    const { bridge, unsaved, answers } = aPage();
    bridge.tell('app.closing', {});
    await settled();
    expect(answers()).toBe(1);
    unsaved.add(() => Promise.reject(new Error('A mistake')));
    bridge.tell('app.closing', {});
    await settled();
    expect(answers()).toBe(2);
  });
});
