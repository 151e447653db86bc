import { describe, expect, it } from 'vitest';
import { reachFailures, type refusalReasons } from '#shared/domain/terms.ts';
import type { AppError } from '#shared/errors.ts';
import {
  classifyFailure,
  type FailureClass,
  type WorkList,
} from '../../../../../electron/main/jobs/failures.ts';

const lists: readonly WorkList[] = ['refresh', 'batch', 'code', 'code-unsent', 'lookup'];
const refused = (why: (typeof refusalReasons)[number], status = 200, said = ''): AppError => ({
  kind: 'refused',
  why,
  status,
  said,
});

describe('what a failure means for a list of work', () => {
  it.each(lists)('is never that only its item is concerned where nobody is there: %s', (list) => {
    for (const why of reachFailures) {
      expect(classifyFailure({ kind: 'unreachable', why }, list)).not.toBe('item');
    }
  });

  it.each<readonly [string, AppError, Readonly<Record<WorkList, FailureClass>>]>([
    [
      'a refused login',
      refused('credentials'),
      { refresh: 'stop', batch: 'stop', code: 'stop', 'code-unsent': 'stop', lookup: 'wait' },
    ],
    [
      'a name that is not found',
      refused('not-found', 404),
      { refresh: 'item', batch: 'item', code: 'item', 'code-unsent': 'stop', lookup: 'perhaps-all' },
    ],
    [
      'too many requests',
      refused('rate', 429),
      { refresh: 'perhaps-all', batch: 'perhaps-all', code: 'wait', 'code-unsent': 'wait', lookup: 'later' },
    ],
    [
      'an error of the server without words',
      refused('server', 500),
      {
        refresh: 'perhaps-all',
        batch: 'perhaps-all',
        code: 'perhaps-all',
        'code-unsent': 'wait',
        lookup: 'retry',
      },
    ],
    [
      'an error of the server with its reason',
      refused('server', 500, 'No such TLD'),
      {
        refresh: 'perhaps-all',
        batch: 'perhaps-all',
        code: 'perhaps-all',
        'code-unsent': 'wait',
        lookup: 'perhaps-all',
      },
    ],
    [
      'a lost answer',
      { kind: 'unreachable', why: 'connection-lost' },
      {
        refresh: 'perhaps-all',
        batch: 'perhaps-all',
        code: 'perhaps-all',
        'code-unsent': 'wait',
        lookup: 'retry',
      },
    ],
    [
      'a full disk',
      { kind: 'storage', fault: 'full' },
      { refresh: 'stop', batch: 'stop', code: 'stop', 'code-unsent': 'stop', lookup: 'wait' },
    ],
    [
      'an unreadable answer',
      { kind: 'unreadable', status: 200, why: 'not-json' },
      { refresh: 'item', batch: 'item', code: 'item', 'code-unsent': 'stop', lookup: 'perhaps-all' },
    ],
  ])('is for %s', (_, error, expected) => {
    expect(Object.fromEntries(lists.map((list) => [list, classifyFailure(error, list)]))).toEqual(expected);
  });
});
