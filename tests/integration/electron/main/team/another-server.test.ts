import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTeam } from '../../../../../electron/main/team/schema.ts';
import {
  aClaim,
  asPostgres,
  type ATeam,
  aTeam,
  openTeam,
  type Person,
} from '../../../../support/postgres/a-team.ts';
import {
  endPostgres,
  outputOf,
  type PostgresPlace,
  startPostgres,
  whyNoPostgres,
} from '../../../../support/postgres/postgres-server.ts';

describe.skipIf(whyNoPostgres() !== null)('a team on another server than before', () => {
  const places: PostgresPlace[] = [];
  let team: ATeam;
  let eve: Person;
  let ada: Person;
  let bob: Person;
  /** A change that was sent, and one that was about to be, on the server of before. */
  const sent = { ...aClaim(), desk: randomUUID() };
  const held = { ...aClaim(), desk: sent.desk };

  const aServer = async () => {
    const place = await startPostgres();
    places.push(place);
    return place;
  };

  /** As the documentation has it: roles, an empty database, the dump. */
  function movedTo(place: PostgresPlace, from: ATeam): ATeam {
    const write = (name: string, text: string): string => {
      const file = join(place.folder, name);
      writeFileSync(file, text);
      return file;
    };
    // Another role first: with the same numbers of roles, nothing would be mended.
    outputOf(place, 'psql', '-c', 'CREATE ROLE somebody', 'postgres');
    const roles = outputOf(from.place, 'pg_dumpall', '--roles-only');
    outputOf(place, 'psql', '-q', '-f', write('roles.sql', roles), 'postgres');
    outputOf(place, 'createdb', from.database);
    const dump = write('dump.sql', outputOf(from.place, 'pg_dump', from.database));
    outputOf(place, 'psql', '-q', '-v', 'ON_ERROR_STOP=1', '-f', dump, from.database);
    return openTeam(place, from.database);
  }

  const asked = async (person: Person, name: 'claim' | 'mark_sent' | 'settle', p: object) => {
    const answer = await team.connectionOf(person).call(name, p);
    return answer.ok ? answer.value : answer.error;
  };

  beforeAll(async () => {
    const before = await aTeam(await aServer());
    eve = await before.person('admin', 'eve');
    ada = await before.person('buyer', 'ada');
    bob = await before.person('buyer', 'bob');
    const there = before.connectionOf(ada);
    for (const claim of [sent, held])
      expect(await there.call('claim', claim)).toMatchObject({ value: { kind: 'held' } });
    expect(await there.call('mark_sent', sent)).toMatchObject({ value: { kind: 'sent' } });
    team = movedTo(await aServer(), before);
  });

  afterAll(async () => {
    for (const place of places) await endPostgres(place);
  });

  it('T9 claims nothing and marks nothing as sent, and says so, until an admin has accepted it', async () => {
    expect(await team.connectionOf(ada).about()).toMatchObject({ ok: true, value: { isElsewhere: true } });
    expect(await asked(ada, 'claim', { ...aClaim(), desk: sent.desk })).toEqual({ kind: 'elsewhere' });
    expect(await asked(ada, 'mark_sent', held)).toEqual({ kind: 'lost' });
    // What was sent is told all the same.
    expect(await asked(ada, 'settle', { ...sent, outcome: 'took-effect' })).toMatchObject({
      kind: 'settled',
    });

    expect(await team.connectionOf(ada).call('accept_server', {})).toEqual({
      ok: true,
      value: { kind: 'forbidden' },
    });
    expect(await asked(ada, 'claim', { ...aClaim(), desk: sent.desk })).toEqual({ kind: 'elsewhere' });
    const accepted = await team.connectionOf(eve).call('accept_server', {});
    expect(accepted).toMatchObject({ ok: true, value: { kind: 'accepted' } });
    expect(await asked(ada, 'claim', { ...aClaim(), desk: sent.desk })).toMatchObject({ kind: 'held' });
    expect(await team.connectionOf(ada).about()).toMatchObject({ value: { isElsewhere: false } });
    const [entry] = await team.sql(`SELECT by, body FROM namedesk.journal WHERE event = 'server-accepted'`);
    expect(entry).toMatchObject({ by: eve.user });
  });

  it('T9 another timeline of the same cluster, as after a failover, is another place too', async () => {
    await team.sql(`UPDATE namedesk.team SET epoch = regexp_replace(epoch, '/[0-9A-F]{8}/', '/00000009/')`);
    expect(await asked(ada, 'claim', { ...aClaim(), desk: sent.desk })).toEqual({ kind: 'elsewhere' });
    await team.sql('UPDATE namedesk.team SET epoch = namedesk.epoch_here()');
    expect(await asked(ada, 'claim', { ...aClaim(), desk: sent.desk })).toMatchObject({ kind: 'held' });
  });

  it('T2 nobody is said to be excluded there, until its owner has mended it', async () => {
    const excluded = () => team.connectionOf(eve).call('exclude', { name: bob.user });
    expect(await excluded()).toMatchObject({ value: { kind: 'refused', why: 'moved' } });
    const open = team.connectionOf(bob);
    expect(await open.about()).toMatchObject({ ok: true });

    const mended = await asPostgres(team.place, team.database, (owner) => setUpTeam(owner, 'Acme'));
    expect(mended).toMatchObject({ kind: 'mended' });
    expect(await excluded()).toMatchObject({ value: { kind: 'excluded', open: 0 } });
    expect(await team.connectionOf(bob).about()).toMatchObject({ ok: false });
    expect(await asPostgres(team.place, team.database, (owner) => setUpTeam(owner, 'Acme'))).toMatchObject({
      kind: 'current',
    });
  });
});
