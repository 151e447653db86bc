import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'vite';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { ground } from './ground.ts';

const checkout = join(import.meta.dirname, '../../..');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the command line as whoever runs the application, beside it: only they can reach its workspace. It is bundled for
 * that, since they may not be able to read the checkout.
 */
export async function runBesideTheWindow(args: readonly string[], input = ''): Promise<Ended> {
  const { user, env } = ground();
  const child = spawn(process.execPath, [join(await bundled(), 'main.mjs'), ...args], {
    cwd: ground().folder,
    env,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** Once for a run: every worker finds what the first has made. */
async function bundled(): Promise<string> {
  const { folder, user } = ground();
  const target = join(folder, 'command-line');
  if (existsSync(target)) return target;
  const outDir = join(folder, `command-line-${process.pid}`);
  await build({
    configFile: false,
    logLevel: 'silent',
    root: checkout,
    ssr: { noExternal: true, external: ['keytar'] },
    build: {
      ssr: join(checkout, 'electron/main/cli/main.ts'),
      outDir,
      rolldownOptions: {
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  ownFolder(target, user ?? undefined);
  cpSync(outDir, target, { recursive: true });
  return target;
}
