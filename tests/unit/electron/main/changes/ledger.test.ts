import { describe, expect, it } from 'vitest';
import type { Change, JournalEvent } from '#shared/domain/change.ts';
import { fail, ok } from '#shared/result.ts';
import { seenText } from '../../../../../electron/main/changes/kinds/index.ts';
import { createLedger, endedAgoMs, pastOf } from '../../../../../electron/main/changes/ledger.ts';
import { rolesInClear } from '../../../../../electron/main/changes/kinds/contacts.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { accountId, asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('ledger', () => {
  const change = { id: 'c1', number: 7, state: 'planned' } as Change; // All that is looked at.
  const planned = { type: 'planned' } as Extract<JournalEvent, { type: 'planned' }>; // Passed through.
  const withdrawn: JournalEvent = { type: 'withdrawn', error: null };

  /** A ledger over a journal that answers everything so, and whose health cannot be read. */
  function aLedger(answer: object) {
    const asked = () => Promise.resolve(ok(answer));
    const health = () => Promise.resolve(fail({ kind: 'storage', fault: 'full' }));
    const journal = { begin: asked, append: asked, find: asked, entries: asked, health };
    return createLedger({
      journal: journal as unknown as Workspace['journal'], // Only these are asked.
      announce: () => undefined,
      announceHealth: () => undefined,
      now: () => new Date('2026-03-01T10:30:00Z'),
    });
  }

  it('a change whose first try was lost on the way back is already there', async () => {
    expect(await aLedger({ kind: 'moved', change }).begin('c1', planned, null)).toEqual(ok(change));
  });

  it('D4 nothing is written into a broken chain, though its health cannot be read either', async () => {
    const broken = fail({ kind: 'journal-broken', journal: 'changes', seq: 3 });
    expect(await aLedger({ kind: 'broken', seq: 3 }).append('c1', withdrawn)).toEqual(broken);
  });

  it('nothing is written or read after the end', async () => {
    const ledger = aLedger({ kind: 'written', change });
    ledger.close();
    const tried = [ledger.begin('c1', planned, null), ledger.append('c1', withdrawn), ledger.find('c1')];
    for (const result of await Promise.all([...tried, ledger.past('c1')]))
      expect(result).toEqual(fail({ kind: 'cancelled' }));
  });

  describe('an attempt', () => {
    const facts = {} as Parameters<ReturnType<typeof createLedger>['send']>[1]; // Passed through.
    const wanted = { id: 'c1', domain, what: asks.lock, attempt: 1, consent: {}, number: null } as Parameters<
      ReturnType<typeof createLedger>['claim']
    >[0]; // Passed through.
    const full = fail({ kind: 'storage', fault: 'full' } as const);

    /** What was asked, in order, of a referee that refuses what is named, and of a journal that takes nothing where it is named. */
    async function anAttempt(refused: string, closeAfter = '') {
      const order: string[] = [];
      const ask = (name: string) => () => {
        order.push(name);
        if (name === closeAfter) ledger.close();
        return Promise.resolve(name === refused ? full : ok(null));
      };
      const tell = (name: string) => () => Promise.resolve(void order.push(name));
      const journal = {
        send: () => {
          order.push('sending');
          return Promise.resolve(refused === 'sending' ? full : ok({ kind: 'written', change }));
        },
        append: () => Promise.resolve(ok({ kind: 'written', change })),
      };
      const ledger = createLedger({
        journal: journal as unknown as Workspace['journal'], // Only these are asked.
        referee: {
          last: () => Promise.resolve(ok(null)),
          ...{ claim: ask('claim'), markSent: ask('markSent') },
          ...{ settle: tell('settle'), release: tell('release') },
        },
        announce: () => undefined,
        announceHealth: () => undefined,
        now: () => new Date('2026-03-01T10:30:00Z'),
      });
      const claim = await ledger.claim(wanted);
      const sent = claim.ok ? await ledger.send(claim.value, facts) : claim;
      return { order, sent, ledger };
    }

    it.each([
      ['is claimed, marked as sent, and then on the disk', '', '', ['claim', 'markSent', 'sending']],
      ['is not marked where it cannot be claimed', 'claim', '', ['claim']],
      ['is not on the disk where it cannot be marked', 'markSent', '', ['claim', 'markSent']],
      ['is settled where the disk refuses it', 'sending', '', ['claim', 'markSent', 'sending', 'settle']],
      ['is released where the program ends after its claim', '', 'claim', ['claim', 'release']],
      ['is settled where the program ends after its mark', '', 'markSent', ['claim', 'markSent', 'settle']],
    ] as const)('G16 of a team: %s', async (_name, refused, closeAfter, order) => {
      const attempt = await anAttempt(refused, closeAfter);
      expect(attempt.order).toEqual(order);
      expect(attempt.sent.ok).toBe(refused === '' && closeAfter === '');
    });

    it('is settled with each later entry of its change', async () => {
      const { ledger, order } = await anAttempt('');
      await ledger.append('c1', withdrawn);
      expect(order.at(-1)).toBe('settle');
    });
  });

  describe('past', () => {
    const planned: JournalEvent = {
      type: 'planned',
      accountId,
      accountLabel: 'Acme',
      service: { baseUrl: 'https://reseller.example/', username: 'r' },
      domain,
      what: asks.lock,
      batchId: null,
      digest: 'abc',
    };
    const sending: JournalEvent = {
      type: 'sending',
      attempt: 1,
      before: { readAt: '2026-03-01T10:30:00.000Z' },
    };
    const answered: JournalEvent = {
      type: 'answered',
      attempt: 1,
      outcome: 'done',
      error: null,
      status: 200,
      answer: '',
      syncAnswer: null,
    };
    const readBack: JournalEvent = { type: 'read-back', verdict: 'no-proof', evidence: [], error: null };
    const interrupted: JournalEvent = { type: 'interrupted' };
    const settled: JournalEvent = { type: 'settled', as: 'applied', note: '' };
    const withdrawn: JournalEvent = { type: 'withdrawn', error: null };

    /** Entries a second apart. */
    const past = (...events: readonly JournalEvent[]) =>
      pastOf(events.map((event, second) => ({ at: `2026-03-01T10:30:0${second}.000Z`, event })));

    describe('the past of a change', () => {
      it('F11 keeps that the service said done where the program ended before that was read back', () => {
        expect(past(planned, sending, answered, interrupted)).toMatchObject({
          answered: null,
          isClaimed: true,
        });
        expect(past(planned, sending, answered, sending).isClaimed).toBe(false);
      });

      it('F2 keeps that the service called the last attempt pending', () => {
        const pending: JournalEvent = {
          ...answered,
          outcome: 'uncertain',
          error: { kind: 'uncertain', why: 'pending', said: 'Transaction pending' },
        };
        expect(past(planned, sending, pending, readBack).isPending).toBe(true);
        expect(past(planned, sending, pending, sending).isPending).toBe(false);
        expect(past(planned, sending, answered).isPending).toBe(false);
      });

      it.each([
        ['answered', [answered], 'done', '2026-03-01T10:30:02.000Z'],
        ['interrupted', [{ type: 'interrupted' }], null, '2026-03-01T10:30:02.000Z'],
        ['answered and read back', [answered, readBack], 'done', '2026-03-01T10:30:02.000Z'],
        ['answered and settled', [answered, settled], 'done', '2026-03-01T10:30:02.000Z'],
        ['sent again', [{ ...answered, outcome: 'unsent' }, sending], null, null],
        ['withdrawn', [{ ...answered, outcome: 'unsent' }, withdrawn], 'unsent', '2026-03-01T10:30:02.000Z'],
      ] as const)(
        'that was %s says what the last attempt came to, and when',
        (_name, events, verdict, endedAt) => {
          expect(past(planned, sending, ...events)).toMatchObject({ answered: verdict, endedAt });
        },
      );
    });

    it('an attempt ended so long ago, and no time ago where that is not known', () => {
      const now = new Date('2026-03-01T10:30:30Z');
      expect(endedAgoMs({ endedAt: '2026-03-01T10:30:02.000Z' }, now)).toBe(28_000);
      expect(endedAgoMs({ endedAt: null }, now)).toBe(0);
    });
  });
});

describe('small parts', () => {
  describe('the text of a present state', () => {
    it.each([
      ['lock', { lock: 'locked' }, 'locked'],
      ['lock', { lock: null }, ''],
      ['lock', {}, ''],
      [
        'nameservers',
        { nameservers: ['NS2.example.net.', 'ns1.example.net', 'ns1.example.net'] },
        'ns1.example.net, ns2.example.net',
      ],
      ['nameservers', { nameservers: null }, ''],
      ['register', { finding: 'available' }, 'available'],
      ['register', {}, ''],
      ['contacts', { contacts: 'read' }, ''],
      ['renew', { credit: '1.00' }, ''],
    ] as const)('of %s, %o: “%s”', (kind, before, text) => {
      expect(seenText(asks[kind], { before, contacts: null }, null)).toBe(text);
    });
  });

  it('a contact’s values are in clear, and what PHP writes for nothing is nothing', () => {
    const field = (value: string, isText: boolean) => ({ name: value, value: new Secret(value), isText });
    const fields = [
      field('Ada', true),
      field('[]', true),
      field('[]', false),
      field('{}', false),
      field('7', false),
    ];
    const values = rolesInClear([{ name: 'Registrant', fields }])[0]?.fields.map(({ value }) => value);
    expect(values).toEqual(['Ada', '[]', '', '', '7']);
  });

  describe('D4 a journal that does not hold together', () => {
    it('keeps every change back, and is told', async () => {
      const world = new ChangesWorld();
      const { id } = await world.settled(asks.lock);
      const review = await world.review(asks.sync);
      // As nobody but a damaged disk, or somebody with other tools, would do it.
      world.kept.database.exec(
        `DROP TRIGGER journal_entries_stay_as_they_are; DROP TRIGGER journal_entries_stay`,
      );
      world.kept.database.exec(`UPDATE journal_entries SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 2`);
      const { broken } = valueOf(await world.changes.health(true));
      expect(broken).toMatchObject({ seq: 2 });
      expect(world.healths.at(-1)?.broken).toEqual(broken);
      const error = { kind: 'journal-broken', journal: 'changes', seq: 2 };
      expect(await world.changes.prepare(accountId, domain, asks.lock)).toEqual(fail(error));
      expect(
        await world.changes.apply(review.reviewId, {
          typedName: null,
          premiumAccepted: false,
          typedLimit: null,
        }),
      ).toEqual(fail(error));
      expect(world.healths).toHaveLength(2);
      expect(await world.changes.settle(id, 'applied', '')).toMatchObject({ ok: false });
      expect(world.service.writes).toHaveLength(1);
    });
  });

  describe('what was to be sent', () => {
    it('that cannot be read from the disk is a failure', async () => {
      const world = new ChangesWorld();
      const { id } = await world.settled(asks.lock);
      world.kept.failAt('sealed', 'busy');
      expect(await world.changes.personal(id)).toMatchObject({ error: { kind: 'storage' } });
    });
  });
});
