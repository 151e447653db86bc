import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeWhat } from '#shared/changes/index.ts';
import {
  createJournalRepository,
  createRestoredRows,
} from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { createDoubts, everyName } from '../../../../../../electron/main/workspace/journal/doubts.ts';
import {
  aConsent,
  answered,
  aSend,
  at,
  changeId,
  interrupted,
  type Journal,
  lock,
  planned,
  readBack,
  sending,
  service,
  wholeStory,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { anAccount } from '../../../../../support/workspace/a-workspace.ts';
import { aDatabase } from '../../../../../support/workspace/stores-here.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';

let database: DatabaseSync;
let journal: Journal;
beforeEach(() => {
  database = aDatabase();
  createAccountsRepository(database).save(anAccount());
  createAccountsRepository(database).save(anAccount({ id: 'a2', label: 'The same login' }));
  journal = createJournalRepository(database, () => new Date(at));
});
afterEach(() => database.close());

const renewal = { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } } as const;
/** An account with something open is not removed by the program; a file of an older version may have lost one so. */
const goneByAnotherHand = (id: string) => database.prepare('DELETE FROM accounts WHERE id = ?').run(id);
const minutes = (count: number): string => new Date(Date.parse(at) + count * 60_000).toISOString();

describe('the transaction that writes `sending`', () => {
  it('writes it, with what was agreed to', async () => {
    await write(journal, 1, [planned()]);
    const sent = await journal.send(await aSend(journal, changeId(1)));
    expect(sent).toMatchObject({ kind: 'written', change: { state: 'sending', service } });
    expect(journal.entries({ id: changeId(1) }).at(-1)?.event).toMatchObject({ consent: aConsent() });
  });

  it('writes entries with the members of their schema alone: an entry is never changed', async () => {
    const personal = { registrant: 'Ada Lovelace' };
    await write(journal, 1, [{ ...planned(), ...personal }]);
    expect(journal.entries({ id: changeId(1) })[0]?.event).toEqual(planned());
    expect(JSON.stringify(database.prepare('SELECT * FROM journal_entries').all())).not.toContain('Ada');
  });

  it('is the only way to write it', async () => {
    await write(journal, 1, [planned()]);
    const event = { type: 'sending', attempt: 1, before: { readAt: at } } as const;
    expect(() => journal.append({ id: changeId(1), at, event })).toThrow('Only `send`');
    expect(journal.entries({ id: changeId(1) })).toHaveLength(1);
  });

  it('does nothing to a change that is not planned', async () => {
    await write(journal, 1, wholeStory);
    const sent = await journal.send({ ...(await aSend(journal, changeId(1))), consent: aConsent() });
    expect(sent).toMatchObject({ kind: 'moved', change: { state: 'confirmed' } });
  });

  it('F1 refuses where another change of the family took effect since the person looked', async () => {
    await write(journal, 1, wholeStory);
    await write(journal, 2, [planned()]);
    const send = await aSend(journal, changeId(2));
    const before = { ...send, consent: aConsent({ lastEffect: null }) };
    expect(await journal.send(before)).toEqual({ kind: 'changed', what: 'earlier-change', number: 1 });
    expect(await journal.send(send)).toMatchObject({ kind: 'written' });
  });

  it.each([
    [
      'with one that was accepted and not charged',
      [answered('done'), readBack('agrees', { charge: 'not-yet' })],
      'uncharged',
    ],
    ['with one whose result is unknown', [interrupted], 'open'],
  ])('F1 refuses %s, taken for the last effect, and says that it is unsure', async (_other, end, unsure) => {
    createAccountsRepository(database).save(
      anAccount({ id: 'b1', label: 'Other', baseUrl: 'https://b.example' }),
    );
    await write(journal, 1, [planned({ what: renewal }), sending, ...end]);
    const elsewhere = { ...service, baseUrl: 'https://b.example' };
    await write(journal, 2, [planned({ accountId: 'b1', service: elsewhere, what: renewal })]);
    const consent = aConsent({ service: elsewhere });
    const send = { ...(await aSend(journal, changeId(2))), service: elsewhere, consent };
    expect(await journal.send(send)).toEqual({ kind: 'changed', what: 'earlier-change', number: 1, unsure });
  });

  it.each([
    ['a renewal', renewal, 1, 'changed'],
    ['a renewal that was agreed to since', renewal, -1, 'written'],
    ['a lock, which costs nothing', lock, 1, 'written'],
  ])('H7 a doubt about what was paid that came after the consent: %s', async (_of, what, later, kind) => {
    await write(journal, 1, [planned({ what })]);
    const send = await aSend(journal, changeId(1));
    createDoubts(database).add([everyName(minutes(later), at)]);
    expect(await journal.send({ ...send, at: minutes(2) })).toMatchObject(
      kind === 'changed' ? { kind, what: 'consent' } : { kind },
    );
  });

  it.each([
    ['of a quarter of an hour', 15, 'written'],
    ['of more', 15.01, 'changed'],
    ['of tomorrow, because the clock was set back', -2, 'changed'],
  ])('takes a consent %s: %s min old', async (_words, age, kind) => {
    await write(journal, 1, [planned()]);
    const send = await aSend(journal, changeId(1));
    expect((await journal.send({ ...send, at: minutes(age) })).kind).toBe(kind);
  });

  it.each([
    ['the connection is to another address', { service: { ...service, baseUrl: 'https://other.example' } }],
    ['the connection is for another user', { service: { ...service, username: 'else@example.com' } }],
    [
      'it was looked at for another user',
      { consent: aConsent({ service: { ...service, username: 'x@y.z' } }) },
    ],
  ])('F10 refuses where %s', async (_words, other) => {
    await write(journal, 1, [planned()]);
    const send = await aSend(journal, changeId(1));
    expect(await journal.send({ ...send, ...other })).toMatchObject({
      kind: 'changed',
      what: 'login',
    });
  });

  it('F10 refuses where the account was edited or removed', async () => {
    await write(journal, 1, [planned()]);
    const send = await aSend(journal, changeId(1));
    goneByAnotherHand('a1');
    expect(await journal.send(send)).toMatchObject({ kind: 'changed', what: 'login' });
  });

  it('F5 a change is not planned for an account that was removed since the person agreed', async () => {
    expect(createAccountsRepository(database).hide({ id: 'a1', at })).toEqual({ inUse: null });
    const event = planned({ what: renewal });
    expect(await journal.begin({ id: changeId(1), at, sealed: null, event })).toEqual({
      ...{ kind: 'changed', what: 'login', number: null },
    });
    expect(journal.find({ id: changeId(1) })).toBeNull();
  });
});

describe('F5 what is open or took effect', () => {
  const uncertain = async (n: number, accountId: string) => {
    await write(journal, n, [planned({ accountId, what: renewal })]);
    await journal.send(await aSend(journal, changeId(n)));
    return await journal.append({ id: changeId(n), at, event: { type: 'interrupted' } });
  };

  it('F5 under one label stands in the way under another one of the same login', async () => {
    await uncertain(1, 'a1');
    const begun = await journal.begin({
      ...{ id: changeId(2), at, sealed: null },
      event: planned({ accountId: 'a2', what: renewal }),
    });
    expect(begun).toMatchObject({ kind: 'open', change: { id: changeId(1) } });
  });

  it('F5 under an account that was removed and added again stands in its way', async () => {
    await uncertain(1, 'a1');
    goneByAnotherHand('a1');
    createAccountsRepository(database).save(anAccount({ id: 'a3', label: 'Again' }));
    const event = planned({ accountId: 'a3', what: renewal });
    expect(await journal.begin({ id: changeId(2), at, sealed: null, event })).toMatchObject({ kind: 'open' });
  });

  it('F5 of another user’s or another service’s stands in nobody’s way', async () => {
    await uncertain(1, 'a1');
    for (const [n, other] of [
      { ...service, username: 'b@c.d' },
      { ...service, baseUrl: 'https://b.c' },
    ].entries()) {
      const event = planned({ service: other, what: renewal });
      const id = changeId(n + 2);
      // The very account has one open change of a family, whatever it is called now.
      expect(
        await journal.begin({ id, at, sealed: null, event: { ...event, accountId: `b${n}` } }),
      ).toMatchObject({
        kind: 'written',
      });
    }
  });

  it('F5 of a registration stands in the way at every service: a name is bought once', async () => {
    const bought: ChangeWhat = {
      kind: 'register',
      periodYears: 1,
      nameservers: [],
      roles: [],
      addons: {},
      idnLanguage: null,
      domainFields: [],
      isPremium: false,
      price: { kind: 'not-given' },
    };
    await write(journal, 1, [planned({ what: bought })]);
    const event = planned({ accountId: 'b1', service: { ...service, username: 'b@c.d' }, what: bought });
    expect(await journal.begin({ id: changeId(2), at, sealed: null, event })).toMatchObject({ kind: 'open' });
  });

  it('F5 is found whatever the case of the user, and wherever on the server its API lies', async () => {
    await uncertain(1, 'a1');
    const event = planned({
      accountId: 'a2',
      what: renewal,
      service: { baseUrl: 'https://reseller.example/elsewhere', username: service.username.toUpperCase() },
    });
    expect(await journal.begin({ id: changeId(2), at, sealed: null, event })).toMatchObject({ kind: 'open' });
  });
});

describe('G4 one service under two names', () => {
  const moved = { ...service, baseUrl: 'https://moved.example/api' };
  const ofMoved = { id: 'a1', baseUrl: moved.baseUrl };
  const history = (accountId: string, at = service) =>
    journal.historyOf({
      ...({ domain: 'example.com', accountId, service: at, family: 'renew', besideId: null } as const),
    });

  /** A renewal that was sent, and answered unless it is uncertain. */
  async function renewed(n: number, isSure: boolean, of: Parameters<typeof planned>[0] = {}) {
    await write(journal, n, [planned({ what: renewal, ...of })]);
    const sent = await journal.send({ ...(await aSend(journal, changeId(n))) });
    expect(sent).toMatchObject({ kind: 'written' });
    const rest = isSure ? wholeStory.slice(2) : [{ type: 'interrupted' } as const];
    for (const event of rest) await journal.append({ id: changeId(n), at, event });
  }

  const begun = (n: number, accountId: string, other: typeof service) =>
    journal.begin({
      ...{ id: changeId(n), at, sealed: null },
      event: planned({ accountId, what: renewal, service: other }),
    });

  it('(G4) an uncertain renewal stands in the way of its account at another address', async () => {
    await renewed(1, false);
    expect(await begun(2, 'a1', moved)).toMatchObject({ kind: 'open', change: { id: changeId(1) } });
    expect(history('a1', moved)).toMatchObject({ open: { id: changeId(1) }, last: { id: changeId(1) } });
  });

  it('(G4) a renewal is the last one of its account at another address', async () => {
    await renewed(1, true);
    expect(history('a1', moved)).toMatchObject({ lastEffect: { id: changeId(1) }, elsewhere: null });
  });

  it.each([
    ['done', true],
    ['uncertain', false],
  ])(
    '(G4) a renewal that is %s is told of at another service, and must have been seen there',
    async (_is, isSure) => {
      await renewed(1, isSure);
      createAccountsRepository(database).save(
        anAccount({ id: 'b1', label: 'Other', baseUrl: moved.baseUrl }),
      );
      expect(await begun(2, 'b1', moved)).toMatchObject({ kind: 'written' });
      expect(history('b1', moved)).toMatchObject({
        ...{ last: { id: changeId(2) }, open: { id: changeId(2) } },
        ...{ lastEffect: { id: changeId(1) }, elsewhere: { id: changeId(1), accountLabel: 'Acme' } },
      });
      const send = { ...(await aSend(journal, changeId(2))), service: moved };
      const unseen = { ...send, consent: aConsent({ service: moved }) };
      expect(await journal.send(unseen)).toEqual({
        ...{ kind: 'changed', what: 'earlier-change', number: 1 },
        ...(!isSure && { unsure: 'open' }),
      });
      const seen = aConsent({ service: moved, lastEffect: changeId(1) });
      expect(await journal.send({ ...send, consent: seen })).toMatchObject({ kind: 'written' });
    },
  );

  it('(G4) a renewal of the login is told of although a later one elsewhere, which may have been done, is told of too', async () => {
    await renewed(1, true);
    createAccountsRepository(database).save(anAccount({ id: 'b1', label: 'Other', baseUrl: moved.baseUrl }));
    await begun(2, 'b1', moved);
    const consent = aConsent({ service: moved, lastEffect: changeId(1) });
    await journal.send({ ...(await aSend(journal, changeId(2))), service: moved, consent });
    expect(history('a1')).toMatchObject({
      ...{ lastEffect: { id: changeId(2) }, elsewhere: { id: changeId(2) } },
      ownEffect: { id: changeId(1) },
    });
  });

  it('(G4) a renewal at the practice service is none of a real name', async () => {
    await renewed(1, true);
    const practice = { baseUrl: 'practice', username: '' };
    expect(history('p1', practice)).toMatchObject({ lastEffect: null, elsewhere: null });
  });

  it('(G4) a name that was bought as premium is premium at every service', async () => {
    const bought: ChangeWhat = {
      ...{ kind: 'register', periodYears: 1, nameservers: [], roles: [], addons: {}, idnLanguage: null },
      ...{ domainFields: [], isPremium: true, price: { kind: 'not-given' } },
    };
    await write(journal, 1, [planned({ what: bought })]);
    expect(history('a1').boughtAsPremium).toBe(false);
    await journal.send(await aSend(journal, changeId(1)));
    for (const event of wholeStory.slice(2)) await journal.append({ id: changeId(1), at, event });
    expect(history('b1', moved).boughtAsPremium).toBe(true);
    expect(history('p1', { baseUrl: 'practice', username: '' }).boughtAsPremium).toBe(false);
  });

  it('(G4) the same service at a new address is one login: every label sees what was done under either', async () => {
    await renewed(1, true);
    createAccountsRepository(database).save(anAccount({ ...ofMoved, isSameService: true }));
    expect(history('a2', moved)).toMatchObject({ lastEffect: { id: changeId(1) }, elsewhere: null });
    expect(history('a2')).toMatchObject({ lastEffect: { id: changeId(1) }, elsewhere: null });
    // The list of changes, made anew, has the login too.
    expect(await journal.health({ check: true })).toMatchObject({ broken: null });
    database.exec('DELETE FROM journal_changes');
    journal = createJournalRepository(database, () => new Date(at));
    expect(history('a2', moved)).toMatchObject({ lastEffect: { id: changeId(1) }, elsewhere: null });
  });

  it('(G4) another service is another login, and ends the account’s batches', async () => {
    await renewed(1, true);
    database.exec(`INSERT INTO batches (id, account_id, kind, ask, after, state, created_at, changed_at)
      VALUES ('p1', 'a1', 'renew', '{"kind":"renew"}', '', 'ready', 0, 0)`);
    const accounts = createAccountsRepository(database);
    accounts.save(anAccount(ofMoved));
    accounts.endBatches({ id: 'a1', at });
    expect(history('a2', moved)).toMatchObject({ lastEffect: { id: changeId(1) }, elsewhere: { number: 1 } });
    expect(database.prepare('SELECT state FROM batches').get()).toEqual({ state: 'stopped' });
  });

  it('(G3, G4) a doubt of every name of a login goes with an account that is given another login', () => {
    const raised = { service, why: 'older', mark: 'w1 hash', place: null, at } as const;
    createRestoredRows(database).raise(raised);
    expect(history('b1', moved).mayBeDone).toBeNull();
    createAccountsRepository(database).save(anAccount(ofMoved));
    expect(history('a1', moved).mayBeDone).not.toBeNull();
    expect(history('a1').mayBeDone).not.toBeNull();
  });

  it('(G2, G10) a doubt of every name of every login is none of a name of the practice service', () => {
    createDoubts(database).add([everyName(at, at)]);
    expect(history('a1').mayBeDone).not.toBeNull();
    expect(history('p1', { baseUrl: 'practice', username: '' }).mayBeDone).toBeNull();
  });

  it.each([
    ['a final dot', 'https://reseller.example./api'],
    ['capitals', 'https://RESELLER.example/api'],
    ['the usual port', 'https://reseller.example:443/api'],
  ])('(G4) an address with %s is the same service', async (_with, baseUrl) => {
    await renewed(1, false);
    expect(await begun(2, 'b1', { ...service, baseUrl })).toMatchObject({ kind: 'open' });
  });
});
