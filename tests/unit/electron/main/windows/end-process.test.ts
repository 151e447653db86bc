import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { endProcess, processToEnd } from '../../../../../electron/main/windows/end-process.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

describe('the end of a process', () => {
  /** A process that ends by itself after so long, or by a kill. */
  function aProcess(endsAfterMs: number, takesKills = true) {
    const { timer, outcomeOf } = aVirtualTime();
    let killedAtMs: number | null = null;
    const isAlive = (): boolean => timer.nowMs() < endsAfterMs && (killedAtMs === null || !takesKills);
    const ended = endProcess({
      isAlive,
      kill: () => (killedAtMs = timer.nowMs()),
      nowMs: timer.nowMs,
      sleep: (durationMs) => timer.sleep(durationMs),
    });
    return outcomeOf(ended).then(() => ({ afterMs: timer.nowMs(), killedAtMs }));
  }

  it('B14 is waited for where it comes by itself', async () => {
    expect(await aProcess(40)).toEqual({ afterMs: 40, killedAtMs: null });
  });

  it('B14 is made after 300 ms', async () => {
    expect(await aProcess(60_000)).toEqual({ afterMs: 310, killedAtMs: 300 });
  });

  it('B14 is not waited for longer than a second', async () => {
    expect(await aProcess(60_000, false)).toEqual({ afterMs: 1_000, killedAtMs: 300 });
  });

  it('kills a real process, which is gone then', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
    const ending = processToEnd(child.pid ?? 0);
    expect(ending.isAlive()).toBe(true);
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    ending.kill();
    expect(await ended).toBe('SIGKILL');
    expect(ending.isAlive()).toBe(false);
  });

  it('takes no process at all for one that is gone, and signals nobody', () => {
    expect(processToEnd(0).isAlive()).toBe(false);
  });
});
