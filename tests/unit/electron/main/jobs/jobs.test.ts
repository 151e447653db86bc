import { describe, expect, it } from 'vitest';
import { createJobs } from '../../../../../electron/main/jobs/job.ts';

const list = (id: string, accountId = 'a') => ({ id, accountId });
const doing = (run: () => Promise<void>) => () => ({ run });
const turn = () => new Promise(setImmediate);

describe('the jobs of lists of work', () => {
  it('are one at a time for each list, and what takes its place waits for its end', async () => {
    const jobs = createJobs(() => undefined);
    const heard: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    jobs.begin(
      list('p'),
      doing(async () => {
        heard.push('first');
        await gate.promise;
        heard.push('first over');
      }),
    );
    jobs.begin(
      list('p'),
      doing(() => Promise.resolve(void heard.push('never'))),
    );
    await turn();
    let isEnded = false;
    void jobs.end('p').then(() => (isEnded = true));
    jobs.begin(
      list('p'),
      doing(() => Promise.resolve(void heard.push('second'))),
    );
    await turn();
    expect([heard, isEnded]).toEqual([['first'], false]);
    gate.resolve(undefined);
    await turn();
    expect(isEnded).toBe(true);
    expect(heard).toEqual(['first', 'first over', 'second']);
    expect(jobs.isAtWork('p')).toBe(false);
  });

  it('that throw are told as a bug, and nothing is begun after the end', async () => {
    const bugs: unknown[] = [];
    const jobs = createJobs((thrown) => bugs.push(thrown));
    jobs.begin(
      list('p'),
      doing(() => Promise.reject(new Error('A bug'))),
    );
    await turn();
    expect(bugs).toHaveLength(1);
    await jobs.close();
    jobs.begin(
      list('q'),
      doing(() => Promise.resolve(void bugs.push('begun'))),
    );
    await turn();
    expect(bugs).toHaveLength(1);
  });

  it('are woken by account, or all', async () => {
    const jobs = createJobs(() => undefined);
    const woken: string[] = [];
    const never = new Promise<void>(() => undefined);
    for (const account of ['a', 'b']) {
      jobs.begin(list(`list of ${account}`, account), () => ({
        run: () => never,
        wake: () => void woken.push(account),
      }));
    }
    await turn();
    jobs.wake('b');
    expect(woken).toEqual(['b']);
    jobs.wake();
    expect(woken).toEqual(['b', 'a', 'b']);
  });
});
