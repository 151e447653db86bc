import { describe, expect, it } from 'vitest';
import { accountId, locking, PlanningDesk } from '../../../../../support/plans/a-planning-desk.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const notFound = { kind: 'refused', why: 'not-found', status: 404, said: '' } as const;

describe('a plan that is prepared', () => {
  it('is there at once, and then says of each row what is and what will be', async () => {
    const desk = new PlanningDesk();
    desk.unlock(['b.com', 'c.com']);
    const made = valueOf(await desk.plans.prepare(accountId, locking, ['a.com', 'B.com.', 'c.com', 'b.com']));
    expect(made).toMatchObject({ state: 'reading', digest: null, counts: { rows: 3, read: 0 } });
    await desk.quiet();
    expect(await desk.find(made.id)).toMatchObject({
      state: 'ready',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      counts: { rows: 3, read: 3, leftOut: 1, toDo: 2 },
      waitingFor: null,
    });
    const after = 'locked';
    expect(await desk.rows(made.id)).toMatchObject([
      { index: 0, domain: 'a.com', before: 'locked', after, leftOut: 'already-so' },
      { index: 1, domain: 'b.com', before: 'unlocked', after, leftOut: null },
      { index: 2, domain: 'c.com', before: 'unlocked', after, leftOut: null, changeId: null, state: null },
    ]);
    expect(desk.service.writes).toEqual([]);
    expect(desk.learned.map(({ domain, lock }) => [domain, lock])).toContainEqual(['b.com', 'unlocked']);
  });

  it('leaves out what is archived, away, not readable, not a name, or waits for another change, and says so', async () => {
    const desk = new PlanningDesk();
    desk.unlock(['archived.com', 'away.com', 'gone.com', 'busy.com', 'free.com']);
    desk.own('archived.com', 'away.com');
    const at = desk.time.now().toISOString();
    desk.domains.archive({ accountId, names: ['archived.com'], archivedAt: at });
    const transferredAway = { value: true, at, source: 'sync' as const };
    desk.domains.learn({ accountId, news: [{ name: 'away.com', transferredAway }] });
    desk.failingNames.set('gone.com', notFound);
    const busy = desk.changes.prepare(accountId, 'busy.com', { kind: 'lock', state: 'locked' });
    const { reviewId } = valueOf(await desk.time.outcomeOf(busy));
    desk.service.onWrite = () => new Promise(() => undefined);
    valueOf(
      await desk.changes.apply(reviewId, { typedName: null, premiumAccepted: false, typedLimit: null }),
    );
    const { id } = await desk.prepared(locking, [
      'archived.com',
      'away.com',
      'gone.com',
      'not a name',
      'dots.com..',
      'busy.com',
      'free.com',
    ]);
    expect((await desk.rows(id)).map(({ domain, leftOut, error }) => [domain, leftOut, error?.kind])).toEqual(
      [
        ['archived.com', 'archived', undefined],
        ['away.com', 'transferred-away', undefined],
        ['gone.com', 'not-readable', 'refused'],
        ['not a name', 'not-readable', 'invalid-input'],
        ['dots.com.', 'not-readable', 'invalid-input'],
        ['busy.com', 'open-change', undefined],
        ['free.com', null, undefined],
      ],
    );
  });

  it('that sets nameservers compares them as a set', async () => {
    const desk = new PlanningDesk();
    desk.service.there('b.com').nameservers = ['ns9.example.net', 'ns1.example.net'];
    const ask = { kind: 'nameservers', nameservers: ['NS2.example.net', 'ns1.example.net'] } as const;
    const { id } = await desk.prepared(ask, ['a.com', 'b.com']);
    expect(await desk.rows(id)).toMatchObject([
      {
        before: 'ns1.example.net, ns2.example.net',
        after: 'ns2.example.net, ns1.example.net',
        leftOut: 'already-so',
      },
      { before: 'ns9.example.net, ns1.example.net', leftOut: null },
    ]);
  });

  it('that renews shows the expiry where it is known, asks the service nothing and leaves none out', async () => {
    const desk = new PlanningDesk();
    desk.own('a.com');
    const expiresOn = { value: '2027-05-06', at: desk.time.now().toISOString(), source: 'sync' as const };
    desk.domains.learn({ accountId, news: [{ name: 'a.com', expiresOn }] });
    const { id } = await desk.prepared({ kind: 'renew', periodYears: 2 }, ['a.com', 'b.com']);
    expect(await desk.rows(id)).toMatchObject([
      { before: '2027-05-06', after: 'renewed for 2 years', leftOut: null },
      { before: null, leftOut: null },
    ]);
    expect(desk.service.reads).toEqual([]);
  });

  it('is not made of what no domain can be asked, nor while the journal is broken', async () => {
    const desk = new PlanningDesk();
    const tooFew = { kind: 'nameservers', nameservers: ['ns1.example.net'] } as const;
    expect(await desk.plans.prepare(accountId, tooFew, ['a.com'])).toMatchObject({
      error: { kind: 'invalid-input', field: 'nameservers' },
    });
    expect(await desk.plans.prepare(accountId, locking, [' '])).toMatchObject({
      error: { kind: 'invalid-input', field: 'domains' },
    });
    desk.connectionError = { kind: 'no-account' };
    expect(await desk.plans.prepare(accountId, locking, ['a.com'])).toMatchObject({
      error: { kind: 'no-account' },
    });
    expect(valueOf(await desk.plans.list(accountId))).toEqual([]);
  });
});
