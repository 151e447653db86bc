import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { teamEntryOf } from '#shared/domain/change.ts';
import type { Claim } from '../../../../../electron/main/changes/referee.ts';
import { createTeamReferee } from '../../../../../electron/main/team/referee.ts';
import {
  ATeamDatabase,
  type RefereeFunction,
  type TeamTrouble,
} from '../../../../support/changes/a-team-database.ts';
import { asks, ChangesWorld, consent, domain } from '../../../../support/changes/a-changes-world.ts';
import {
  aConsent,
  aJournal,
  at,
  before,
  changeId,
  interrupted,
  planned,
  service,
  settled,
} from '../../../../support/workspace/a-journal.ts';
import { anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { serviceOf } from '../../../../../shared/domain/account.ts';

/** Two desks of one team, at one service. */
function aTeam() {
  const ada = new ChangesWorld();
  const team = new ATeamDatabase(ada.time);
  ada.join(team.connect('Ada'));
  const ben = new ChangesWorld(ada);
  ben.join(team.connect('Ben'));
  return { ada, ben, team, writes: ada.service.writes };
}

/** The throttle makes the request that sends wait, and none before. */
function afterClaim(desk: ChangesWorld, team: ATeamDatabase, wait: () => Promise<unknown>): void {
  desk.throttle = {
    async run(work) {
      if (team.calls.includes('Ada claim') && desk.service.writes.length === 0) await wait();
      return await work();
    },
  };
}

const minuteMs = 60_000;
const away = { kind: 'team-unavailable', why: 'away' };

/** What the referee is asked for an attempt of a change of this id. */
const aClaim = (changeId: string): Claim => ({
  ...{ changeId, attempt: 1, service: serviceOf(anAccount()), domain, family: 'renew', kind: 'renew' },
  teamEffect: null,
  entry: {},
});

describe('two desks', () => {
  it('G16 of which both renew a domain send it once: the other says who has it, what it is and since when', async () => {
    const { ada, ben, writes } = aTeam();
    const [first, second] = [await ada.review(asks.renew), await ben.review(asks.renew)];
    const sent = Promise.withResolvers<undefined>();
    ada.service.onWrite = () => sent.promise;
    valueOf(await ada.changes.apply(first.reviewId, consent));
    await ada.time.until(() => writes.length === 1);
    expect(await ben.changes.apply(second.reviewId, consent)).toEqual(
      fail({
        ...{ kind: 'claimed-elsewhere', by: 'Ada', change: 'renew', domain, state: 'sent' },
        since: ada.time.now().toISOString(),
      }),
    );
    expect(await ben.changes.prepare('a1', domain, asks.renew)).toMatchObject({
      error: { kind: 'claimed-elsewhere', by: 'Ada' },
    });
    // Nothing was planned: no change waits for anything.
    expect(valueOf(await ben.kept.journal.open({ accountId: null }))).toEqual([]);
    sent.resolve(undefined);
    await ada.quiet();
    // The review is still there, and is of before.
    expect(await ben.changes.apply(second.reviewId, consent)).toMatchObject({
      error: { kind: 'changed-since', what: 'earlier-change', by: { name: 'Ada', change: 'renew' } },
    });
    expect(writes).toEqual([`renew ${domain}`]);
  });

  it('G16 renew a domain once more where the review has shown what the other did', async () => {
    const { ada, ben, writes } = aTeam();
    await ada.settled(asks.renew);
    const review = await ben.review(asks.renew);
    expect(review.remarks.find(({ id }) => id === 'done-in-team')?.text).toMatch(
      /^A renewal by Ada took effect on /,
    );
    valueOf(await ben.changes.apply(review.reviewId, consent));
    await ben.quiet();
    expect(writes).toHaveLength(2);
    // What this desk has done itself is told of by its own journal.
    expect((await ben.review(asks.renew)).remarks.map(({ id }) => id)).not.toContain('done-in-team');
  });

  it('do not wait for each other over different families of a domain', async () => {
    const { ada, ben, writes } = aTeam();
    const [first, second] = [await ada.review(asks.lock), await ben.review(asks.nameservers)];
    valueOf(await ada.changes.apply(first.reviewId, ada.consentTo(first)));
    valueOf(await ben.changes.apply(second.reviewId, ben.consentTo(second)));
    await ada.quiet();
    expect(writes.toSorted()).toEqual([`writeLock ${domain}`, `writeNameservers ${domain}`]);
  });

  it('wait for an uncertain change of the other until its person has said what became of it', async () => {
    const { ada, ben, team, writes } = aTeam();
    ada.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const change = await ada.settled(asks.renew);
    expect(change.state).toBe('uncertain');
    await ada.time.pass(60 * 24 * 60 * minuteMs);
    expect(await ben.changes.prepare('a1', domain, asks.renew)).toMatchObject({
      error: { kind: 'claimed-elsewhere', by: 'Ada', state: 'uncertain' },
    });
    valueOf(await ada.changes.settle(change.id, 'not-applied', 'The panel shows the old day.'));
    await ada.quiet();
    expect(team.told).toEqual(['uncertain', 'had-no-effect']);
    await ben.settled(asks.renew);
    expect(writes).toHaveLength(2);
  });
});

describe('an attempt', () => {
  it('is claimed, then marked as sent, then on the disk, and only then sent', async () => {
    const { ada, team } = aTeam();
    const atSocket: unknown[] = [];
    ada.service.onWrite = async () => {
      const [change] = valueOf(await ada.kept.journal.open({ accountId: null }));
      atSocket.push(
        change?.state,
        team.states(),
        team.calls.filter((call) => call !== 'Ada last'),
      );
    };
    await ada.settled(asks.lock);
    expect(atSocket).toEqual(['sending', ['sent'], ['Ada claim', 'Ada mark_sent']]);
    expect(team.told).toEqual(['took-effect']);
  });

  const cases: readonly (readonly [
    name: string,
    troubles: Partial<Record<RefereeFunction, readonly TeamTrouble[]>>,
    isSent: boolean,
    told: readonly string[],
  ])[] = [
    ['the database is away when it is claimed', { claim: ['unreachable'] }, false, []],
    ['its claim is lost on the way there', { claim: ['lost-before'] }, false, []],
    [
      'the answer to its claim is lost, and it is read back',
      { claim: ['lost-after'] },
      true,
      ['took-effect'],
    ],
    [
      'the answer to its claim is lost, and cannot be read back',
      { claim: ['lost-after'], status: ['unreachable'] },
      false,
      ['released'],
    ],
    ['the database is away when it is marked as sent', { mark_sent: ['unreachable'] }, false, ['released']],
    ['its mark is lost on the way there', { mark_sent: ['lost-before'] }, false, ['unsent']],
    [
      'the answer to its mark is lost, and it is read back',
      { mark_sent: ['lost-after'] },
      true,
      ['took-effect'],
    ],
    [
      'the answer to its mark is lost, and cannot be read back',
      { mark_sent: ['lost-after'], status: ['unreachable'] },
      false,
      ['unsent'],
    ],
    [
      'the answer to its mark is lost, and so is what is read back',
      { mark_sent: ['lost-after'], status: ['lost-before'] },
      false,
      ['unsent'],
    ],
    [
      'the database is told of it only the third time',
      { settle: ['unreachable', 'lost-before', 'lost-after'] },
      true,
      ['took-effect'],
    ],
  ];

  it.each(cases)(
    'is sent only where that is known to be allowed: %s',
    async (_name, troubles, isSent, told) => {
      const { ada, ben, team, writes } = aTeam();
      const review = await ada.review(asks.lock);
      for (const [name, of] of Object.entries(troubles)) team.troubles.set(name as RefereeFunction, [...of]);
      const applied = await ada.changes.apply(review.reviewId, ada.consentTo(review));
      await ada.quiet();
      expect(writes).toEqual(isSent ? [`writeLock ${domain}`] : []);
      expect(team.told).toEqual(told);
      // Whatever happened, nothing keeps the other desk waiting, and nothing is planned twice.
      ada.service.there(domain).lock = 'locked';
      const after = await ben.settled(asks.lock);
      expect(after.state).toBe('confirmed');
      const open = valueOf(await ada.kept.journal.open({ accountId: null }));
      const isRefused = !applied.ok || open.length > 0;
      expect(isRefused).toBe(!isSent);
    },
  );

  it.each(['claim', 'mark_sent'] as const)(
    'that was not sent because the database was away at %s is sent once when it is back',
    async (name) => {
      const { ada, team, writes } = aTeam();
      const review = await ada.review(asks.renew);
      team.troubles.set(name, ['unreachable']);
      const applied = await ada.changes.apply(review.reviewId, consent);
      await ada.time.pass(minuteMs);
      const isPlanned = applied.ok;
      expect(isPlanned).toBe(name === 'mark_sent');
      const again = isPlanned
        ? await ada.changes.send(applied.value.id)
        : await ada.changes.apply(review.reviewId, consent);
      valueOf(again);
      await ada.quiet();
      expect(writes).toEqual([`renew ${domain}`]);
      expect(team.told.at(-1)).toBe('took-effect');
    },
  );

  it('says since when the database cannot be reached, and is announced with it where it was planned before', async () => {
    const { ada, team } = aTeam();
    ada.service.behaviours.push({ outcome: 'unsent', isApplied: false });
    const { id, state } = await ada.settled(asks.lock);
    expect([state, team.told]).toEqual(['planned', ['unsent']]);
    team.isDown = true;
    const since = ada.time.now().toISOString();
    const sent = await ada.changes.send(id);
    expect(sent).toEqual(fail({ ...away, since }));
    await ada.time.pass(minuteMs);
    expect(await ada.changes.send(id)).toEqual(fail({ ...away, since }));
    expect(ada.announced.at(-1)).toMatchObject({ id, state: 'planned', error: { ...away, since } });
  });

  it('that the disk does not take is settled as not sent, and can be sent when it does', async () => {
    const { ada, team, writes } = aTeam();
    ada.kept.failAt('sending', 'full');
    const { id, state } = await ada.settled(asks.lock);
    expect([state, team.told, team.states()]).toEqual(['planned', ['unsent'], ['settled']]);
    ada.kept.failAt('sending', null);
    valueOf(await ada.changes.send(id));
    await ada.quiet();
    expect(writes).toHaveLength(1);
    expect(team.told).toEqual(['unsent', 'took-effect']);
  });

  it('that a disk does not take at all is settled as not sent once it does', async () => {
    const { ada, team } = aTeam();
    ada.kept.failAt('sending', 'full');
    ada.kept.failAt('note', 'full');
    await ada.settled(asks.lock);
    expect(team.states()).toEqual(['sent']);
    ada.kept.failAt('note', null);
    await ada.quiet();
    expect([team.told, team.states()]).toEqual([['unsent'], ['settled']]);
  });

  it('is not even claimed where the disk does not take that it is', async () => {
    const { ada, team } = aTeam();
    ada.kept.failAt('claiming', 'full');
    expect(await ada.apply(asks.lock)).toEqual(fail({ kind: 'storage', fault: 'full' }));
    expect(team.states()).toEqual([]);
  });

  it('that a journal refuses after it was claimed is free again for others', async () => {
    const { ada, ben, team } = aTeam();
    const [first, second] = [await ada.review(asks.lock), await ben.review(asks.lock)];
    ada.kept.failAt('planned', 'full');
    expect(await ada.changes.apply(first.reviewId, ada.consentTo(first))).toEqual(
      fail({ kind: 'storage', fault: 'full' }),
    );
    await ada.quiet();
    expect(team.told).toEqual(['released']);
    valueOf(await ben.changes.apply(second.reviewId, ben.consentTo(second)));
  });

  it('that no place came free for is free again for others', async () => {
    const { ada, team, writes } = aTeam();
    afterClaim(ada, team, () => Promise.reject(new DOMException('', 'AbortError')));
    valueOf(await ada.apply(asks.lock));
    await ada.quiet();
    expect([team.told, writes]).toEqual([['released'], []]);
  });

  it('whose claim has run out while it waited for the throttle is claimed once more', async () => {
    const { ada, team, writes } = aTeam();
    afterClaim(ada, team, () => ada.time.timer.sleep(2 * minuteMs));
    valueOf(await ada.apply(asks.lock));
    await ada.time.pass(60 * minuteMs);
    expect(team.calls.filter((call) => call === 'Ada claim')).toHaveLength(2);
    expect(writes).toHaveLength(1);
    expect(team.told).toEqual(['released', 'took-effect']);
  });

  it('whose claim has run out is not sent where somebody else has the domain by then', async () => {
    const { ada, ben, team, writes } = aTeam();
    const waiting = Promise.withResolvers<undefined>();
    const [first, second] = [await ada.review(asks.renew), await ben.review(asks.renew)];
    afterClaim(ada, team, () => waiting.promise);
    const { id } = valueOf(await ada.changes.apply(first.reviewId, consent));
    await ada.time.pass(2 * minuteMs);
    ben.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    valueOf(await ben.changes.apply(second.reviewId, consent));
    await ben.quiet();
    waiting.resolve(undefined);
    await ada.quiet();
    expect(writes).toHaveLength(1);
    expect(ada.announced.at(-1)).toMatchObject({
      ...{ id, state: 'planned' },
      error: { kind: 'claimed-elsewhere', by: 'Ben', state: 'uncertain' },
    });
  });

  it.each(['too-old', 'forbidden'] as const)('is not sent where the database says %s', async (kind) => {
    const { ada, team, writes } = aTeam();
    team.answers.set('claim', { kind });
    expect(await ada.apply(asks.lock)).toEqual(fail({ kind: 'team-unavailable', why: kind, since: null }));
    expect(writes).toEqual([]);
    expect(ada.kept.teamOutbox.counts()).toEqual({ open: 0, waiting: 0 });
  });

  it('is not sent where the journal is not the one that was seen, and the database does not count as away', async () => {
    const { ada, team, writes } = aTeam();
    team.troubles.set('claim', ['history']);
    expect(await ada.apply(asks.lock)).toEqual(
      fail({ kind: 'team-unavailable', why: 'history', since: null }),
    );
    expect(writes).toEqual([]);
    expect(await ada.apply(asks.lock)).toMatchObject({ ok: true });
  });

  it('is not sent on an answer that is not understood, and that is told as a bug', async () => {
    const { ada, team, writes } = aTeam();
    team.answers.set('mark_sent', { kind: 'surely' });
    await ada.settled(asks.lock);
    expect([writes, ada.bugs.length]).toEqual([[], 1]);
  });

  it('that was reviewed while the database was away has to be reviewed again', async () => {
    const { ada, team, writes } = aTeam();
    team.isDown = true;
    const review = await ada.review(asks.renew);
    expect(review.remarks.map(({ id }) => id)).toContain('team-unavailable');
    team.isDown = false;
    await ada.time.pass(minuteMs);
    expect(await ada.changes.apply(review.reviewId, consent)).toEqual(
      fail({ kind: 'changed-since', what: 'unasked' }),
    );
    expect(writes).toEqual([]);
  });
});

describe('what became of an attempt', () => {
  it('is told when the database is back, in the order of the journal; until then nobody else may send', async () => {
    const { ada, ben, team } = aTeam();
    ada.service.onWrite = () => Promise.resolve(void (team.isDown = true));
    await ada.settled(asks.renew);
    expect(team.told).toEqual([]);
    expect(ada.kept.teamOutbox.counts()).toMatchObject({ waiting: 1 });
    team.isDown = false;
    await ada.time.pass(minuteMs);
    expect(team.told).toEqual(['took-effect']);
    expect(ada.kept.teamOutbox.counts()).toEqual({ open: 0, waiting: 0 });
    expect((await ben.review(asks.renew)).remarks.map(({ id }) => id)).toContain('done-in-team');
  });

  it('is in the outbox by the transaction of its entry, in the order of the entries', async () => {
    const { journal, teamOutbox } = aJournal();
    const id = changeId(1);
    valueOf(await journal.begin({ id, at, event: planned(), sealed: null }));
    teamOutbox.claiming({ changeId: id, attempt: 1, at });
    const of = { id, at, attempt: 1, before, consent: aConsent(), service, validForMs: minuteMs };
    valueOf(await journal.send({ ...of, dayStartsAt: at }));
    expect(teamOutbox.counts()).toEqual({ open: 1, waiting: 0 });
    for (const event of [interrupted, settled]) valueOf(await journal.append({ id, at, event }));
    const waiting = teamOutbox.outbox({ limit: 9 });
    expect(waiting.map(({ outcome, body }) => [outcome, body.entry['state']])).toEqual([
      ['uncertain', 'uncertain'],
      ['took-effect', 'settled'],
    ]);
    expect(teamOutbox.counts()).toEqual({ open: 0, waiting: 2 });
  });

  it('is told before the same change is claimed again, which it would keep waiting', async () => {
    const { ada, team, writes } = aTeam();
    ada.service.behaviours.push({ outcome: 'unsent', isApplied: false });
    ada.service.onWrite = () => Promise.resolve(void (team.isDown = true));
    const { id } = valueOf(await ada.apply(asks.lock));
    await ada.time.pass(1);
    expect([team.states(), (await ada.find(id)).state]).toEqual([['sent'], 'planned']);
    team.isDown = false;
    ada.service.onWrite = () => Promise.resolve();
    // Before the outbox tries again by itself.
    await ada.time.pass(1_700);
    expect(team.told).toEqual([]);
    valueOf(await ada.changes.send(id));
    await ada.quiet();
    expect([team.told, writes.length]).toEqual([['unsent', 'took-effect'], 1]);
  });

  it('survives the end of the program', async () => {
    const { ada, ben, team } = aTeam();
    ada.service.onWrite = () => Promise.resolve(void (team.isDown = true));
    await ada.settled(asks.renew);
    ada.restart();
    team.isDown = false;
    expect(await ben.changes.prepare('a1', domain, asks.renew)).toMatchObject({
      error: { kind: 'claimed-elsewhere', by: 'Ada', state: 'sent' },
    });
    ada.takeUp();
    await ada.quiet();
    expect(team.told).toEqual(['took-effect']);
  });

  it('is uncertain where the program ended while it was sent, and is told so', async () => {
    const { ada, team, writes } = aTeam();
    ada.service.onWrite = () => new Promise(() => undefined);
    valueOf(await ada.apply(asks.renew));
    await ada.time.until(() => writes.length === 1);
    ada.restart();
    ada.takeUp();
    await ada.changes.recover();
    await ada.quiet();
    expect([team.told, team.states()]).toEqual([['uncertain'], ['uncertain']]);
  });

  it('is that it was not sent, where the program ended between the mark and the journal', async () => {
    const { ada, team, writes } = aTeam();
    const claim = aClaim(crypto.randomUUID());
    valueOf(await ada.referee.claim(claim));
    valueOf(await ada.referee.markSent(claim));
    expect(team.states()).toEqual(['sent']);
    ada.restart();
    ada.takeUp();
    await ada.quiet();
    expect([team.told, team.states()]).toEqual([['unsent'], ['settled']]);
    await ada.settled(asks.renew);
    expect(writes).toHaveLength(1);
  });

  it('is that it was not sent, where its change was withdrawn meanwhile: it is not marked as sent any more', async () => {
    const { ada, team } = aTeam();
    ada.service.behaviours.push({ outcome: 'unsent', isApplied: false });
    const { id } = await ada.settled(asks.renew);
    const claim = { ...aClaim(id), attempt: 2 };
    valueOf(await ada.referee.claim(claim));
    valueOf(await ada.changes.withdraw(id));
    expect(await ada.referee.markSent(claim)).toMatchObject({
      error: { kind: 'team-unavailable', why: 'lost' },
    });
    await ada.quiet();
    expect(team.told).toEqual(['unsent', 'unsent']);
  });

  it('is kept aside where the database does not take it, told as a bug, and keeps nothing else waiting', async () => {
    const { ada, team } = aTeam();
    team.answers.set('settle', { kind: 'strange' });
    await ada.settled(asks.lock);
    expect(ada.bugs).toHaveLength(1);
    team.answers.clear();
    await ada.settled(asks.nameservers);
    expect(team.told).toEqual(['took-effect']);
    expect(ada.kept.teamOutbox.counts()).toEqual({ open: 0, waiting: 0 });
  });

  it('holds no value of a contact and no words of a person', async () => {
    const { ada } = aTeam();
    const { id } = await ada.settled(asks.contacts);
    const entry = JSON.stringify(teamEntryOf(await ada.find(id)));
    expect(entry).toContain('"changed":["City"]');
    expect(entry).not.toMatch(/Oxford|London|Ada|example\.com"@/);
  });
});

it('a database that is away is asked once for a list of names, not once for each of them', async () => {
  const { time } = new ChangesWorld();
  let asked = 0;
  const referee = createTeamReferee({
    database: {
      call: () => Promise.resolve((asked++, fail({ kind: 'unreachable', code: 'ETIMEDOUT' } as const))),
    },
    store: aJournal().teamOutbox,
    desk: crypto.randomUUID(),
    onBug: (thrown) => {
      throw thrown as Error;
    },
    timer: time.timer,
    now: time.now,
  });
  const { service, family } = aClaim('');
  for (let n = 0; n < 1_000; n += 1) await referee.last({ service, domain: `name-${n}.com`, family });
  expect(asked).toBe(1);
  await time.pass(minuteMs);
  expect(await referee.last({ service, domain, family })).toMatchObject({ error: away });
  expect(asked).toBe(2);
});
