import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { HeapFound } from '../../../../support/codes/heap-after-copying.ts';

const script = fileURLToPath(new URL('../../../../support/codes/heap-after-copying.ts', import.meta.url));

it('B17 a code that was copied is in no object of the program while its time runs', async ({ annotate }) => {
  const said = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  const { copied, megabytes, ...heap } = JSON.parse(said) as HeapFound; // Of our own making.
  expect(heap).toEqual({ isHeld: true, found: 0, findsWhatIsThere: true });
  await annotate(`figure: ${copied} codes copied, 0 found in ${megabytes} MB of heap while the timer runs`);
});
