import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLineOf, launcherBeside } from '../../../../../electron/main/platform/start-again.ts';

const module = new URL('../../../../../electron/main/platform/start-again.ts', import.meta.url).href;

describe.skipIf(process.platform !== 'linux')('a program that starts again on Linux', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-again-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'is started when the process has ended by %s, and not before, with its arguments and the right to new privileges',
    async (signal) => {
      const [launcher, trace] = [join(folder, 'namedesk'), join(folder, 'trace')];
      const says = `echo "$@" $(grep NoNewPrivs /proc/self/status) > '${trace}.new'; mv '${trace}.new' '${trace}'`;
      writeFileSync(launcher, `#!/bin/sh\n${says}\n`, { mode: 0o755 });
      const code = `
        const { startOnceEnded } = await import('${module}');
        startOnceEnded('${launcher}', ['--user-data-dir=/a b']);
        process.stdout.write('told');
        setInterval(() => undefined, 1_000);`;
      const first = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(first.stdout, 'data');
      expect(existsSync(trace)).toBe(false);
      first.kill(signal);
      await once(first, 'exit');
      await expect.poll(() => existsSync(trace)).toBe(true);
      expect(readFileSync(trace, 'utf8')).toBe('--user-data-dir=/a b NoNewPrivs: 0\n');
    },
  );

  it('is the launcher beside it, where there is one', () => {
    expect(launcherBeside(join(folder, 'namedesk-runtime'))).toBeNull();
    writeFileSync(join(folder, 'namedesk'), '');
    expect(launcherBeside(join(folder, 'namedesk-runtime'))).toBe(join(folder, 'namedesk'));
  });
});

describe('the command line of this copy', () => {
  it('is the one beside the program where there is one, else the program itself, and in a checkout its source', () => {
    const folder = mkdtempSync(join(tmpdir(), 'namedesk-program-'));
    const [execPath, out] = [join(folder, 'namedesk-runtime'), '/checkout/out'];
    const packaged = { isPackaged: true, execPath, out };
    expect(commandLineOf(packaged)).toEqual([execPath]);
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'namedesk.exe'), '');
    expect(commandLineOf(packaged)).toEqual([join(folder, 'bin', 'namedesk.exe')]);
    expect(commandLineOf({ ...packaged, isPackaged: false })).toEqual([
      'node',
      '/checkout/electron/main/cli/main.ts',
    ]);
    rmSync(folder, { recursive: true });
  });
});
