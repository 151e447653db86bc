import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import type { LimitedAddresses } from './limited-server.ts';

/** Whom every service of a bench knows. */
export const benchLogin = { username: 'bench@example.com', apiKey: 'a-key-for-the-bench-alone' } as const;

/** Ten TLDs that the practice service has. */
export const benchTlds = ['com', 'net', 'org', 'info', 'dev', 'io', 'de', 'co.uk', 'com.au', 'co.za'];

/** Domains that the practice service of a bench has, and nothing else is about. */
export const benchDomains: readonly string[] = Array.from({ length: 150 }, (_, index) => `more-${index}.com`);

/** So many labels of one length, different for each `first`. */
export const benchNames = (count: number, first = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `quay${String(first + index).padStart(8, '0')}`);

export interface RunningService {
  readonly baseUrl: string;
  readonly pid: number | undefined;
  /** Seconds of processor time that it has used; null where the system does not say. */
  readonly cpuSeconds: () => number | null;
  readonly end: () => Promise<void>;
}

/** Starts a service in a process of its own, so that what it costs is not on the side that asks. */
export async function startService(kind: 'canned' | 'practice'): Promise<RunningService> {
  const { told, pid, end } = await startProcess([kind]);
  const { baseUrl } = told as { readonly baseUrl: string }; // by service-process.ts
  return { baseUrl, pid, cpuSeconds: () => cpuSecondsOf(pid), end };
}

/** The services of the pace, all of them in one process. @param share See `startLimitedServices`. */
export async function startLimitedProcess(share: number) {
  const { told, end } = await startProcess(['limited', String(share)]);
  return { addresses: told as LimitedAddresses, end }; // by service-process.ts
}

interface StartedProcess {
  /** What it printed when it stood. */
  readonly told: unknown;
  readonly pid: number | undefined;
  readonly end: () => Promise<void>;
}

async function startProcess(given: readonly string[]): Promise<StartedProcess> {
  const script = fileURLToPath(new URL('service-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (line.done === true) throw new Error(`The ${given.join(' ')} service did not start`);
  const told: unknown = JSON.parse(line.value);
  return {
    told,
    pid: child.pid,
    async end() {
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
    },
  };
}

const ticksPerSecond = 100;

/** Source: proc_pid_stat(5), fields 14 and 15; the second field may hold spaces, so counting begins behind it. */
function cpuSecondsOf(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
