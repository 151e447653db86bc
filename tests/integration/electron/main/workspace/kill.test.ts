import { describe, expect, it } from 'vitest';
import { cellCode } from '../../../../../shared/domain/session.ts';
import { valueOf, openTestWorkspace } from '../../../../support/workspace/a-workspace.ts';
import { runUntilDead } from '../../../../faults/storage/storage-kills.ts';
import { processArgs } from '../../../../support/workspace/processes.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

const kills = Number(process.env['NAMEDESK_KILLS'] ?? 5);
const timeoutMs = 12_000 * kills;

describe('a workspace whose process is killed', () => {
  const directory = directoryOfEachTest();

  it(
    `D3 has lost nothing that it had said is kept, ${kills} times over`,
    async () => {
      let acked = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        acked = await writeUntilKilled(
          'finding-writer',
          directory.path,
          acked,
          acked + 5 + ((kill * 7) % 61),
        );
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
        acked = await writeUntilKilled(
          'request-recorder',
          directory.path,
          acked,
          acked + 5 + ((kill * 17) % 97),
        );
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
  name: 'finding-writer' | 'request-recorder',
  directory: string,
  from: number,
  until: number,
): Promise<number> {
  const { lines, wasKilled } = await runUntilDead(processArgs(name, directory, from), (line, kill) => {
    if (Number(line) >= until) kill();
  });
  expect(wasKilled).toBe(true);
  return Number(lines.at(-1) ?? '-1') + 1;
}

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
