import { beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../../../../shared/errors.ts';
import type { CodeOutcome } from '../../../../../shared/domain/code.ts';
import { fail } from '../../../../../shared/result.ts';
import {
  aCode,
  aCodesDesk,
  answering,
  emailed,
  failing,
  kindOf,
  refused,
  unreadable,
  type Answer,
  type CodesDesk,
} from '../../../../support/codes/a-codes-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const inTrouble: AppError = { kind: 'refused', why: 'server', status: 503, said: '' };

describe('the journal of a code that is taken', () => {
  let desk: CodesDesk;
  beforeEach(() => {
    desk = aCodesDesk();
  });

  it('B13 has its line before the service is asked, and the outcome after', async () => {
    let before: unknown;
    desk.answers.push((options) => {
      before = structuredClone(desk.lines);
      return aCode('x-Ab3#')(options);
    });
    await desk.take('reveal');
    const line = {
      seq: 1,
      at: '2026-03-01T10:30:00.000Z',
      accountId: 'a1',
      accountLabel: 'Account a1',
      domain: 'example.com',
      deed: 'reveal',
    };
    expect(before).toEqual([{ ...line, outcome: null }]);
    expect(desk.lines).toEqual([{ ...line, outcome: 'code' }]);
    expect(valueOf(await desk.codes.accesses('a1', 'example.com'))).toEqual(desk.lines);
  });

  it.each<AppError>([
    { kind: 'storage', fault: 'full' },
    { kind: 'journal-broken', journal: 'accesses', seq: 3 },
  ])('that cannot be written keeps the service from being asked: $kind', async (error) => {
    desk.world.journalError = error;
    expect(await desk.take()).toEqual(fail(error));
    expect(desk.asked).toEqual([]);
    expect(desk.windows.last().isOpen).toBe(false);
  });

  it('that cannot take the outcome keeps no code from the user', async () => {
    desk.answers.push((options) => {
      desk.world.journalError = { kind: 'storage', fault: 'full' };
      return aCode('x-Ab3#')(options);
    });
    expect(kindOf(await desk.take())).toBe('copied');
    expect(desk.lines).toMatchObject([{ outcome: null }]);
  });

  it.each<[CodeOutcome, string, Answer]>([
    ['code', 'copied', aCode('x-Ab3#')],
    ['emailed', 'emailed', emailed],
    ['refused', 'refused', answering(refused)],
    ['not-sent', 'refused', failing(refused)],
    ['unclear', 'refused', answering(inTrouble)],
    ['not-sent', 'refused', failing(inTrouble)],
    ['unclear', 'unclear', answering(unreadable)],
    ['no-answer', 'unreadable', failing({ kind: 'unreadable', status: 200, why: 'cut-short' })],
    ['no-answer', 'unreachable', failing({ kind: 'unreachable', why: 'connection-lost' })],
    ['no-answer', 'unreachable', failing({ kind: 'unreachable', why: 'no-answer-in-time' })],
    ['not-sent', 'unreachable', failing({ kind: 'unreachable', why: 'offline' })],
    ['not-sent', 'not-sent', failing({ kind: 'not-sent', why: 'tls-failed' })],
    ['not-sent', 'no-key', failing({ kind: 'no-key' })],
    ['not-sent', 'keychain', failing({ kind: 'keychain', fault: 'locked' })],
  ])('says %s where the page hears "%s"', async (outcome, kind, answer) => {
    desk.answers.push(answer);
    expect(kindOf(await desk.take())).toBe(kind);
    expect(desk.lines).toMatchObject([{ outcome }]);
    expect(desk.windows.last().isOpen).toBe(false);
  });
  it('waits for its place in the account’s order of asking, and writes nothing before it is there', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    // Everything that the account may ask at once.
    const others = Array.from({ length: 4 }, () =>
      desk.throttle.run(() => promise, new AbortController().signal),
    );
    const taking = desk.codes.take('a1', 'example.com', 'copy');
    await desk.time.pass(10);
    expect([desk.asked, desk.lines]).toEqual([[], []]);
    await desk.codes.leave();
    resolve(undefined);
    await Promise.all(others);
    expect(kindOf(await desk.time.outcomeOf(taking))).toBe('cancelled');
    expect([desk.asked, desk.lines]).toEqual([[], []]);
    expect(await desk.clipboard.readText()).toBe('');
  });
});
