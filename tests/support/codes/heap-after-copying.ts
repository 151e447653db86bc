// Copies codes and looks for them in its own heap, which holds nothing else; says what it found as JSON.
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { getHeapSnapshot } from 'node:v8';
import { createClipboardKeeper } from '../../../electron/main/codes/shown-codes.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { aVirtualTime } from '../time/virtual-time.ts';
import { aSecretClipboard } from './code-windows.ts';

/** What was found in the heap while the timer of the last code runs. */
export interface HeapFound {
  readonly isHeld: boolean;
  readonly copied: number;
  readonly found: number;
  /** Whether the look at the heap finds a text that is there. */
  readonly findsWhatIsThere: boolean;
  readonly megabytes: number;
}

/** A code as the bytes of its text, which lie outside of the heap: looking for it does not put it there. */
const codeBytes = (): Buffer => Buffer.from(randomBytes(16).toString('hex'), 'latin1');

const time = aVirtualTime();
const clipboard = aSecretClipboard();
const keeper = createClipboardKeeper({
  clipboard,
  timer: time.timer,
  now: time.now,
  onChange: () => undefined,
  onBug: () => undefined,
});

async function copy(code: Buffer): Promise<void> {
  await keeper.copy('a.com', new Secret(code.toString('latin1')), 15_000);
  // The clipboard is the system's, not the program's.
  clipboard.put('');
}

const codes = Array.from({ length: 20 }, codeBytes);
for (const code of codes) await copy(code);
await time.pass(1_500);

const kept = codeBytes();
const keptText = kept.toString('latin1');
const heap = await buffer(getHeapSnapshot());
const found: HeapFound = {
  isHeld: keeper.held() !== null,
  copied: codes.length,
  found: codes.filter((code) => heap.includes(code)).length,
  findsWhatIsThere: heap.includes(kept) && keptText.length === 32,
  megabytes: Math.round(heap.length / 1_048_576),
};
process.stdout.write(JSON.stringify(found));
process.exit(0);
