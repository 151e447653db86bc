import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import {
  type AccountStatus,
  connectionAfter,
  createStatusBoard,
} from '../../../../../electron/main/connections/status-board.ts';

const refused = (why: Extract<AppError, { kind: 'refused' }>['why']): AppError => ({
  kind: 'refused',
  why,
  status: 401,
  said: '',
});

describe('what a call tells about the way to the service', () => {
  it.each<[string, AppError, string | null]>([
    ['a refused key shuts the account out', refused('credentials'), 'refused'],
    ['a refused address shuts the account out', refused('address'), 'refused'],
    ['an action that is not allowed shows that the service talks to us', refused('permission'), 'online'],
    ['a rate limit shows that the service talks to us', refused('rate'), 'online'],
    ['no connection', { kind: 'unreachable', why: 'connection-refused' }, 'offline'],
    ['a write that was not sent', { kind: 'not-sent', why: 'name-not-resolved' }, 'offline'],
    [
      'an answer that cannot be read came from somewhere',
      { kind: 'unreadable', status: 200, why: 'not-json' },
      'online',
    ],
    ['no key', { kind: 'no-key' }, 'no-key'],
    ['no keychain', { kind: 'keychain', fault: 'locked' }, 'no-key'],
    ['a cancelled call tells nothing', { kind: 'cancelled' }, null],
    ['a full disk tells nothing', { kind: 'storage', fault: 'full' }, null],
  ])('%s', (_case, error, connection) => expect(connectionAfter(fail(error))).toBe(connection));

  it('a good answer means online', () => expect(connectionAfter(ok('150.50'))).toBe('online'));
});

describe('the status board', () => {
  const aBoard = () => {
    const announced: AccountStatus[] = [];
    return { announced, board: createStatusBoard((status) => announced.push(status)) };
  };

  it('announces a change once and stays silent while nothing changes', () => {
    const { announced, board } = aBoard();
    board.heard('a', ok('x'), 10);
    board.heard('a', ok('x'), 200);
    expect(announced).toHaveLength(1);
    board.heard('a', fail({ kind: 'unreachable', why: 'offline' }), null);
    expect(announced.map((status) => status.connection)).toEqual(['online', 'offline']);
  });

  it('keeps the clock and the credit when the network goes', () => {
    const { board } = aBoard();
    board.heard('a', ok('x'), 5_000);
    board.credited('a', '500.00', new Date('2026-01-02T03:04:05.000Z'));
    board.heard('a', fail({ kind: 'unreachable', why: 'offline' }), null);
    expect(board.of('a')).toMatchObject({
      connection: 'offline',
      clockSkewMs: 5_000,
      credit: { amount: '500.00', readAt: '2026-01-02T03:04:05.000Z' },
    });
  });

  it('keeps accounts apart, and knows nothing of none', () => {
    const { board } = aBoard();
    board.heard('a', ok('x'), 0);
    expect(board.of('b').connection).toBe('unknown');
    expect(board.of(null)).toMatchObject({ accountId: null, connection: 'unknown' });
  });

  it('forgets an account whose way has changed', () => {
    const { announced, board } = aBoard();
    board.heard('a', ok('x'), 0);
    board.forget('a');
    expect(board.of('a').connection).toBe('unknown');
    expect(announced.at(-1)).toMatchObject({ accountId: 'a', connection: 'unknown' });
  });
});
