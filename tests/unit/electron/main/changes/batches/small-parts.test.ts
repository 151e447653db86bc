import { describe, expect, it } from 'vitest';
import { changeStates } from '#shared/domain/change.ts';
import { type AppError, reachFailures, refusalReasons } from '#shared/errors.ts';
import {
  afterOf,
  createBatchJobs,
  wantedText,
} from '../../../../../../electron/main/changes/batches/context.ts';
import {
  afterChange,
  classifyFailure,
  reasonOf,
} from '../../../../../../electron/main/changes/batches/failures.ts';
import {
  createBackoff,
  createRetryTimer,
  unlessEnded,
} from '../../../../../../electron/main/jobs/waiting.ts';
import { createQueuePerAccount } from '../../../../../../electron/main/system/queue.ts';
import { aVirtualTime } from '../../../../../support/time/virtual-time.ts';

describe('what is asked of each domain', () => {
  it('is written for people, and as it is compared', () => {
    expect(afterOf({ kind: 'lock', state: 'unlocked' })).toBe('unlocked');
    expect(afterOf({ kind: 'renew', periodYears: 1 })).toBe('renewed for 1 year');
    const ask = { kind: 'nameservers', nameservers: ['B.example.net.', 'a.example.net'] } as const;
    expect(afterOf(ask)).toBe('b.example.net, a.example.net');
    expect(wantedText(ask)).toBe('a.example.net, b.example.net');
    expect(wantedText({ kind: 'renew', periodYears: 1 })).toBeNull();
  });
});

describe('what a failure means for a plan', () => {
  it.each(reachFailures)('is never that a row is left out, where the service is not reached: %s', (why) => {
    expect(['later', 'perhaps-all']).toContain(classifyFailure({ kind: 'unreachable', why }));
    expect(classifyFailure({ kind: 'not-sent', why })).toBe('later');
  });

  it('is that of a refusal which may be of all names nobody goes on to the next one', () => {
    const ofOneName = refusalReasons.filter(
      (why) => classifyFailure({ kind: 'refused', why, status: 200, said: '' }) === 'row',
    );
    expect(ofOneName).toEqual([
      'permission',
      'credit',
      'exists',
      'not-found',
      'validation',
      'redirect',
      'other',
    ]);
  });

  it('is that a person has to look, where neither time nor another row helps', () => {
    const errors: readonly AppError[] = [
      { kind: 'no-account' },
      { kind: 'no-key' },
      { kind: 'keychain', fault: 'locked' },
      { kind: 'journal-broken', journal: 'changes', seq: 1 },
      { kind: 'storage', fault: 'full' },
      { kind: 'bug', incidentId: '' },
    ];
    expect(errors.map(classifyFailure)).toEqual(errors.map(() => 'person'));
  });

  it('is told as the reason where a row is left out', () => {
    expect(reasonOf({ kind: 'changed-since', what: 'lock' })).toBe('changed-since');
    expect(reasonOf({ kind: 'open-change', changeId: '', number: 1 })).toBe('open-change');
    expect(reasonOf({ kind: 'unreadable', status: 200, why: 'empty' })).toBe('not-readable');
  });
});

describe('what a change means for those after it', () => {
  it('is a doubt wherever it is not over', () => {
    const kinds = changeStates.map((state) => [state, afterChange({ state, error: null }).kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      planned: 'uncertain',
      sending: 'uncertain',
      uncertain: 'uncertain',
      confirmed: 'next',
      refused: 'next',
      applied: 'next',
      'not-applied': 'next',
      settled: 'next',
      withdrawn: 'next',
    });
  });

  it.each(refusalReasons)('is a halt where all would be refused so: %s', (why) => {
    const error = { kind: 'refused', why, status: 200, said: '' } as const;
    const halts = ['credentials', 'address', 'permission', 'rate', 'credit'].includes(why);
    expect(afterChange({ state: 'refused', error })).toEqual(
      halts ? { kind: 'halt', why: error } : { kind: 'next' },
    );
    expect(afterChange({ state: 'applied', error }).kind).toBe('next');
  });
});

describe('the turns of an account', () => {
  it('are taken one after the other, whatever other accounts do', async () => {
    const turns = createQueuePerAccount();
    const order: string[] = [];
    const take = async (accountId: string, name: string) => {
      const end = await turns.take(accountId);
      order.push(name);
      return end;
    };
    const first = await take('a', 'first');
    const second = take('a', 'second');
    const third = take('a', 'third');
    (await take('b', 'other'))();
    expect(order).toEqual(['first', 'other']);
    first();
    (await second)();
    (await third)();
    expect(order).toEqual(['first', 'other', 'second', 'third']);
    (await take('a', 'fourth'))();
  });
});

describe('waiting', () => {
  it('is longer after each try, a minute at most, and short again when it went well', () => {
    const patience = createBackoff();
    const pauses = () => [1, 2, 3, 4, 5, 6].map(() => patience.nextMs() / 1_000);
    expect(pauses()).toEqual([5, 10, 20, 40, 60, 60]);
    patience.goesWell();
    expect(pauses()[0]).toBe(5);
  });

  it('is over by time, by a wake of its account or of all, and when it is given up', async () => {
    const time = aVirtualTime();
    const waits = createRetryTimer(time.timer);
    const over: string[] = [];
    const giving = new AbortController();
    const wait = (
      name: string,
      accountId: string,
      ms: number | null,
      signal = new AbortController().signal,
    ) => void waits.wait(accountId, ms, signal).then(() => over.push(name));
    wait('time', 'a', 1_000);
    wait('given up', 'a', null, giving.signal);
    wait('woken', 'b', null);
    wait('last', 'c', null);
    await time.pass(2_000);
    expect(over).toEqual(['time']);
    giving.abort();
    waits.wake('b');
    await time.pass(1);
    expect(over).toEqual(['time', 'given up', 'woken']);
    waits.wake();
    await time.pass(1);
    expect(over).toEqual(['time', 'given up', 'woken', 'last']);
    wait('never begun', 'a', null, giving.signal);
    await time.pass(1);
    expect(over).toContain('never begun');
  });
});

describe('work for a plan', () => {
  it('is done by one at a time, and what takes its place waits for its end', async () => {
    const works = createBatchJobs(() => undefined);
    const heard: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    works.begin('p', async () => {
      heard.push('first');
      await gate.promise;
      heard.push('first over');
    });
    works.begin('p', () => Promise.resolve(void heard.push('never')));
    await new Promise(setImmediate);
    works.end('p');
    works.begin('p', () => Promise.resolve(void heard.push('second')));
    await new Promise(setImmediate);
    expect(heard).toEqual(['first']);
    gate.resolve(undefined);
    await new Promise(setImmediate);
    expect(heard).toEqual(['first', 'first over', 'second']);
    expect(works.isAtWork('p')).toBe(false);
  });

  it('that throws is told as a bug, and nothing is begun after the end', async () => {
    const bugs: unknown[] = [];
    const works = createBatchJobs((thrown) => bugs.push(thrown));
    works.begin('p', () => Promise.reject(new Error('A bug')));
    await new Promise(setImmediate);
    expect(bugs).toHaveLength(1);
    await works.close();
    works.begin('q', () => Promise.resolve(void bugs.push('begun')));
    await new Promise(setImmediate);
    expect(bugs).toHaveLength(1);
  });

  it('that nobody waits for any more still tells what it throws', async () => {
    const bugs: unknown[] = [];
    const ending = new AbortController();
    const work = Promise.withResolvers<string>();
    const waited = unlessEnded(work.promise, ending.signal, (thrown) => bugs.push(thrown));
    ending.abort();
    expect(await waited).toBeNull();
    work.reject(new Error('A bug'));
    await new Promise(setImmediate);
    expect(bugs).toHaveLength(1);
    const over = unlessEnded(Promise.resolve('done'), new AbortController().signal, () => undefined);
    expect(await over).toBe('done');
  });
});
