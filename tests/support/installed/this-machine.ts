import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ran } from './bare-root.ts';

/**
 * Runs a command on this machine as it is, over a layer in memory that takes all that is written and is thrown away: packages
 * can be installed there, and none is on the machine afterwards.
 */
export function onThisMachine(command: string, env: Readonly<Record<string, string>> = {}): Ran {
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-machine-'));
  try {
    const at = join(folder, 'layer');
    mkdirSync(at);
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['--mount', 'sh', '-ec', layered, 'sh', at, command],
      {
        encoding: 'utf8',
        env: { ...process.env, ...env },
        maxBuffer: 64 << 20,
      },
    );
    return { code: status ?? 127, out: `${stdout}${stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The mounts are those of a namespace of their own, and end with it. In a chroot the kernel would give nobody user namespaces. */
const layered = `
  mount -t tmpfs tmpfs "$1"
  mkdir "$1/upper" "$1/work" "$1/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
  for each in proc dev sys; do mount --rbind "/$each" "$1/root/$each"; done
  here=$PWD
  cd "$1/root"
  pivot_root . .
  umount -l .
  cd "$here"
  exec sh -c "$2"
`;
