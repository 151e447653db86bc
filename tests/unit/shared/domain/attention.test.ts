import { describe, expect, it } from 'vitest';
import { type AttentionRow, groupedByClient, groupingOf, stepWords } from '#shared/domain/attention.ts';
import type { AttentionAccount, AttentionBatch, AttentionDomain } from '#shared/domain/attention-items.ts';
import type { RegistryState } from '#shared/domain/registry.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import {
  aBatch,
  aChange,
  acme,
  aDomain,
  ago,
  anImport,
  aSession,
  type AttentionInput,
  costs,
  credited,
  day,
  expiring,
  hosts,
  otherRegistrant,
  reportOf,
  rowsOf,
  unlocked,
} from '../../../support/an-attention.ts';

const shown = (state: RegistryState, days = 1): Pick<AttentionDomain, 'states'> => ({
  states: [{ state, since: ago(days), why: 'So it is.' }],
});

describe('what needs a person', () => {
  type Case = [what: string, given: Partial<AttentionInput>, row: Partial<AttentionRow>];
  it.each<Case>([
    [
      'an uncertain change, urgent, to be verified',
      { changes: [aChange()] },
      { kind: 'uncertain', severity: 'urgent', step: 'verify', subject: 'c1', names: ['alpha.com'] },
    ],
    [
      'an uncertain change of an archived domain: it may have been paid',
      { changes: [aChange()], domains: [aDomain('alpha.com', { isArchived: true })] },
      { kind: 'uncertain', names: ['alpha.com'] },
    ],
    [
      'a paid change that was accepted and not charged',
      { changes: [aChange({ doubt: 'uncharged' })] },
      { kind: 'uncharged', severity: 'soon', step: 'open-change', subject: 'c1' },
    ],
    [
      'an expired domain, with what renewing it costs where that is known',
      { domains: [expiring('alpha.com', -12, costs('18.99'))] },
      {
        ...{ kind: 'expired', severity: 'urgent', step: 'renew', firstOn: day(-12) },
        why: `Expired 12 days ago, on ${day(-12)}. Renewing costs 18.99 USD.`,
      },
    ],
    [
      'domains that are due, how many of them soonest, and prices that are not known',
      {
        domains: [
          expiring('b.com', 29, costs('10.00')),
          expiring('a.com', 6, costs('8.50')),
          expiring('c.com', 13),
        ],
      },
      {
        ...{ kind: 'due', severity: 'urgent', count: 3, names: ['a.com', 'c.com', 'b.com'] },
        cost: { sums: [{ currency: 'USD', account: null, amount: '18.50' }], unpriced: 1 },
        why: `3 domains expire within 30 days, 1 of them within 7 days; the first on ${day(6)}. Renewing costs 18.50 USD and 1 unknown price.`,
      },
    ],
    [
      'domains that are due in more than a week, less urgent',
      { domains: [expiring('a.com', 8)] },
      {
        kind: 'due',
        severity: 'soon',
        why: `Expires in 8 days, on ${day(8)}. The price is not known.`,
      },
    ],
    [
      'domains due in more than a month: later',
      { domains: [expiring('a.com', 31), expiring('b.com', 60)] },
      { kind: 'due-later', severity: 'later', count: 2 },
    ],
    [
      'a domain that was transferred away, and nothing else of it',
      { domains: [aDomain('a.com', { isLeft: true, expiresOn: day(-3), isNotFound: true })] },
      { kind: 'left', step: 'archive' },
    ],
    [
      'a domain that the service did not find',
      { domains: [aDomain('a.com', { isNotFound: true })] },
      { kind: 'not-found', step: 'refresh' },
    ],
    [
      'H23 a domain that was not read, with why, and not as one that was not found',
      { domains: [aDomain('a.com', { notRead: 'The service’s answer is not JSON.' })] },
      { kind: 'not-read', step: 'refresh', severity: 'soon', why: 'The service’s answer is not JSON.' },
    ],
    [
      'H23 domains that were not read, with how many and why',
      {
        domains: ['a.com', 'b.com', 'c.com'].map((name, index) =>
          aDomain(name, { notRead: index === 1 ? 'It was blocked.' : 'No answer came.' }),
        ),
      },
      { kind: 'not-read', count: 3, why: '3 not read. 2: No answer came. 1: It was blocked.' },
    ],
    [
      'a domain unlocked from here two days ago, by the journal',
      { domains: [unlocked('a.com', 9, { lock: { changeId: 'c', value: 'unlocked', at: ago(2) } })] },
      { kind: 'unlocked', step: 'lock', why: 'Unlocked from here 2 days ago.' },
    ],
    [
      'a domain that was unlocked already when it was seen three days ago',
      { domains: [unlocked('a.com', 3)] },
      { kind: 'unlocked', why: 'Was unlocked already 3 days ago.' },
    ],
    [
      'a domain of which the registry shows another registrar, and nothing else of it',
      {
        domains: [aDomain('a.com', { ...shown('registrar-changed'), expiresOn: day(-3), isNotFound: true })],
      },
      { kind: 'registrar-changed', severity: 'urgent', step: 'contact-registrar', why: 'So it is.' },
    ],
    [
      'a transfer that is pending',
      { domains: [aDomain('a.com', shown('transfer-pending'))] },
      { kind: 'transfer-pending', severity: 'urgent', step: 'contact-registrar', why: 'So it is.' },
    ],
    [
      'transfers that are pending, with the days that are left of the first at most',
      {
        domains: [
          aDomain('a.com', shown('transfer-pending', 1)),
          aDomain('b.com', shown('transfer-pending', 3)),
        ],
      },
      {
        ...{ kind: 'transfer-pending', count: 2 },
        why: `2 domains are being transferred to another registrar, the first since ${ago(3).slice(0, 10)}. At most 2 days are left to stop it. What you did not ask for, have your provider reject now.`,
      },
    ],
    [
      'a lock that the service claims and the registry does not show',
      { domains: [aDomain('a.com', shown('lock-not-shown'))] },
      { kind: 'lock-not-shown', severity: 'urgent', step: 'open-domain' },
    ],
    [
      'a domain that its registry is about to delete: not to be renewed, though it has expired',
      { domains: [{ ...expiring('a.com', -12, costs('18.99')), ...shown('being-deleted') }] },
      { kind: 'being-deleted', severity: 'urgent', step: 'restore', cost: null },
    ],
    [
      'a domain on hold',
      { domains: [aDomain('a.com', shown('on-hold'))] },
      { kind: 'on-hold', severity: 'urgent', step: 'open-domain' },
    ],
    [
      'a domain that is unlocked in a file from three days ago',
      {
        domains: [aDomain('a.com', { lock: { value: 'unlocked', at: ago(3), source: 'import' } })],
      },
      { kind: 'unlocked', step: 'lock', why: 'Unlocked in a file from 3 days ago.' },
    ],
    [
      'a lock that was read otherwise than before, and not changed from here',
      {
        domains: [
          aDomain('a.com', {
            lock: { value: 'unlocked', at: ago(0), before: { value: 'locked', at: ago(3) } },
          }),
        ],
      },
      {
        kind: 'drift',
        why: `The lock is unlocked, other than was read on ${ago(3).slice(0, 10)}, and was not changed from here.`,
      },
    ],
    [
      'a domain that was locked from here and is unlocked by now: drift, at once',
      { domains: [unlocked('a.com', 0, { lock: { changeId: 'c', value: 'locked', at: ago(5) } })] },
      { kind: 'drift', step: 'open-domain' },
    ],
    [
      'nameservers that are not those that were set from here',
      {
        domains: [
          aDomain('a.com', {
            nameservers: { value: ['ns1.other.net'], at: ago(1) },
            set: { nameservers: hosts(['ns1.example.net'], 5) },
          }),
        ],
      },
      { kind: 'drift', step: 'open-domain' },
    ],
    [
      'credit that is surely not enough for what is due',
      {
        accounts: [credited('12.00')],
        domains: [expiring('a.com', 40), expiring('b.com', 20, costs('18.99'))],
      },
      {
        ...{ kind: 'credit', severity: 'urgent', step: 'open-account', coverage: 'not-enough' },
        why: 'The credit of 12.00 USD is not enough to renew 1 domain that is due or expired: 18.99 USD.',
      },
    ],
    [
      'a batch that halted',
      { batches: [aBatch({ state: 'halted' })] },
      { kind: 'batch', severity: 'urgent', step: 'open-batch', subject: 'b', title: 'Lock 3 domains' },
    ],
    ['a paused batch', { batches: [aBatch({ state: 'paused' })] }, { kind: 'batch', severity: 'soon' }],
    ['a batch that awaits its review', { batches: [aBatch({ state: 'ready' })] }, { kind: 'batch' }],
    ['a batch that waits for a person', { batches: [aBatch({ needsPerson: true })] }, { kind: 'batch' }],
    [
      'a batch that a restore stopped',
      { batches: [aBatch({ state: 'stopped', isStoppedByRestore: true })] },
      { kind: 'batch' },
    ],
    [
      'a batch of which not all was done',
      {
        batches: [
          aBatch({ state: 'done', counts: { confirmed: 2, refused: 1 } as AttentionBatch['counts'] }),
        ],
      },
      { kind: 'batch', why: '2 done, 1 refused.' },
    ],
    [
      'H23 a batch of which some domains were not read',
      {
        batches: [
          aBatch({ state: 'done', counts: { confirmed: 2, notRead: 1 } as AttentionBatch['counts'] }),
        ],
      },
      { kind: 'batch', why: '2 done, 1 not read.' },
    ],
    [
      'H23 a batch of which no domain was read',
      {
        batches: [
          aBatch({ state: 'done', counts: { confirmed: 0, notRead: 2 } as AttentionBatch['counts'] }),
        ],
      },
      { kind: 'batch', why: 'Nothing was sent, 2 not read.' },
    ],
    [
      'a batch that ended well, as a note',
      { batches: [aBatch({ state: 'done' })] },
      { kind: 'finished', severity: 'note', step: 'open-batch', title: 'Lock 3 domains', why: '2 done' },
    ],
    [
      'a batch of which every row was excluded meanwhile: nothing was sent',
      {
        batches: [
          aBatch({
            state: 'done',
            counts: { confirmed: 0, proven: 0, refused: 0, uncertain: 0 } as AttentionBatch['counts'],
          }),
        ],
      },
      { kind: 'finished', why: 'nothing was sent, as every domain was excluded' },
    ],
    [
      'H17 a batch that ended well, with what was accepted alone, and what a registry has proven',
      {
        batches: [
          aBatch({
            state: 'done',
            ask: { kind: 'renew', periodYears: 1 },
            counts: { confirmed: 3, proven: 2, refused: 0, uncertain: 0 } as AttentionBatch['counts'],
          }),
        ],
      },
      { kind: 'finished', why: '1 accepted, 2 proven by registry' },
    ],
    [
      'a domain whose registrant is another than was read before, with Contacts to look at',
      { domains: [aDomain('alpha.com', { registrant: otherRegistrant })] },
      {
        ...{ kind: 'drift', step: 'open-contacts', names: ['alpha.com'] },
        why: `The registrant is another than was read on ${ago(5).slice(0, 10)}, and was not changed from here.`,
      },
    ],
    [
      'a domain whose registrant is another than was set from here',
      {
        domains: [aDomain('alpha.com', { registrant: otherRegistrant, set: { registrant: { at: ago(5) } } })],
      },
      { kind: 'drift', why: expect.stringContaining('than was set from here on') as string },
    ],
    [
      'a domain whose registrant is another than was read since it was set from here',
      {
        domains: [aDomain('alpha.com', { registrant: otherRegistrant, set: { registrant: { at: ago(9) } } })],
      },
      { kind: 'drift', why: expect.stringContaining('than was read on') as string },
    ],
    [
      'a file that could not be imported, with why',
      { imports: [anImport({ reason: 'domains.xlsx is empty. Choose another file.' })] },
      {
        ...{ kind: 'import', severity: 'soon', step: 'import-again', title: 'domains.xlsx', names: [] },
        why: 'It was not imported. domains.xlsx is empty. Choose another file.',
      },
    ],
    [
      'a file of which rows were skipped, with where the first is',
      { imports: [anImport({ skipped: 3, line: 12 })] },
      { kind: 'import', why: '3 rows were skipped, the first in line 12; the others are stored.' },
    ],
    [
      'a file of which one row was skipped',
      { imports: [anImport({ skipped: 1, line: 1_200 })] },
      { kind: 'import', why: '1 row was skipped, in line 1,200; the others are stored.' },
    ],
    [
      'a file of which rows were skipped, and others imported in part',
      { imports: [anImport({ skipped: 2, partly: 1, line: 4 })] },
      {
        kind: 'import',
        why: '2 rows were skipped and 1 row was imported in part, the first in line 4; the others are stored.',
      },
    ],
    [
      'a file of which one row was imported in part',
      { imports: [anImport({ partly: 1, line: 4 })] },
      { kind: 'import', why: '1 row was imported in part, in line 4; the others are stored.' },
    ],
    [
      'a bulk lookup that ended, as a note',
      { sessions: [aSession()] },
      { kind: 'finished', severity: 'note', step: 'open-session', title: 'Spring names', subject: 's' },
    ],
    [
      'all that ended today in one row, with what it cost in the account’s currency',
      {
        accounts: [{ ...acme, currency: 'EUR' }],
        batches: [
          aBatch({ state: 'done', paid: [costs('150.50', null)] }),
          aBatch({ id: 'b2', state: 'done', paid: [costs('49.50', 'EUR')] }),
        ],
        sessions: [aSession()],
      },
      {
        ...{ kind: 'finished', count: 3, step: 'open-batch', subject: null, title: '', names: [] },
        why: '2 batches and 1 bulk lookup, 200.00 EUR',
      },
    ],
    [
      'several batches of renewals that ended today, with how many of them their registries prove',
      {
        batches: ['b', 'b2'].map((id) => {
          const { counts } = aBatch({});
          const ask = { kind: 'renew', periodYears: 1 } as const;
          return aBatch({ id, ask, state: 'done', counts: { ...counts, confirmed: 3, proven: 2 } });
        }),
      },
      { kind: 'finished', why: '2 batches, 4 of 6 renewals proven by registry' },
    ],
  ])('is %s', (_, given, row) => {
    expect(rowsOf(given).find(({ kind }) => kind === row.kind)).toMatchObject(row);
  });

  it.each<[what: string, given: Partial<AttentionInput>]>([
    ['a domain that expires after the widest horizon', { domains: [expiring('a.com', 61)] }],
    ['a domain whose expiry is not known', { domains: [aDomain('a.com')] }],
    [
      'a domain unlocked from here today',
      { domains: [unlocked('a.com', 9, { lock: { changeId: 'c', value: 'unlocked', at: ago(0.5) } })] },
    ],
    ['a domain first seen unlocked today', { domains: [unlocked('a.com', 0.5)] }],
    [
      'nameservers set from here, in another order and spelling',
      {
        domains: [
          aDomain('a.com', {
            nameservers: { value: ['ns2.example.net', 'NS1.example.net.'], at: ago(1) },
            set: { nameservers: hosts(['ns1.example.net', 'ns2.example.net'], 5) },
          }),
        ],
      },
    ],
    [
      'nameservers that were read before they were set from here',
      {
        domains: [
          aDomain('a.com', {
            nameservers: { value: ['ns1.other.net'], at: ago(6) },
            set: { nameservers: hosts(['ns1.example.net'], 5) },
          }),
        ],
      },
    ],
    [
      'nameservers that a file says otherwise than they were read, or set from here',
      {
        domains: [
          aDomain('a.com', {
            nameservers: {
              ...{ value: ['ns1.b.com'], at: ago(0), source: 'import' },
              before: { value: ['ns1.a.com'], at: ago(3) },
            },
          }),
          aDomain('b.com', {
            lock: { value: 'unlocked', at: ago(0), source: 'import' },
            set: { lock: { changeId: 'c', value: 'locked', at: ago(5) } },
          }),
        ],
      },
    ],
    [
      'a lock that was read otherwise than before, as it was set from here since',
      {
        domains: [
          aDomain('a.com', {
            lock: { value: 'unlocked', at: ago(0), before: { value: 'locked', at: ago(3) } },
            set: { lock: { changeId: 'c', value: 'unlocked', at: ago(0.5) } },
          }),
        ],
      },
    ],
    ['a batch that a person stopped', { batches: [aBatch({ state: 'stopped' })] }],
    ['a batch that ended well yesterday', { batches: [aBatch({ state: 'done', changedAt: ago(1) })] }],
    ['a bulk lookup that ended yesterday', { sessions: [aSession({ finishedAt: ago(1) })] }],
    [
      'credit that is enough',
      { accounts: [credited('12.00')], domains: [expiring('a.com', 90, costs('18.99'))] },
    ],
    ['an account that is gone', { accounts: [], changes: [aChange()], domains: [expiring('a.com', -1)] }],
  ])('is not %s', (_, given) => expect(rowsOf(given)).toEqual([]));

  const coverIn = (account: AttentionAccount, ...prices: readonly Price[]) => {
    const domains = prices.map((price, index) => expiring(`a${index}.com`, 10, price));
    return reportOf({ accounts: [account], domains }).credits[0]?.coverage;
  };

  it('H17 compares a credit with money of its own label alone, and with none where neither has one', () => {
    const bare = costs('18.99', null);
    expect(coverIn(credited('12', null), costs('18.99'))).toBe('perhaps-not');
    expect(coverIn(credited('12', 'EUR'), costs('18.99'))).toBe('perhaps-not');
    expect(coverIn(credited('50', null), costs('18.99'))).toBeNull();
    expect(coverIn(credited('12', null), bare)).toBe('not-enough');
    expect(coverIn(credited('50', null), bare)).toBe('enough');
    // What has no currency is in that of the account.
    expect(coverIn(credited('30'), bare, costs('18.99'))).toBe('not-enough');
    const row = rowsOf({
      accounts: [credited('1300.00', null)],
      domains: [expiring('a.com', 3, costs('5174.00'))],
    }).find(({ kind }) => kind === 'credit');
    expect(row).toMatchObject({ kind: 'credit', severity: 'soon', coverage: 'perhaps-not' });
    expect(row?.why).toBe(
      'The credit of 1300.00 may not be enough to renew 1 domain that is due or expired: 5174.00 USD.',
    );
  });

  it('says whether the credit is enough only where every price is known, in one currency', () => {
    const coverOf = (amount: string | null, ...prices: readonly Price[]) =>
      coverIn(amount === null ? acme : credited(amount), ...prices);
    expect(coverOf('20', costs('18.99'))).toBe('enough');
    expect(coverOf('18', costs('18.99'))).toBe('not-enough');
    expect(coverOf('-5.00', costs('0.01'))).toBe('not-enough');
    expect(coverOf('20', costs('18.99'), notGiven)).toBeNull();
    expect(coverOf('18', costs('18.99'), notGiven)).toBe('not-enough');
    expect(coverOf('50', costs('18.99'), costs('18.99', 'EUR'))).toBeNull();
    expect(coverOf(null, costs('18.99'))).toBeNull();
    expect(coverOf('about 3', costs('18.99'))).toBeNull();
  });

  it('says nothing of a registrant that was set from here in between, or is the same as ever', () => {
    const set = { registrant: { at: ago(3) } };
    expect(rowsOf({ domains: [aDomain('alpha.com', { registrant: otherRegistrant, set })] })).toEqual([]);
    expect(
      rowsOf({ domains: [aDomain('alpha.com', { registrant: { at: ago(0), since: ago(9) } })] }),
    ).toEqual([]);
  });

  it('says nothing of drift while it is not known whether a change from here was done', () => {
    const lock = { value: 'unlocked', at: ago(0), before: { value: 'locked', at: ago(3) } } as const;
    const given = { domains: [aDomain('alpha.com', { lock })], changes: [aChange()] };
    expect(rowsOf(given).map(({ kind }) => kind)).toEqual(['uncertain']);
  });

  it('has one row for what is due in each account', () => {
    const second = { ...acme, id: 'b', label: 'Beta' };
    const domains = [expiring('a.com', 1), expiring('b.com', 2, notGiven, 'b'), expiring('c.com', 3)];
    expect(
      rowsOf({ accounts: [acme, second], domains }).map(({ accountLabel, count }) => [accountLabel, count]),
    ).toEqual([
      ['Acme', 2],
      ['Beta', 1],
    ]);
  });

  it('counts neither notes, nor what is due later, nor what is snoozed among what needs a person', () => {
    const given = {
      domains: [expiring('a.com', 1), expiring('b.com', 50), aDomain('c.com', { isNotFound: true })],
      sessions: [aSession()],
      snoozes: [{ accountId: 'a', kind: 'not-found', item: 'c.com', until: day(1) }],
    } as const;
    expect(rowsOf(given)).toHaveLength(4);
    expect(reportOf(given).toDo).toBe(1);
  });

  it('has nothing of an account that it was not given', () => {
    const ofOther = { accountId: 'p' };
    const report = reportOf({
      accounts: [acme],
      domains: [expiring('p.com', 1, costs('5'), 'p'), aDomain('q.com', { ...ofOther, client: 'Zoo' })],
      batches: [aBatch(ofOther)],
      sessions: [aSession(ofOther)],
    });
    expect(report).toMatchObject({
      ...{ rows: [], toDo: 0, domains: 0, withoutExpiry: 0, hasClients: false },
      credits: [{ accountId: 'a', due: 0 }],
    });
    expect(report.months.every(({ count }) => count === 0)).toBe(true);
  });

  it('H17 adds up the renewals of a month for each account whose money has no currency', () => {
    const accounts = [
      acme,
      { ...acme, id: 'b', label: 'Beta' },
      { ...acme, id: 'c', label: 'C', currency: 'USD' },
    ];
    const bare = (name: string, amount: string, accountId: string) =>
      expiring(name, 1, costs(amount, null), accountId);
    const { months } = reportOf({
      accounts,
      domains: [
        bare('a.com', '1', 'a'),
        bare('b.com', '10', 'b'),
        bare('c.com', '100', 'c'),
        expiring('d.com', 1, costs('1000'), 'a'),
      ],
    });
    expect(months[0]?.cost.sums).toEqual([
      { currency: null, account: 'Acme', amount: '1.00' },
      { currency: null, account: 'Beta', amount: '10.00' },
      { currency: 'USD', account: null, amount: '1100.00' },
    ]);
  });

  it('forecasts renewals by month from today on: count, sum per currency, prices that are not known', () => {
    const domains = [
      expiring('past.com', -1, costs('1')),
      expiring('a.com', 0, costs('10.50')),
      expiring('b.com', 1, costs('4', 'EUR')),
      expiring('c.com', 2),
      expiring('far.com', 400, costs('9')),
    ];
    const { months, withoutExpiry } = reportOf({ domains: [...domains, aDomain('none.com')] });
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({
      ...{ month: '2026-11', count: 3 },
      cost: {
        sums: [
          { currency: 'USD', account: null, amount: '10.50' },
          { currency: 'EUR', account: null, amount: '4.00' },
        ],
        unpriced: 1,
      },
    });
    expect(months.slice(1).every(({ count }) => count === 0)).toBe(true);
    expect(withoutExpiry).toBe(1);
  });

  it('lists what is snoozed at the end until its day, and then again among the others', () => {
    const domains = [expiring('a.com', 1), expiring('b.com', 2)];
    const snoozed = (until: string) =>
      rowsOf({ domains, snoozes: [{ accountId: 'a', kind: 'due', item: 'a.com', until }] });
    expect(snoozed(day(1)).map(({ names, snoozedUntil }) => [names, snoozedUntil])).toEqual([
      [['b.com'], null],
      [['a.com'], day(1)],
    ]);
    expect(snoozed(day(0)).map(({ names }) => names)).toEqual([['a.com', 'b.com']]);
  });

  it('ends the snooze of what was due once it has expired', () => {
    const snoozes = [{ accountId: 'a', kind: 'due', item: 'a.com', until: day(9) }] as const;
    expect(rowsOf({ domains: [expiring('a.com', -1)], snoozes })[0]?.snoozedUntil).toBeNull();
  });

  it('names the step by what it does and for how many', () => {
    const [row] = rowsOf({ domains: [expiring('a.com', 1), expiring('b.com', 2)] });
    expect(row && stepWords(row)).toBe('Renew 2 due…');
  });
});

describe('the currency that the user gave an account', () => {
  const swiss: AttentionAccount = { ...acme, currency: 'CHF', credit: { amount: '20.00', readAt: ago(0) } };
  const domains = [
    expiring('alpha.com', 3, costs('18.99', null)),
    expiring('beta.com', 4, costs('5.00', null)),
  ];

  it('stands at what its domains cost, at its credit, and in the sentences about both', () => {
    const { rows, credits, months } = reportOf({ accounts: [swiss], domains });
    const sums = [{ currency: 'CHF', account: null, amount: '23.99' }];
    expect(credits).toMatchObject([{ currency: 'CHF', cost: { sums }, coverage: 'not-enough' }]);
    expect(months.map(({ cost }) => cost.sums).filter(({ length }) => length > 0)).toEqual([sums]);
    expect(rows.map(({ why }) => why).join(' ')).toContain(
      'Renewing costs 23.99 CHF; the credit of 20.00 CHF is not enough.',
    );
    expect(rows.find(({ kind }) => kind === 'credit')?.why).toBe(
      'The credit of 20.00 CHF is not enough to renew 2 domains that are due or expired: 23.99 CHF.',
    );
  });

  it('keeps the renewals of accounts in different currencies apart', () => {
    const other = { ...acme, id: 'b', label: 'Beta', currency: 'EUR' };
    const theirs = expiring('gamma.com', 3, costs('7.00', null), 'b');
    const { months } = reportOf({ accounts: [swiss, other], domains: [...domains, theirs] });
    expect(months.flatMap(({ cost }) => cost.sums)).toEqual([
      { currency: 'CHF', account: null, amount: '23.99' },
      { currency: 'EUR', account: null, amount: '7.00' },
    ]);
  });
});

describe('rows by client', () => {
  const domains = [
    aDomain('alpha.com', { client: 'Acme', expiresOn: day(20) }),
    aDomain('beta.com', { client: 'Zoo', expiresOn: day(3) }),
    aDomain('gamma.com', { client: 'Acme', expiresOn: day(25) }),
    aDomain('delta.com', { expiresOn: day(2) }),
  ];
  const batches = [aBatch({ state: 'paused' })];

  it('stand under the client of the most urgent first, then what is nobody’s, then accounts and work', () => {
    const { rows, hasClients } = reportOf({ domains, batches, by: 'client' });
    const groups = groupedByClient(rows).map(({ client, rows: of }) => [
      client,
      of.map(({ kind, count }) => [kind, count]),
    ]);
    expect(groups).toEqual([
      ['Zoo', [['due', 1]]],
      ['Acme', [['due', 2]]],
      ['', [['due', 1]]],
      [null, [['batch', 1]]],
    ]);
    expect(hasClients).toBe(true);
  });

  it('stand below what is urgent and about no client’s domains', () => {
    const { rows } = reportOf({ domains, batches: [aBatch({ state: 'halted' })], by: 'client' });
    expect(groupedByClient(rows).map(({ client }) => client)).toEqual([null, 'Zoo', 'Acme', '']);
  });

  it('are one row for each kind and account where they are not grouped, and name no client', () => {
    const rows = rowsOf({ domains });
    expect(rows.map(({ kind, count, client }) => [kind, count, client])).toEqual([['due', 4, null]]);
  });

  it('say by their ids how they were grouped', () => {
    expect(rowsOf({ domains }).map(({ id }) => groupingOf(id))).toEqual([null]);
    expect(new Set(rowsOf({ domains, by: 'client' }).map(({ id }) => groupingOf(id)))).toEqual(
      new Set(['client']),
    );
  });

  it('have an uncertain change under the client of its domain', () => {
    const changes = [aChange({ client: 'Zoo' })];
    expect(rowsOf({ changes, by: 'client' }).map(({ client }) => client)).toEqual(['Zoo']);
  });
});
