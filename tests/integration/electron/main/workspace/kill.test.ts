import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cellCode } from '../../../../../shared/domain/session.ts';
import { valueOf, openTestWorkspace } from '../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

const writer = fileURLToPath(new URL('../../../../support/workspace/acked-writer.ts', import.meta.url));
const recorder = fileURLToPath(new URL('../../../../support/workspace/acked-recorder.ts', import.meta.url));
const kills = Number(process.env['NAMEDESK_KILLS'] ?? 10);
const timeoutMs = 12_000 * kills;

describe('a workspace whose process is killed', () => {
  const directory = directoryOfEachTest();

  it(
    `D3 has lost nothing that it had said is kept, ${kills} times over`,
    async () => {
      let acked = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        acked = await writeUntilKilled(writer, directory.path, acked, acked + 5 + ((kill * 7) % 61));
        expect(await knownUpTo(directory.path, acked)).toBe(acked);
      }
      expect(acked).toBeGreaterThan(kills * 5);
    },
    timeoutMs,
  );

  it(
    `C18 D3 has every request that it had said is recorded, and counts them right, ${kills} times over`,
    async () => {
      let acked = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        acked = await writeUntilKilled(recorder, directory.path, acked, acked + 5 + ((kill * 17) % 97));
        const kept = await recordedIn(directory.path);
        expect(kept.rows.slice(0, acked)).toEqual(Array.from({ length: acked }, () => true));
        expect(kept.left).toBe(kept.rows.filter((isThere) => !isThere).length);
      }
      expect(acked).toBeGreaterThan(kills * 5);
    },
    timeoutMs,
  );
});

/** Starts a writer at number `from`, kills it once `until` was acknowledged; answers with the last number plus one. */
async function writeUntilKilled(
  script: string,
  directory: string,
  from: number,
  until: number,
): Promise<number> {
  const child = spawn(process.execPath, [script, directory, String(from)], {
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
  const workspace = await openTestWorkspace(directory);
  const domains = Array.from({ length: count }, (_, number) => `name-${number}.com`);
  const known = valueOf(await workspace.findings.known({ accountId: 'a1', domains }));
  const details = await workspace.findings.details({ accountId: 'a1', domain: `name-${count - 1}.com` });
  await workspace.close();
  expect(workspace.opening.notice).toBeNull();
  expect(valueOf(details)?.answer).toBe(`{"number":${count - 1}}`);
  return known.filter((finding) => finding.domain === `name-${finding.message}.com`).length;
}

/** Which rows of the recorder's session have their finding, with an answer that is theirs; and how many it has left. */
async function recordedIn(
  directory: string,
): Promise<{ readonly rows: readonly boolean[]; readonly left: number }> {
  const workspace = await openTestWorkspace(directory);
  expect(workspace.opening.notice).toBeNull();
  const [session] = valueOf(await workspace.sessions.list());
  const id = session?.id ?? '';
  const { codes } = valueOf(await workspace.sessions.cells({ id }));
  const last = codes.findLastIndex((code) => code !== 0);
  const { answer } = valueOf(await workspace.sessions.details({ id, cell: last }));
  expect(answer).toContain(`name${last}.com`);
  await workspace.close();
  return {
    rows: Array.from(codes, (code) => code === cellCode('available', null)),
    left: session?.left ?? -1,
  };
}
