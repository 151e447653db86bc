import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../../../../shared/errors.ts';
import { lost, offline, SavingDesk, someDomains } from '../../../../../support/codes/a-saving-desk.ts';

const refused: AppError = { kind: 'refused', why: 'validation', status: 400, said: 'Domain is locked' };
const rate: AppError = { kind: 'refused', why: 'rate', status: 429, said: '' };

describe('a saving', () => {
  it('asks for each code once, one after the other, and puts a row of each into the file', async () => {
    const desk = new SavingDesk();
    const saving = await desk.outcomeOf(someDomains(3));
    expect(saving).toMatchObject({ state: 'done', total: 3, asked: 3, error: null, waitsFor: null });
    expect(desk.asked).toEqual(someDomains(3));
    expect(desk.file.join('')).toBe(
      'domain,code,outcome,message,retrieved_at\n' +
        'name-0.com,code-of-name-0.com,code,,2026-03-01T10:30:00.000Z\n' +
        'name-1.com,code-of-name-1.com,code,,2026-03-01T10:30:00.000Z\n' +
        'name-2.com,code-of-name-2.com,code,,2026-03-01T10:30:00.000Z\n',
    );
  });

  it('has a line of the journal before each asking, and one after it that says what came', async () => {
    const desk = new SavingDesk();
    desk.said.set('name-1.com', [refused]);
    await desk.outcomeOf(someDomains(2));
    expect(desk.happened).toEqual([
      'put',
      ...['asked save name-0.com', 'GET name-0.com', 'put', 'answered 1 code'],
      ...['asked save name-1.com', 'GET name-1.com', 'put', 'answered 3 refused'],
      'keep',
    ]);
  });

  it('says of each domain that was asked what came of it, and counts', async () => {
    const desk = new SavingDesk();
    desk.said.set('name-1.com', [refused]);
    desk.said.set('name-2.com', ['emailed']);
    desk.said.set('name-3.com', [{ kind: 'unreadable', status: 200, why: 'wrong-shape' }]);
    desk.said.set('name-4.com', [lost]);
    const live = desk.start(someDomains(6));
    const saving = await desk.time.outcomeOf(live.ended);
    expect(saving.outcomes).toEqual({
      code: 2,
      emailed: 1,
      refused: 1,
      unclear: 1,
      'no-answer': 1,
      'not-sent': 0,
    });
    expect(saving.state).toBe('done');
    expect(live.rows('failed', 1, 2)).toEqual({
      rows: [
        { index: 2, domain: 'name-2.com', outcome: 'emailed', error: null },
        { index: 3, domain: 'name-3.com', outcome: 'unclear', error: expect.objectContaining({}) as unknown },
      ],
      total: 4,
    });
    expect(live.rows('all', 4, 500)).toMatchObject({ rows: [{ index: 4 }, { index: 5 }], total: 6 });
    expect(desk.file).toHaveLength(7);
    expect(desk.file[2]).toMatch(/^name-1\.com,,refused,.*Domain is locked.*,2026/);
  });

  it('asks for nothing before it is sure that it can be encrypted', async () => {
    const desk = new SavingDesk();
    desk.ready = Promise.reject(new Error('No memory for the key'));
    expect(await desk.outcomeOf(someDomains(2))).toMatchObject({
      state: 'failed',
      error: { kind: 'bug', incidentId: 'BUG' },
    });
    expect(desk.happened).toEqual(['discard']);
  });

  it('is told of at most every 100 ms, and always at its end', async () => {
    const desk = new SavingDesk();
    const domains = someDomains(1_000);
    for (const domain of domains) desk.said.set(domain, [desk.time.timer.sleep(3).then(() => 'code')]);
    const live = desk.start(domains);
    await desk.time.outcomeOf(live.ended);
    const gaps = desk.announcedAtMs.slice(1, -1).map((at, index) => at - (desk.announcedAtMs[index] ?? 0));
    expect(Math.min(...gaps, 100)).toBe(100);
    expect(desk.announced.at(-1)).toMatchObject({ state: 'done', asked: 1_000 });
  });
});

describe('a saving whose way is gone', () => {
  it('waits, says why, and asks for the same domain once the credit can be read again', async () => {
    const desk = new SavingDesk();
    desk.said.set('name-1.com', [offline]);
    desk.credits = offline;
    const live = desk.start(someDomains(3));
    await desk.time.until(() => live.saving().waitsFor !== null);
    expect(live.saving().waitsFor).toEqual(offline);
    await desk.time.pass(120_000);
    const tries = desk.happened.filter((each) => each === 'credits').length;
    expect(tries).toBeGreaterThan(2);
    expect(desk.asked).toEqual(['name-0.com', 'name-1.com']);
    desk.credits = null;
    expect(await desk.time.outcomeOf(live.ended)).toMatchObject({ state: 'done', waitsFor: null });
    expect(desk.asked).toEqual(['name-0.com', 'name-1.com', 'name-1.com', 'name-2.com']);
    expect(desk.announced.some(({ waitsFor }) => waitsFor?.kind === 'unreachable')).toBe(true);
  });

  it('never repeats a request that may have reached the service, however many are lost', async () => {
    const desk = new SavingDesk();
    for (const domain of someDomains(20)) desk.said.set(domain, [lost]);
    const saving = await desk.outcomeOf(someDomains(30));
    expect(desk.asked).toEqual(someDomains(30));
    expect(saving).toMatchObject({ state: 'done', outcomes: { 'no-answer': 20, code: 10 } });
  });

  it('waits after eight lost ones in a row, and only then', async () => {
    const desk = new SavingDesk();
    for (const domain of someDomains(7)) desk.said.set(domain, [lost]);
    await desk.outcomeOf(someDomains(8));
    expect(desk.happened).not.toContain('credits');
    const worse = new SavingDesk();
    for (const domain of someDomains(8)) worse.said.set(domain, [lost]);
    await worse.outcomeOf(someDomains(9));
    expect(worse.happened.filter((each) => each === 'credits')).toHaveLength(1);
  });

  it('leaves a service alone that asks for it, and does not ask for that code again', async () => {
    const desk = new SavingDesk();
    desk.said.set('name-0.com', [rate]);
    expect(await desk.outcomeOf(someDomains(2))).toMatchObject({ outcomes: { refused: 1, code: 1 } });
    expect(desk.asked).toEqual(someDomains(2));
    expect(desk.announced.some(({ waitsFor }) => waitsFor?.kind === 'refused')).toBe(true);
  });

  it('asks again for a code whose asking was refused before it was sent', async () => {
    const desk = new SavingDesk();
    desk.refusesBefore = true;
    desk.said.set('name-0.com', [rate]);
    expect(await desk.outcomeOf(someDomains(1))).toMatchObject({ outcomes: { refused: 0, code: 1 } });
    expect(desk.happened).toContain('answered 1 not-sent');
  });

  it('goes on at once over the connection that takes the place of another', async () => {
    const desk = new SavingDesk();
    desk.said.set('name-0.com', [{ kind: 'cancelled' }]);
    expect(await desk.outcomeOf(someDomains(2))).toMatchObject({ outcomes: { code: 2 } });
    expect(desk.happened).not.toContain('credits');
    expect(desk.announced.every(({ waitsFor }) => waitsFor === null)).toBe(true);
  });
});

describe('a saving that cannot go on', () => {
  it.each<[string, AppError]>([
    ['no key', { kind: 'no-key' }],
    ['a locked keychain', { kind: 'keychain', fault: 'locked' }],
  ])('for %s fails, and keeps the file of what was fetched', async (_name, error) => {
    const desk = new SavingDesk();
    desk.said.set('name-2.com', [error]);
    const live = desk.start(someDomains(4));
    expect(await desk.time.outcomeOf(live.ended)).toMatchObject({ state: 'failed', error, asked: 2 });
    expect(desk.file).toHaveLength(3);
    expect(live.rows('all', 2, 1).rows).toEqual([
      { index: 2, domain: 'name-2.com', outcome: null, error: null },
    ]);
    expect(desk.happened).toContain('answered 5 not-sent');
  });

  it('before its first code leaves no file', async () => {
    const desk = new SavingDesk();
    desk.connecting = { kind: 'no-account' };
    expect(await desk.outcomeOf(someDomains(4))).toMatchObject({
      state: 'failed',
      error: { kind: 'no-account' },
    });
    expect(desk.happened).toEqual(['put', 'discard']);
  });

  it('for a login that is refused shows it no second time, and says so in the file', async () => {
    const desk = new SavingDesk();
    const credentials: AppError = { kind: 'refused', why: 'credentials', status: 403, said: 'Invalid token' };
    desk.said.set('name-0.com', [credentials]);
    expect(await desk.outcomeOf(someDomains(4))).toMatchObject({ state: 'failed', error: credentials });
    expect(desk.asked).toEqual(['name-0.com']);
    expect(desk.file).toHaveLength(2);
  });

  it('for a journal that takes no line before asks for nothing', async () => {
    const desk = new SavingDesk();
    desk.journalFails = { line: 'asked', at: 0 };
    expect(await desk.outcomeOf(someDomains(4))).toMatchObject({
      state: 'failed',
      error: { kind: 'storage', fault: 'full' },
    });
    expect(desk.asked).toEqual([]);
    expect(desk.happened).toEqual(['put', 'discard']);
  });

  it('for a journal that takes no line after has the code that came in its file', async () => {
    const desk = new SavingDesk();
    desk.journalFails = { line: 'answered', at: 3 };
    expect(await desk.outcomeOf(someDomains(4))).toMatchObject({
      state: 'failed',
      error: { kind: 'storage', fault: 'full' },
      outcomes: { code: 2 },
    });
    expect(desk.asked).toEqual(someDomains(2));
    expect(desk.file.at(-1)).toContain('code-of-name-1.com');
  });

  it('for a file that takes no more asks for no more', async () => {
    const desk = new SavingDesk();
    desk.fileFullAt = 2;
    desk.keeping = { ok: false, error: { kind: 'storage', fault: 'full' } };
    expect(await desk.outcomeOf(someDomains(4))).toMatchObject({
      state: 'failed',
      error: { kind: 'storage', fault: 'full' },
    });
    expect(desk.asked).toEqual(someDomains(2));
  });
});

describe('a saving that is stopped', () => {
  it('asks for no more, waits for what is on its way, and keeps the file', async () => {
    const desk = new SavingDesk();
    const answer = Promise.withResolvers<string>();
    desk.said.set('name-1.com', [answer.promise]);
    const live = desk.start(someDomains(4));
    await desk.time.until(() => desk.asked.length === 2);
    live.stop();
    answer.resolve('late-code');
    expect(await desk.time.outcomeOf(live.ended)).toMatchObject({ state: 'stopped', asked: 2, error: null });
    expect(desk.file.at(-1)).toContain('late-code');
    expect(live.isRunning()).toBe(false);
  });

  it('while it waits ends at once', async () => {
    const desk = new SavingDesk();
    desk.said.set('name-1.com', [offline]);
    desk.credits = offline;
    const live = desk.start(someDomains(3));
    await desk.time.until(() => live.saving().waitsFor !== null);
    live.stop();
    expect(await live.ended).toMatchObject({ state: 'stopped', asked: 1, waitsFor: null });
    expect(desk.file).toHaveLength(2);
  });

  it('before anything was asked leaves no file', async () => {
    const desk = new SavingDesk();
    desk.ready = new Promise(() => undefined);
    const live = desk.start(someDomains(3));
    live.stop();
    expect(await live.ended).toMatchObject({ state: 'stopped', asked: 0 });
    expect(desk.happened.at(-1)).toBe('discard');
  });
});
