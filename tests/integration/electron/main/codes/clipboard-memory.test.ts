import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { getHeapSnapshot } from 'node:v8';
import { expect, it } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { createClipboardKeeper } from '../../../../../electron/main/codes/shown-codes.ts';
import { aSecretClipboard } from '../../../../support/codes/code-windows.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

/** A code as the bytes of its text, which lie outside of the heap: looking for it does not put it there. */
const codeBytes = (): Buffer => Buffer.from(randomBytes(16).toString('hex'), 'latin1');

it('B17 a code that was copied is in no object of the program while its time runs', async ({ annotate }) => {
  const time = aVirtualTime();
  const clipboard = aSecretClipboard();
  const keeper = createClipboardKeeper({
    clipboard,
    timer: time.timer,
    now: time.now,
    onChange: () => undefined,
    onBug: () => undefined,
  });
  const copy = async (code: Buffer): Promise<void> => {
    await keeper.copy('a.com', new Secret(code.toString('latin1')), 15_000);
    // The clipboard is the system's, not the program's.
    clipboard.put('');
  };
  const codes = Array.from({ length: 20 }, codeBytes);
  for (const code of codes) await copy(code);
  await time.pass(1_500);
  expect(keeper.held()).not.toBeNull();

  const kept = codeBytes();
  const keptText = kept.toString('latin1');
  const heap = await buffer(getHeapSnapshot());
  expect(heap.includes(kept), 'the look at the heap finds what is there').toBe(true);
  expect(codes.filter((code) => heap.includes(code))).toEqual([]);
  expect(keptText).toHaveLength(32);
  const megabytes = Math.round(heap.length / 1_048_576);
  await annotate(`figure: 20 codes copied, 0 found in ${megabytes} MB of heap while the timer runs`);
});
