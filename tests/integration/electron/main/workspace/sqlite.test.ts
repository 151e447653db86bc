import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { storageFaultOf } from '../../../../../electron/main/workspace/sqlite.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { at, openFile, service } from '../../../../support/workspace/a-journal.ts';
import { aNewSession } from '../../../../support/workspace/a-session.ts';
import { aFinding, anAccount } from '../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

describe('a value that could not be read again', () => {
  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let stores: ReturnType<typeof createRepositories>;
  const accountId = 'a1';
  const long = 'x'.repeat(20_000);

  beforeEach(() => {
    database = openFile(directory.path);
    stores = createRepositories(database);
    stores.accounts.save(anAccount());
    const add = { accountId, names: 'example.com', tags: [], addedAt: at, addedBy: 'typed' } as const;
    stores.domains.add(add);
  });
  afterEach(() => {
    database.close();
  });

  const all = { which: 'all', offset: 0, limit: 10 } as const;
  const planId = '00000000-0000-4000-9300-000000000001';
  const aRow = { index: 0, before: '', seen: '', leftOut: null, error: null, renewal: null, lastEffect: 0 };
  const said: AppError = { kind: 'refused', why: 'other', status: 400, said: long };
  const child = { host: 'ns1.example.com', addresses: ['192.0.2.1'], at, source: 'typed' } as const;
  const price = { kind: 'given', amount: '1'.repeat(65), currency: null } as const;
  const access = { accountId, accountLabel: 'Acme', domain: 'example.com', at, deed: 'copy' } as const;

  const writes: readonly (readonly [name: string, write: () => unknown])[] = [
    ['the message of a finding', () => saveFinding({ message: long })],
    ['the TLD of a finding', () => saveFinding({ tld: '' })],
    ['the price of a finding', () => saveFinding({ prices: [{ ...noPrices, register: price }] })],
    ['the host of a child nameserver', () => saveChild({ host: long })],
    ['an address of a child nameserver', () => saveChild({ addresses: [long] })],
    ['the present state of a row', () => noteRead({ before: long })],
    ['what is compared of a row', () => noteRead({ seen: long })],
    ['why a row was not read', () => noteRead({ error: said })],
    [
      'why a row is left',
      () => stores.batches.leaveRow({ id: planId, index: 0, leftOut: 'not-readable', error: said }),
    ],
    ['the price of a renewal', () => noteRead({ renewal: { renewedAt: null, expiresOn: null, price } })],
    [
      'the name of a session',
      () => stores.sessions.create({ session: aNewSession({ accountId, name: long }), names: 'one' }),
    ],
    [
      'the nameservers of a domain',
      () =>
        stores.domains.learn({
          accountId,
          news: [{ name: 'example.com', nameservers: { value: [long], at, source: 'read' } }],
        }),
    ],
  ];

  const noPrices = {
    period: 1,
    register: { kind: 'not-given' },
    transfer: { kind: 'not-given' },
    renew: { kind: 'not-given' },
  } as const;
  const saveFinding = (changes: Parameters<typeof aFinding>[0]) =>
    stores.findings.save({ accountId, findings: [aFinding(changes)], answer: '' });
  const saveChild = (changes: Partial<Parameters<typeof stores.children.save>[0]['child']>) =>
    stores.children.save({ accountId, domain: 'example.com', child: { ...child, ...changes } });
  const noteRead = (changes: Partial<Parameters<typeof stores.batches.noteRead>[0]['rows'][number]>) =>
    stores.batches.noteRead({ id: planId, rows: [{ ...aRow, ...changes }] });

  it.each(writes)('is not stored: %s; everything else can be read as before', (_what, write) => {
    const ask = { kind: 'lock', state: 'locked' } as const;
    stores.batches.create({
      id: planId,
      at,
      accountId,
      service,
      ask,
      after: 'locked',
      domains: 'example.com',
    });
    const read = () => [
      stores.findings.known({ accountId, domains: ['example.com'] }),
      stores.children.list({ accountId, domain: 'example.com' }),
      stores.batches.rows({ id: planId, ...all }),
      stores.sessions.list(),
      stores.domains.list({ accountId }),
    ];
    const before = read();
    let thrown: unknown;
    try {
      write();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Error);
    // Told as a bug, which it is, and not as a damaged file.
    expect(storageFaultOf(thrown)).toBeNull();
    expect(read()).toEqual(before);
  });

  it('is not added to the chain of accesses to codes, which would be broken by it', async () => {
    await expect(stores.codeAccesses.ask({ ...access, domain: long })).rejects.toThrow('domain');
    expect(await stores.codeAccesses.ask(access)).toEqual({ kind: 'written', seq: 1 });
    await expect(async () => stores.codeAccesses.noteCopy({ ...access, accountLabel: long })).rejects.toThrow(
      'accountLabel',
    );
    expect(await stores.codeAccesses.health({ check: true })).toMatchObject({ lines: 1, broken: null });
  });

  it('is clipped where it is only a path in an answer', () => {
    const seen = { operation: 'lookup', path: long, expected: 'nothing', seen: 'object' };
    stores.deviations.note({ accountId, seen: [seen], at });
    expect(stores.deviations.list({ accountId })).toMatchObject([{ path: 'x'.repeat(500), count: 1 }]);
  });
});
