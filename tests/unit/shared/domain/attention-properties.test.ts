import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registryStates } from '#shared/domain/registry-names.ts';
import { attentionKinds } from '#shared/domain/attention-kinds.ts';
import { notGiven } from '#shared/domain/finding.ts';
import {
  aBatch,
  acme,
  ago,
  aSession,
  costs,
  day,
  nowMs,
  beta,
  reportOf,
  rowsOf,
} from '../../../support/an-attention.ts';

const name = fc.constantFrom('a.com', 'b.com', 'c.com', 'd.com', 'e.com');
const domain = fc.record({
  accountId: fc.constantFrom('a', 'p', 'gone'),
  name,
  isArchived: fc.boolean(),
  client: fc.constantFrom('', 'Acme', 'Zoo'),
  expiresOn: fc.option(fc.integer({ min: -40, max: 90 }).map(day)),
  price: fc.constantFrom(notGiven, costs('9.99'), costs('3', null)),
  lock: fc.option(
    fc.constantFrom(0, 2, 9).map((days) => ({ value: 'unlocked' as const, at: ago(0), since: ago(days) })),
  ),
  nameservers: fc.constant(null),
  registrant: fc.constant(null),
  isLeft: fc.boolean(),
  states: fc.subarray(
    registryStates.map((state) => ({ state, since: ago(1), why: 'The registry shows it.' })),
    { maxLength: 2 },
  ),
  isNotFound: fc.boolean(),
  notRead: fc.constantFrom(null, 'This computer is offline.'),
  set: fc.constant({}),
});
const anInput = fc.record({
  accounts: fc.constant([acme, beta]),
  domains: fc.uniqueArray(domain, { selector: (one) => `${one.accountId} ${one.name}` }),
  changes: fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      accountId: fc.constantFrom('a', 'p', 'gone'),
      domain: name,
      client: fc.constantFrom('', 'Acme'),
      doubt: fc.constantFrom('uncertain' as const, 'uncharged' as const),
    }),
    { maxLength: 4, selector: ({ id }) => id },
  ),
  batches: fc.constant([aBatch({ state: 'halted' })]),
  sessions: fc.constant([aSession()]),
  snoozes: fc.array(
    fc.record({
      accountId: fc.constantFrom('a', 'p'),
      kind: fc.constantFrom(...attentionKinds),
      item: fc.oneof(
        name,
        name.map((each) => `${each} ${ago(1)}`),
      ),
      until: fc.integer({ min: -2, max: 5 }).map(day),
    }),
  ),
  nowMs: fc.constant(nowMs),
});

const ofRegistries: ReadonlySet<string> = new Set(registryStates);
const aboutDomains = new Set<string>([
  ...registryStates,
  ...['expired', 'due', 'due-later', 'left', 'not-found', 'drift', 'unlocked'],
]);

describe('whatever is stored', () => {
  it('an archived domain is in no row about domains, and a snoozed one in no row that is listed', () => {
    fc.assert(
      fc.property(anInput, (given) => {
        const archived = new Set(
          given.domains.flatMap((one) => (one.isArchived ? [`${one.accountId} ${one.name}`] : [])),
        );
        // Of two snoozes of one thing the last counts.
        const until = new Map(
          given.snoozes.map((one) => [`${one.accountId} ${one.kind} ${one.item}`, one.until]),
        );
        for (const { kind, accountId, names, snoozedUntil } of rowsOf(given)) {
          if (!aboutDomains.has(kind)) continue;
          for (const each of names) {
            expect(archived.has(`${accountId} ${each}`)).toBe(false);
            const item = ofRegistries.has(kind) ? `${each} ${ago(1)}` : each;
            const snoozed = until.get(`${accountId} ${kind} ${item}`) ?? '';
            expect(snoozedUntil).toBe(snoozed > day(0) ? snoozed : null);
          }
        }
      }),
    );
  });

  it('each row names what is in the input, of its own account', () => {
    fc.assert(
      fc.property(anInput, (given) => {
        const there = new Set([
          ...given.domains.map((one) => `${one.accountId} ${one.name}`),
          ...given.changes.map((one) => `${one.accountId} ${one.domain}`),
          ...given.batches.flatMap((one) => one.firstDomains.map((each) => `${one.accountId} ${each}`)),
        ]);
        for (const { accountId, names } of rowsOf(given))
          for (const each of names) expect(there).toContain(`${accountId} ${each}`);
      }),
    );
  });

  it('rows by client are about the same things as the others, and as many need a person', () => {
    fc.assert(
      fc.property(anInput, (given) => {
        const [all, byClient] = [reportOf(given), reportOf({ ...given, by: 'client' })];
        const things = ({ rows }: typeof all) =>
          rows.flatMap(({ kind, accountId, names, snoozedUntil, subject }) =>
            names.length === 0
              ? [`${kind} ${accountId} ${subject ?? ''}`]
              : names.map((each) => `${kind} ${accountId} ${each} ${snoozedUntil ?? ''}`),
          );
        expect(new Set(things(byClient))).toEqual(new Set(things(all)));
        expect(byClient.rows.reduce((sum, { count }) => sum + count, 0)).toBe(
          all.rows.reduce((sum, { count }) => sum + count, 0),
        );
        expect(byClient.toDo).toBe(all.toDo);
        expect(new Set(byClient.rows.map(({ id }) => id)).size).toBe(byClient.rows.length);
        const client = new Map(given.domains.map((one) => [`${one.accountId} ${one.name}`, one.client]));
        for (const { kind, accountId, names, client: whose } of byClient.rows)
          if (aboutDomains.has(kind))
            for (const each of names) expect(client.get(`${accountId} ${each}`)).toBe(whose);
      }),
    );
  });

  it('the order is the same however the input is ordered, and every row has an id of its own', () => {
    fc.assert(
      fc.property(anInput, (given) => {
        const rows = rowsOf(given);
        const reversed = rowsOf({
          ...given,
          domains: given.domains.toReversed(),
          changes: given.changes.toReversed(),
          accounts: given.accounts.toReversed(),
        });
        expect(reversed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      }),
    );
  });
});
