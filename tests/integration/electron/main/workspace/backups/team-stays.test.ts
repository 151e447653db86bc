import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRefereeDoor } from '../../../../../../electron/main/team/open-team.ts';
import { writeMarker } from '../../../../../../electron/main/workspace/backups/restore-files.ts';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import type { TeamFact } from '../../../../../../electron/main/workspace/repositories/team-facts.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import type { Workspace } from '../../../../../../electron/main/workspace/workspace.ts';
import { serviceKey } from '../../../../../../shared/domain/account.ts';
import { ATeamDatabase } from '../../../../../support/changes/a-team-database.ts';
import { aVirtualTime } from '../../../../../support/time/virtual-time.ts';
import {
  changeId,
  interrupted,
  openFile,
  planned,
  sending,
  service,
  tamper,
  write,
  writeOne,
} from '../../../../../support/workspace/a-journal.ts';
import { aClaimNow, anAccount, findingsIn, valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { clientHere } from '../../../../../support/workspace/stores-here.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

const at = '2026-02-23T10:00:00.000Z';
const name = 'workspace-2026-02-22T09-00-00-000Z.daily.sqlite';
const accountId = anAccount().id;
const membership = (deskId: string, teamId = 't1') => ({
  ...{ teamId, name: 'Acme', url: 'postgresql://localhost/acme', user: 'ada', caFile: null },
  ...{ deskId, joinedAt: at },
});

describe('a workspace of a team that is restored', () => {
  const directory = directoryOfEachTest();
  let database: DatabaseSync;

  beforeEach(() => {
    database = openFile(directory.path);
    mkdirSync(join(directory.path, 'backups'), { mode: 0o700 });
  });

  const repositories = () => createRepositories(database);
  const backUp = () => database.prepare('VACUUM INTO ?').run(join(directory.path, 'backups', name));

  function reopen() {
    const opened = openDatabase(directory.path, migrations, () => new Date(at));
    if (!opened.ok) throw new Error(opened.error);
    ({ database } = opened.value);
    return findingsIn(opened.value.opening);
  }

  /** From the backup; of a file that is damaged, the journal is taken over as far as it holds. */
  function restore(damage?: () => void) {
    damage?.();
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    writeMarker(directory.path, { name, at, why: 'asked' });
    return reopen();
  }

  function damageARow() {
    tamper(database, 'UPDATE accounts SET options = ? WHERE 1', 'no JSON');
  }

  function damageWhatWasSent() {
    tamper(database, "UPDATE journal_entries SET state = 'refused' WHERE state = ?", 'sending');
  }

  /** What the database of the team is asked when a change is claimed, and as which desk. */
  async function claims() {
    const team = new ATeamDatabase(aVirtualTime());
    const desks: string[] = [];
    team.onDone = ({ p }) => void desks.push(p.desk);
    const { team: joined, teamOutbox } = clientHere(repositories()) as Workspace; // These two of its stores.
    const door = createRefereeDoor({
      workspace: { team: joined, teamOutbox },
      team: { open: () => Promise.resolve({ connection: () => team.connect('Ada') }) },
      onBug(thrown) {
        throw thrown;
      },
      ...aVirtualTime(),
    });
    const of = { service, domain: 'oak.com', family: 'renew', kind: 'renew' } as const;
    const claim = { ...of, changeId: changeId(900), attempt: 1, teamEffect: null, entry: {} };
    valueOf(await door.referee.claim(claim));
    return { calls: team.calls, desks };
  }

  it.each([
    ['as somebody asked', undefined],
    ['since the file was damaged', damageARow],
  ])('G16 %s, from before it joined, is in its team: the next change is claimed', async (_, damage) => {
    backUp();
    repositories().team.join(membership('d1'));
    restore(damage);
    expect(repositories().team.read()).toMatchObject({ deskId: 'd1', url: 'postgresql://localhost/acme' });
    expect(await claims()).toEqual({ calls: ['Ada claim'], desks: ['d1'] });
  });

  it.each([
    ['as somebody asked', undefined],
    ['since the file was damaged', damageARow],
  ])('G16 %s, from before it left and joined anew, is the desk that it is now', async (_, damage) => {
    const { team, teamOutbox } = repositories();
    team.join(membership('d1'));
    teamOutbox.claiming({ changeId: changeId(1), attempt: 1, at });
    backUp();
    team.leave({ isForced: true });
    team.join(membership('d2', 't2'));
    restore(damage);
    expect(repositories().team.read()).toMatchObject({ deskId: 'd2', teamId: 't2' });
    expect(repositories().teamOutbox.counts()).toEqual({ open: 0, waiting: 0 });
    expect(await claims()).toEqual({ calls: ['Ada claim'], desks: ['d2'] });
  });

  it('has what it knew of the history of its team', () => {
    const { team } = repositories();
    team.join(membership('d1'));
    backUp();
    const sent = aClaimNow({ id: changeId(5), service, state: 'sent' });
    const [after, upTo] = [
      { seq: 0, hash: '' },
      { seq: 1, hash: 'h1' },
    ];
    team.append({ teamId: 't1', after, upTo, news: JSON.stringify([sent]), reported: [] });
    restore();
    expect(repositories().team.read()).toMatchObject({ lastSeq: 1, lastHash: 'h1' });
    expect(repositories().team.changesOf({ domain: 'oak.com' })).toMatchObject([
      { by: 'ben', state: 'sending' },
    ]);
  });

  it.each([
    ['as uncertain, where the journal says that it was sent', damageARow, 'whole', ['uncertain'], 1],
    ['never, where no journal can say whether it was sent', damageWhatWasSent, 'in-part', [], 0],
  ] as const)('tells the team of a claim in its backup %s', async (_, damage, reading, told, open) => {
    const { team, teamOutbox } = repositories();
    const journal = createJournalRepository(database, () => new Date(at));
    team.join(membership('d1'));
    await write(journal, 1, [planned({ domain: 'oak.com' })]);
    teamOutbox.claiming({ changeId: changeId(1), attempt: 1, at });
    backUp();
    await writeOne(journal, changeId(1), sending);
    await writeOne(journal, changeId(1), interrupted);
    expect(restore(damage).changes.reading).toBe(reading);
    // As at the next start of the referee.
    repositories().teamOutbox.noteAll();
    const outbox = repositories().teamOutbox.outbox({ limit: 9 });
    expect(outbox.map(({ outcome }) => outcome)).toEqual(told);
    expect(repositories().teamOutbox.counts().open).toBe(open);
  });

  const add = (...names: readonly string[]) =>
    repositories().domains.add({
      ...{ accountId, names, tags: [], addedAt: at, addedBy: 'typed' },
    });
  const note = (domain: string, text: string) =>
    repositories().domains.set({ accountId, names: [domain], note: text });
  const noteOf = (domain: string) => repositories().domains.some({ accountId, names: [domain] })[0]?.note;
  const pending = () => repositories().teamFacts.pending({ limit: 100, now: at });

  /** The team takes all that waits. */
  const publish = () => repositories().teamFacts.published({ ...pending(), lost: [], by: 'ada' });

  /** Ben has published it, later than everything here. */
  function heard(seq: number, key: string, field: string, value: unknown) {
    const of = { topic: 'domain', login: serviceKey(service), key, field };
    const fact: TeamFact = { ...of, value, at: '2030-01-01T00:00:00.000Z', by: 'ben', seq };
    repositories().teamFacts.store({ after: seq - 1, upTo: seq, facts: [fact] });
    repositories().teamFacts.apply({ after: null, limit: 100, nowMs: 0 });
  }

  it('has what its team has, and still tells it what waited in the backup', () => {
    repositories().team.join(membership('d1'));
    add('oak.com', 'elm.com', 'fir.com', 'yew.com', 'gone.com');
    repositories().domains.tag({ accountId, names: ['oak.com'], add: ['old'], remove: [] });
    note('fir.com', 'early');
    publish();
    note('elm.com', 'waits');
    note('yew.com', 'told since');
    repositories().domains.tag({ accountId, names: ['oak.com'], add: [], remove: ['old'] });
    backUp();
    note('fir.com', 'since, and not told');
    const told = pending().facts.filter(({ key }) => key === 'yew.com');
    repositories().teamFacts.published({ edits: [], facts: told, lost: [], by: 'ada' });
    database.exec("DELETE FROM team_edits WHERE key = 'yew.com'");
    heard(1, 'oak.com', 'note', 'by Ben');
    heard(2, 'gone.com', 'present', null);
    heard(3, 'yew.com', 'note', 'by Ben, then');
    heard(4, 'fir.com', 'note', 'by Ben, too');
    restore();
    expect(noteOf('oak.com')).toBe('');
    expect(pending().facts).toMatchObject([
      { key: 'elm.com', field: 'note', value: 'waits' },
      { key: 'oak.com', field: 'tag old', value: null },
    ]);
    publish();
    repositories().teamFacts.apply({ after: null, limit: 100, nowMs: 0 });
    expect(['oak.com', 'elm.com', 'fir.com', 'yew.com', 'gone.com'].map(noteOf)).toEqual([
      'by Ben',
      'waits',
      'by Ben, too',
      'by Ben, then',
      undefined,
    ]);
    expect(repositories().teamFacts.counts().queued).toBe(0);
  });

  it('tells its team what only the backup has', () => {
    add('oak.com', 'early.com');
    backUp();
    repositories().domains.remove({ accountId, names: ['early.com'] });
    repositories().team.join(membership('d1'));
    publish();
    restore();
    expect(pending().facts).toMatchObject([{ key: 'early.com', field: 'present' }]);
    note('oak.com', 'after it');
    expect(pending().facts).toContainEqual(expect.objectContaining({ key: 'oak.com', value: 'after it' }));
  });
});
