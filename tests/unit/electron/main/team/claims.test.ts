import { expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { releaseAllOf } from '../../../../../electron/main/team/claims.ts';
import type { TeamConnection } from '../../../../../electron/main/team/connection.ts';

it('T10 whoever releases all of a person is told how many were released before the line was lost', async () => {
  const claims = ['oak.com', 'elm.com', 'ash.com'].map((domain) => ({
    ...{ changeId: crypto.randomUUID(), attempt: 1, desk: 'd', by: 'ben', domain, kind: 'renew' },
    ...{ state: 'sent', since: '2026-11-21T08:58:00.000Z', service: 'a · b', isOwn: false },
  }));
  const calls: string[] = [];
  const connection = {
    query: () => Promise.resolve(ok(claims)),
    call(name: string) {
      calls.push(name);
      // The second one's mark is lost.
      if (calls.length > 3) return Promise.resolve(fail({ kind: 'unreachable', code: 'ECONNRESET' }));
      return Promise.resolve(ok({ kind: name === 'release' ? 'released' : 'noted', seq: 1 }));
    },
  } as unknown as TeamConnection; // All that is asked.
  const ask = { reason: 'Gone', finding: 'had-no-effect' } as const;
  expect(await releaseAllOf(connection, { deskId: 'd' } as never, 'ben', ask)).toEqual(
    ok({
      count: 1,
      stopped: { of: 'team', fault: { kind: 'unreachable', code: 'ECONNRESET' } },
    }),
  );
  expect(calls).toEqual(['read_back', 'release', 'read_back', 'release']);
});
