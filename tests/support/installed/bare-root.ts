import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../../scripts/lib/paths.mjs';

/** What a command in the root has printed, and how it ended. */
export interface Ran {
  readonly code: number;
  readonly out: string;
}

/** A bare Debian in a folder, with apt and nothing that Namedesk needs. */
export type BareRoot = ReturnType<typeof openBareRoot>;

/**
 * @param suite `bookworm` is Debian 12, `trixie` is 13. Made once by mmdebstrap and kept in the cache folder.
 * @param more Packages that are there before Namedesk is.
 * @throws Where mmdebstrap or a mirror is missing, or this is not root.
 */
export function openBareRoot(suite: string, more: readonly string[] = []) {
  const packages = ['passwd', ...more].join(',');
  const digest = createHash('sha256').update(packages).digest('hex').slice(0, 8);
  const name = more.length === 0 ? suite : `${suite}-${digest}`;
  const tar = join(cacheFolder(), 'installed-roots', `${name}.tar`);
  if (!existsSync(tar)) {
    mkdirSync(join(tar, '..'), { recursive: true });
    must('mmdebstrap', ['--variant=apt', `--include=${packages}`, '--quiet', suite, `${tar}.new.tar`]);
    must('mv', [`${tar}.new.tar`, tar]);
  }
  const root = mkdtempSync(join(tmpdir(), `namedesk-${suite}-`));
  must('chmod', ['755', root]);
  must('tar', ['-xf', tar, '-C', root, '--numeric-owner']);
  const at = (path: string): string => join(root, path);
  must('mount', ['-t', 'proc', 'proc', at('proc')]);
  must('mount', ['-t', 'tmpfs', 'tmpfs', at('dev/shm')]);
  const run = (command: string): Ran => ran('chroot', [root, 'sh', '-c', command]);
  return {
    /** As root, by a shell. */
    run,
    /** As an ordinary user with a home folder. */
    runAs: (user: string, command: string) => ran('chroot', [root, 'su', '-', user, '-c', command]),
    /** Copies a file of this machine. @returns Its path in the root. */
    take(file: string): string {
      cpSync(file, at(join('tmp', basename(file))));
      return join('/tmp', basename(file));
    },
    /** The path of a file of the root on this machine. */
    at,
    /** Every file and folder but those of the kernel, apt's lists and caches, logs and temporary ones; sorted. */
    files: () =>
      run(
        `find / -xdev \\( ${left.map((path) => `-path ${path}`).join(' -o ')} \\) -prune -o -print | sort`,
      ).out.split('\n'),
    close() {
      for (const path of ['dev/shm', 'proc']) must('umount', ['-l', at(path)]);
      // What is still mounted there is not ours to delete.
      if (readdirSync(at('proc')).length === 0) rmSync(root, { recursive: true, force: true });
    },
  };
}

const left = [
  '/proc',
  '/sys',
  '/dev',
  '/run',
  '/tmp',
  '/var/lib/apt',
  '/var/cache',
  '/var/log',
  '/var/lib/dpkg',
];

function ran(command: string, args: readonly string[]): Ran {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  const done = spawnSync(command, args, { encoding: 'utf8', env, maxBuffer: 64 << 20 });
  return { code: done.status ?? 127, out: `${done.stdout}${done.stderr}` };
}

function must(command: string, args: readonly string[]): void {
  const { code, out } = ran(command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${out}`);
}
