import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ActivityLine, sumsText } from '#shared/domain/activity.ts';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { createChangeRows } from '../../../../../electron/main/workspace/journal/changes.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { serviceOf } from '#shared/domain/account.ts';
import { aBatchId, aChange, aChangeId } from '../../../../support/a-change.ts';
import { anAccount } from '../../../../support/workspace/a-workspace.ts';
import { aDatabase } from '../../../../support/workspace/stores-here.ts';

const own = '00000000-0000-4000-8000-00000000000d';
const other = '00000000-0000-4000-8000-00000000000e';
const batch = aBatchId(9);
const price = { kind: 'given', amount: '10.99', currency: null };

const isOfTeam = (line: ActivityLine) => line.kind === 'team' || line.kind === 'team-batch';

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
  let seq = 0;

  /** Entries of the team's journal, as they are stored once they are verified. */
  function write(...entries: readonly Entry[]): void {
    const after = { seq, hash: seq === 0 ? '' : `hash ${seq}` };
    const rows = entries.map(({ event, body = {}, ...of }) => {
      seq += 1;
      const at = new Date(Date.UTC(2026, 10, 21, 8, 0, seq)).toISOString();
      return {
        ...{ seq, at, event, hash: `hash ${seq}`, body: JSON.stringify(body) },
        ...{ by: 'ben', desk: other, domain: 'oak.com', kind: 'renew', family: 'renew' },
        ...{ serviceBaseUrl: account.baseUrl, serviceUsername: account.username.toUpperCase() },
        ...of,
      };
    });
    team.append({ teamId: 't', after, entries: rows });
  }

  const list = (filter: object = {}, unfolded: string[] = [], page = { offset: 0, limit: 200 }) =>
    activity.list({ filter: { ...emptyChangeFilter, ...filter }, unfolded, ...page });
  const summary = (filter: object = {}) => activity.summary({ filter: { ...emptyChangeFilter, ...filter } });
  const theirs = (filter: object = {}) => list(filter).lines.filter(isOfTeam);
  return { database, team, membership, write, list, summary, theirs };
}

interface Entry {
  readonly changeId: string;
  readonly event: string;
  readonly body?: object;
  readonly by?: string;
  readonly desk?: string;
  readonly domain?: string;
  readonly kind?: string;
  readonly serviceUsername?: string;
}

const claimed = (changeId: string, of: Partial<Entry> = {}): readonly Entry[] => [
  { changeId, event: 'held', body: { state: 'planned', what: { price } }, ...of },
  { changeId, event: 'sent', body: { state: 'planned', what: { price } }, ...of },
];
const settled = (changeId: string, outcome: string, state: string, of: Partial<Entry> = {}): Entry => ({
  ...{ changeId, event: 'settled', body: { state, outcome, what: { price } } },
  ...of,
});

describe('changes of colleagues in the activity', () => {
  it('stand among the own ones by when they were sent, under the account of the same login, with who and what it cost', () => {
    const { write, list, summary } = aWorkspace();
    const id = randomUUID();
    write(...claimed(id), settled(id, 'took-effect', 'confirmed'));
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
    expect(sumsText(sums)).toBe('1 paid: 10.99 EUR');
  });

  it.each([
    ['held', 'planned', null, [claimed('c')[0]]],
    ['sent', 'sending', 'perhaps', claimed('c')],
    ['uncertain', 'uncertain', 'perhaps', [...claimed('c'), settled('c', 'uncertain', 'uncertain')]],
    ['refused', 'refused', null, [...claimed('c'), settled('c', 'had-no-effect', 'refused')]],
    ['not sent', 'withdrawn', null, [...claimed('c'), settled('c', 'unsent', 'planned')]],
    [
      'held until another took it',
      'withdrawn',
      null,
      [claimed('c')[0], { changeId: 'c', event: 'lease-ended', by: 'ada', desk: own }],
    ],
    [
      'released by an admin, who found it done',
      'settled',
      'paid',
      [
        ...claimed('c'),
        { changeId: 'c', event: 'read-back', by: 'cy', body: { finding: 'took-effect' } },
        { changeId: 'c', event: 'released', by: 'cy', body: { reason: 'gone', readBack: 3 } },
      ],
    ],
    [
      'released by an admin, who could not tell',
      'uncertain',
      'perhaps',
      [
        ...claimed('c'),
        { changeId: 'c', event: 'read-back', by: 'cy', body: { finding: 'cannot-tell' } },
        { changeId: 'c', event: 'released', by: 'cy', body: { reason: 'gone', readBack: 3 } },
      ],
    ],
  ])('come to one line each: one that is %s is %s', (_, state, cost, entries) => {
    const { write, theirs, summary } = aWorkspace();
    const id = randomUUID();
    write(...entries.filter((entry) => entry !== undefined).map((entry) => ({ ...entry, changeId: id })));
    expect(theirs()).toMatchObject([{ change: { by: 'ben', state } }]);
    const { paid, perhaps } = summary().sums;
    expect({ paid, perhaps }).toEqual({ paid: cost === 'paid' ? 1 : 0, perhaps: cost === 'perhaps' ? 1 : 0 });
    // The same where each entry was fetched by itself.
    const slow = aWorkspace();
    for (const entry of entries) if (entry !== undefined) slow.write({ ...entry, changeId: id });
    expect(slow.theirs()).toEqual(theirs());
  });

  it('of one batch are folded into one line, which adds up what they cost', () => {
    const { write, list } = aWorkspace();
    for (const domain of ['a.com', 'b.com', 'c.com']) {
      const id = randomUUID();
      const body = { state: 'confirmed', outcome: 'took-effect', batchId: batch, what: { price } };
      write(...claimed(id, { domain }), { changeId: id, event: 'settled', domain, body });
    }
    const folded = list();
    expect(folded.lines.map(({ kind }) => kind)).toEqual(['team-batch', 'change']);
    expect(folded.total).toBe(2);
    expect(folded.lines[0]).toMatchObject({
      batch: {
        ...{ id: batch, by: 'ben', accountId: 'a1', firstDomains: ['a.com', 'b.com'] },
        changes: { all: 3, confirmed: 3 },
        sums: { paid: 3, sums: [{ sum: '32.97', currency: 'EUR' }] },
      },
    });
    const unfolded = list({}, [batch]);
    expect(unfolded.total).toBe(5);
    expect(unfolded.lines.map((line) => ('isOfBatch' in line ? line.change.domain : line.kind))).toEqual([
      ...['team-batch', 'a.com', 'b.com', 'c.com', 'own.com'],
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
    const { write, list, summary } = aWorkspace();
    const [first, second] = [randomUUID(), randomUUID()];
    const ofCy = { by: 'cy', domain: 'elm.com', kind: 'lock' };
    write(...claimed(first), settled(first, 'took-effect', 'confirmed'));
    write(...claimed(second, ofCy), settled(second, 'uncertain', 'uncertain', ofCy));
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
    const { write, theirs } = aWorkspace();
    write(...claimed(randomUUID(), { serviceUsername: 'else@example.com' }));
    expect(theirs({ accountId: 'a1' })).toEqual([]);
    expect(theirs()).toMatchObject([
      { accountId: null, change: { service: expect.stringMatching(/^else@example\.com · /) as unknown } },
    ]);
  });

  it('are not those of this workspace, whatever it was called in the team, and stay when the team is left', () => {
    const { write, theirs, team, membership } = aWorkspace();
    write(
      ...claimed(aChangeId(1), { desk: other, by: 'ada' }),
      ...claimed(randomUUID(), { desk: own, by: 'ada' }),
    );
    expect(theirs()).toEqual([]);
    write(...claimed(randomUUID()));
    team.leave({ isForced: false });
    expect(theirs()).toHaveLength(1);
    // Its history is fetched anew.
    team.join({ ...membership, deskId: randomUUID() });
    expect(theirs()).toEqual([]);
  });

  it('are said for a day by person and kind, as far as they took effect', () => {
    const { write, team } = aWorkspace();
    for (const domain of ['a.com', 'b.com']) {
      const id = randomUUID();
      write(...claimed(id, { domain }), settled(id, 'took-effect', 'confirmed', { domain }));
    }
    write(...claimed(randomUUID(), { by: 'cy' }));
    expect(team.done({ since: '2026-11-21T00:00:00.000Z' })).toEqual({
      people: ['ben', 'cy'],
      done: [{ by: 'ben', kind: 'renew', domains: 2, at: '2026-11-21T08:00:05.000Z' }],
    });
    expect(team.done({ since: '2026-11-22T00:00:00.000Z' }).done).toEqual([]);
  });
});
