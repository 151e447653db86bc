import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ActivityLine, sumsText } from '#shared/domain/activity.ts';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { createChangeRows } from '../../../../../electron/main/workspace/journal/changes.ts';
import type { ClaimNow } from '../../../../../electron/main/workspace/repositories/team-rows.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { serviceOf } from '#shared/domain/account.ts';
import { aBatchId, aChange, aChangeId } from '../../../../support/a-change.ts';
import { aClaimNow, anAccount } from '../../../../support/workspace/a-workspace.ts';
import { aDatabase } from '../../../../support/workspace/stores-here.ts';

const own = '00000000-0000-4000-8000-00000000000d';
const batch = aBatchId(9);

const isOfTeam = (line: ActivityLine) =>
  line.kind === 'team' || (line.kind === 'batch' && line.batch.team !== null);

/** A workspace that has joined a team as ada, with one change of its own. */
function aWorkspace() {
  const database = aDatabase();
  const { accounts, team, activity } = createRepositories(database);
  const account = anAccount({ id: 'a1', options: { ...defaultAccountOptions, currency: 'EUR' } });
  accounts.save(account);
  createChangeRows(database).put({
    change: aChange({
      ...{ number: 1, accountId: 'a1', domain: 'own.com', sentAt: '2026-11-20T10:00:00.000Z' },
      service: serviceOf(anAccount()),
    }),
    answered: null,
  });
  const membership = {
    ...{ teamId: 't', name: 'Acme', url: 'postgresql://db.example/acme', user: 'ada', caFile: null },
    ...{ deskId: own, joinedAt: '2026-11-01T00:00:00.000Z' },
  };
  team.join(membership);
  let place = { seq: 0, hash: '' };

  /** Changes as the team's database has them now, each later than the one before. */
  function has(...claims: readonly Partial<ClaimNow>[]): void {
    const after = place;
    const now = claims.map((claim) => {
      const seq = place.seq + 1;
      place = { seq, hash: `hash ${seq}` };
      const at = new Date(Date.UTC(2026, 10, 21, 8, 0, seq)).toISOString();
      // As the colleague's own account is spelled.
      const service = { baseUrl: account.baseUrl, username: account.username.toUpperCase() };
      return aClaimNow({ seq, id: randomUUID(), at, service, ...claim });
    });
    team.append({ teamId: 't', after, upTo: place, news: JSON.stringify(now), reported: [] });
  }

  const list = (filter: object = {}, unfolded: string[] = [], page = { offset: 0, limit: 200 }) =>
    activity.list({ filter: { ...emptyChangeFilter, ...filter }, unfolded, ...page });
  const summary = (filter: object = {}) => activity.summary({ filter: { ...emptyChangeFilter, ...filter } });
  const theirs = (filter: object = {}) => list(filter).lines.filter(isOfTeam);
  return { team, membership, has, list, summary, theirs };
}

const isSent = { state: 'sent', outcome: null, event: 'sent', said: 'planned' } as const;
const isUncertain = { state: 'uncertain', outcome: 'uncertain', said: 'uncertain' } as const;

describe('changes of colleagues in the activity', () => {
  it('stand among the own ones by when they were sent, under the account of the same login, with who and what it cost', () => {
    const { has, list, summary } = aWorkspace();
    const id = randomUUID();
    has({ id, at: '2026-11-21T08:00:02.000Z' });
    const { lines, total } = list();
    expect(lines.map(({ kind }) => kind)).toEqual(['team', 'change']);
    expect(total).toBe(2);
    expect(lines[0]).toMatchObject({
      accountId: 'a1',
      change: {
        ...{
          id,
          by: 'ben',
          domain: 'oak.com',
          kind: 'renew',
          state: 'confirmed',
          at: '2026-11-21T08:00:02.000Z',
        },
        paid: { by: 'price', amount: '10.99', currency: null },
      },
    });
    const { sums, ...counts } = summary();
    expect(counts).toMatchObject({ total: 2, unfiltered: 2, ofTeam: 1, accepted: 1 });
    expect(sumsText(sums)).toBe('spent 10.99 EUR');
  });

  it.each([
    ['sent', isSent, 0, 1],
    ['uncertain', isUncertain, 0, 1],
    ['refused', { outcome: 'had-no-effect', said: 'refused' }, 0, 0],
    ['found done by an admin', { state: 'released', event: 'released' }, 1, 0],
  ] as const)('that are %s cost what they may have cost', (_, claim, paid, perhaps) => {
    const { has, summary } = aWorkspace();
    has(claim);
    expect(summary().sums).toMatchObject({ paid, perhaps });
  });

  it('of one batch are folded into one line, which adds up what they cost', () => {
    const { has, list } = aWorkspace();
    for (const domain of ['a.com', 'b.com', 'c.com']) has({ domain, batchId: batch });
    const folded = list();
    expect(folded.lines.map(({ kind }) => kind)).toEqual(['batch', 'change']);
    expect(folded.total).toBe(2);
    expect(folded.lines[0]).toMatchObject({
      batch: {
        ...{ id: batch, record: null, accountId: 'a1', firstDomains: ['a.com', 'b.com'] },
        team: { by: 'ben' },
        changes: { all: 3, confirmed: 3 },
        sums: { paid: 3, sums: [{ sum: '32.97', currency: 'EUR' }] },
      },
    });
    const unfolded = list({}, [batch]);
    expect(unfolded.total).toBe(5);
    expect(unfolded.lines.map((line) => ('isOfBatch' in line ? line.change.domain : line.kind))).toEqual([
      ...['batch', 'a.com', 'b.com', 'c.com', 'own.com'],
    ]);
    const pages = [0, 2, 4].flatMap((offset) => list({}, [batch], { offset, limit: 2 }).lines);
    expect(pages).toEqual(unfolded.lines);
  });

  it.each([
    ['everybody', { by: null }, ['cy', 'ben', 'own']],
    ['the person here', { by: '' }, ['own']],
    ['one colleague', { by: 'ben' }, ['ben']],
    ['a state', { states: ['uncertain'] }, ['cy']],
    ['what was accepted', { states: ['confirmed'], without: ['confirmed', 'proven'] }, ['ben']],
    ['what was verified', { states: ['confirmed'], without: ['accepted', 'proven'] }, ['own']],
    ['a kind', { kinds: ['renew'] }, ['ben']],
    ['a part of the name', { text: 'ELM' }, ['cy']],
    ['days', { from: '2026-11-21T00:00:00.000Z' }, ['cy', 'ben']],
    ['another account', { accountId: 'a2' }, []],
  ])('are filtered by %s', (_, filter, expected) => {
    const { has, list, summary } = aWorkspace();
    has({}, { ...isUncertain, by: 'cy', domain: 'elm.com', kind: 'lock' });
    const { lines, total } = list(filter);
    const whose = lines.map((line) => (line.kind === 'team' ? line.change.by : 'own'));
    expect(whose).toEqual(expected);
    expect(total).toBe(expected.length);
    expect(summary(filter)).toMatchObject({
      total: expected.length,
      ofTeam: expected.filter((each) => each !== 'own').length,
    });
  });

  it('of a login that no account here has are listed for all accounts, with that login', () => {
    const { has, theirs } = aWorkspace();
    has({ service: { ...serviceOf(anAccount()), username: 'else@example.com' } });
    expect(theirs({ accountId: 'a1' })).toEqual([]);
    expect(theirs()).toMatchObject([
      { accountId: null, change: { service: expect.stringMatching(/^else@example\.com · /) as unknown } },
    ]);
  });

  it('are not those of this workspace, whatever it was called in the team, and stay when the team is left', () => {
    const { has, theirs, team, membership } = aWorkspace();
    has({ id: aChangeId(1), by: 'ada' }, { desk: own, by: 'ada' });
    expect(theirs()).toEqual([]);
    has(isSent);
    team.leave({ isForced: false });
    expect(theirs()).toHaveLength(1);
    // Its history is fetched anew.
    team.join({ ...membership, deskId: randomUUID() });
    expect(theirs()).toEqual([]);
  });

  it('are said for a day by person and kind, as far as they took effect', () => {
    const { has, team } = aWorkspace();
    has({ domain: 'a.com' }, { domain: 'b.com' }, { ...isSent, by: 'cy' });
    expect(team.done({ since: '2026-11-21T00:00:00.000Z' })).toEqual({
      people: ['ben', 'cy'],
      done: [{ by: 'ben', kind: 'renew', domains: 2, at: '2026-11-21T08:00:02.000Z' }],
    });
    expect(team.done({ since: '2026-11-22T00:00:00.000Z' }).done).toEqual([]);
  });
});
