import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../../../electron/main/workspace/workspace.ts';
import {
  type ADirectory,
  aDirectory,
  valueOf,
  workerUrl,
} from '../../../../support/workspace/a-workspace.ts';

const writer = fileURLToPath(new URL('../../../../support/workspace/acked-writer.ts', import.meta.url));
const kills = 10;

describe('a workspace whose process is killed', () => {
  let directory: ADirectory;
  beforeEach(() => {
    directory = aDirectory();
  });
  afterEach(() => directory.remove());

  it(`D3 has lost nothing that it had said is kept, ${kills} times over`, async () => {
    let acked = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      acked = await writeUntilKilled(directory.path, acked, acked + 5 + kill * 7);
      expect(await knownUpTo(directory.path, acked)).toBe(acked);
    }
    expect(acked).toBeGreaterThan(kills * 5);
  }, 120_000);
});

/** Starts a writer at number `from`, kills it once `until` was acknowledged; answers with the last number plus one. */
async function writeUntilKilled(directory: string, from: number, until: number): Promise<number> {
  const child = spawn(process.execPath, [writer, directory, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    if (lastOf(printed) >= until) child.kill('SIGKILL');
  });
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');
  return lastOf(printed) + 1;
}

/** The last complete line. */
const lastOf = (printed: string): number => Number(printed.split('\n').at(-2) ?? '-1');

/** How many of the findings 0 … count-1 are there, whole, in a sound file. */
async function knownUpTo(directory: string, count: number): Promise<number> {
  const workspace = valueOf(await openWorkspace({ directory, workerUrl }));
  const domains = Array.from({ length: count }, (_, number) => `name-${number}.com`);
  const known = valueOf(await workspace.findings.known({ accountId: 'a1', domains }));
  const details = await workspace.findings.details({ accountId: 'a1', domain: `name-${count - 1}.com` });
  await workspace.close();
  expect(workspace.opening.setAsidePath).toBeNull();
  expect(valueOf(details)?.answer).toBe(`{"number":${count - 1}}`);
  return known.filter((finding) => finding.domain === `name-${finding.message}.com`).length;
}
