import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { asEntered, noFilter } from '#shared/domain/session.ts';
import { threads } from '../../../../../scripts/lib/threads.mjs';
import { threadUrl } from '../../../../support/threads/thread-urls.ts';
import { aDirectory } from '../../../../support/workspace/a-workspace.ts';

const names = Object.keys(threads) as (keyof typeof threads)[]; // Of a constant table.
const urls = Object.fromEntries(names.map((name) => [name, threadUrl(name).href]));

/** V8 may abort a process in which threads that run WebAssembly end: docs/decisions/0019-threads-that-end.md. */
describe('the threads of main', () => {
  it('work in a process that has no WebAssembly', async () => {
    const directory = aDirectory();
    const script = new URL('../../../../support/threads/without-web-assembly.mjs', import.meta.url);
    const asked = JSON.stringify({
      directory: directory.path,
      urls,
      view: { filter: noFilter, sort: asEntered },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--jitless',
      fileURLToPath(script),
      asked,
    ]);
    expect(JSON.parse(stdout)).toEqual({ opened: 'opened', names: 'example', cells: [0], isGood: true });
    directory.remove();
  });

  it('have no WebAssembly in their code', () => {
    const folder = dirname(fileURLToPath(threadUrl('workspace-worker')));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const code = files.filter((file) => file.endsWith('.mjs'));
    expect(code).toEqual(expect.arrayContaining(names.map((name) => `${name}.mjs`)));
    expect(code.filter((file) => readFileSync(join(folder, file), 'utf8').includes('WebAssembly'))).toEqual(
      [],
    );
  });
});
