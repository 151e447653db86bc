import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../electron/main/practice/operations/domains.ts';
import { startPracticeService } from '../../../electron/main/practice/service.ts';
import { sweep } from '../../support/canary.ts';
import { rowsIn } from '../../support/codes/codes-to-save.ts';
import { aDirectory } from '../../support/workspace/a-workspace.ts';

const login = { username: 'killed@example.com', apiKey: 'CANARY-killed-key-1' };
const passphrase = 'CANARY-killed-passphrase';
const kills = 4;

describe('a code export whose process is killed', () => {
  it(
    'B9 leaves nothing in clear and no file of its own name, each time; the next one takes away what it left',
    { timeout: 600_000 },
    async ({ annotate }) => {
      const directory = aDirectory();
      const service = await startPracticeService({
        ...login,
        moreDomains: 800,
        latencyMs: 1,
      });
      const started: ChildProcess[] = [];
      try {
        const [workspace, saved] = [join(directory.path, 'workspace'), join(directory.path, 'saved')];
        [workspace, saved].forEach((folder) => mkdirSync(folder));
        const path = join(saved, 'codes.age');
        const all = service.domains();
        const codes = Object.fromEntries(all.map((domain) => [domain.name, codeOf(1, domain)]));
        const start = (domains: readonly string[]): ChildProcess => {
          const child = spawn(
            process.execPath,
            [
              'tests/faults/codes/code-export-process.ts',
              JSON.stringify({ ...login, workspace, baseUrl: service.baseUrl, path, passphrase, domains }),
            ],
            { stdio: ['ignore', 'ignore', 'inherit'] },
          );
          started.push(child);
          return child;
        };
        let files = 0;
        for (let kill = 0; kill < kills; kill += 1) {
          const before = service.requestCount();
          const child = start(all.map(({ name }) => name));
          await expect
            .poll(service.requestCount, { timeout: 120_000, interval: 20 })
            .toBeGreaterThan(before + 1 + kill * 20);
          expect(child.exitCode, 'it is killed in the middle').toBeNull();
          child.kill('SIGKILL');
          await once(child, 'close');
          const left = readdirSync(saved);
          expect(left).toHaveLength(1);
          expect(left[0]).toMatch(/^\.namedesk-codes-.*\.part$/);
          const found = await sweep(directory.path, { passphrase, ...login, ...someOf(codes, kill) });
          expect(found.finds.filter((find) => !find.endsWith(': username'))).toEqual([]);
          files += found.files;
        }
        const last = start(all.slice(0, 20).map(({ name }) => name));
        await once(last, 'close');
        expect(readdirSync(saved)).toEqual(['codes.age']);
        expect(await rowsIn(path, passphrase)).toHaveLength(20);
        await annotate(
          `figure: ${kills} kills, 0 codes in clear in ${files} files, ${service.requestCount()} requests`,
        );
      } finally {
        for (const child of started) child.kill('SIGKILL');
        await service.stop();
        directory.remove();
      }
    },
  );
});

/** The first ones, which were surely fetched. */
const someOf = (codes: Readonly<Record<string, string>>, kill: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(codes).slice(0, 2 + kill * 20));
