import { describe, expect, it } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import { createEncryption } from '../../../../../electron/main/accounts/encryption.ts';
import { createVault } from '../../../../../electron/main/accounts/vault.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import { observationsFromReading } from '../../../../../electron/main/portfolio/observations.ts';
import {
  AccountReader,
  type AccountReaderDeps,
  type RefreshClient,
  type RefreshedPart,
  Run,
} from '../../../../../electron/main/portfolio/reading.ts';
import {
  createRegistrants,
  registrantNameIn,
  type Registrants,
} from '../../../../../electron/main/portfolio/registrants.ts';
import { forgetDraftOf } from '../../../../../electron/main/portfolio/templates-and-drafts.ts';
import { typedNames } from '../../../../../electron/main/portfolio/typed-names.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import {
  applyObservation,
  type DomainObservation,
  type DomainRecord,
} from '../../../../../electron/main/workspace/repositories/domain-observations.ts';
import { knownTldSet } from '../../../../../shared/domain/domain-name.ts';
import { readOf } from '../../../../../shared/domain/not-read.ts';
import type { Reading } from '../../../../../shared/domain/portfolio.ts';
import { sentencesFor } from '../../../../../shared/error-sentences.ts';
import type { AppError } from '../../../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../../../shared/result.ts';
import { aChange } from '../../../../support/a-change.ts';
import { anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { aKeychain, type Misbehaviour } from '../../../../support/keychain/a-keychain.ts';
import { clientOf, type NamedMethods } from '../../../../support/named-operations.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

describe('reading the domains of an account', () => {
  type LockAnswer = Awaited<ReturnType<NamedMethods['readLock']>>;

  interface Setting {
    /** What the service says of the n-th request, counted from 1. */
    readonly answer?: (count: number, domain: string) => LockAnswer;
    readonly answerMs?: number;
    readonly concurrency?: number;
    readonly keep?: AccountReaderDeps['keep'];
    /** How long it takes to write the n-th batch down. */
    readonly keepMs?: (count: number) => number;
  }

  const locked: LockAnswer = ok({ state: 'locked', answer: '"locked"' });
  const refuses = (error: AppError): LockAnswer => fail(error);

  /** A reader in virtual time over a service that answers one lock after the other. */
  function aReader({ answer = () => locked, answerMs = 50, concurrency = 4, keep, keepMs }: Setting = {}) {
    const time = aVirtualTime();
    const asked: string[] = [];
    const batches: (readonly RefreshedPart[])[] = [];
    const announced: { readonly atMs: number; readonly reading: Reading }[] = [];
    const ends: AbortController[] = [];
    let connecting: Result<null> = ok(null);

    const client: RefreshClient = clientOf({
      async readLock({ domain }, { signal } = {}) {
        asked.push(domain);
        const count = asked.length;
        const sleeping = time.timer.sleep(answerMs, signal);
        const isOver = await sleeping.then(
          () => true,
          () => false,
        );
        return isOver ? answer(count, domain) : refuses({ kind: 'cancelled' });
      },
      readNameservers: () => Promise.resolve(refuses({ kind: 'no-key' }) as Result<never>),
      readContacts: () => Promise.resolve(refuses({ kind: 'no-key' }) as Result<never>),
    });
    const reader = new AccountReader({
      accountId: 'a1',
      connections: {
        of() {
          if (!connecting.ok) return Promise.resolve(connecting);
          const ending = new AbortController();
          ends.push(ending);
          const throttle = createThrottle({ concurrency, requestsPerSecond: 0 }, time.timer);
          return Promise.resolve(ok({ client, throttle, ended: ending.signal }));
        },
      },
      async keep(read) {
        batches.push(read);
        if (keepMs !== undefined) await time.timer.sleep(keepMs(batches.length));
        return (await keep?.(read)) ?? ok(null);
      },
      announce: (reading) => announced.push({ atMs: time.timer.nowMs(), reading }),
      onBug: (thrown) => String(thrown),
      timer: time.timer,
      now: time.now,
    });

    return {
      reader,
      time,
      asked,
      batches,
      announced,
      /** Begins to read the locks of so many names. */
      start: (count: number, from = 0): Run => {
        const names = Array.from({ length: count }, (_, index) => `name-${from + index}.com`);
        const run = new Run({ id: `run ${from}-${count}`, accountId: 'a' }, names, 1);
        reader.add(run, names, ['lock']);
        return run;
      },
      over: (run: Run) => time.until(() => run.reading().isFinished),
      dropConnection: (next: Result<null> = ok(null)): void => {
        connecting = next;
        ends.at(-1)?.abort();
      },
    };
  }

  it('dates what was read by when it was asked', async () => {
    const { start, over, batches, time } = aReader({ answerMs: 5_000 });
    const asked = time.now().toISOString();
    await over(start(1));
    expect(batches.flat().map(({ at }) => at)).toEqual([asked]);
  });

  it('tells what was read only after it was written down', async () => {
    const writing = Promise.withResolvers<Result<null>>();
    const { start, announced, time, batches } = aReader({ keep: () => writing.promise });
    const run = start(1);
    await time.pass(1_000);
    expect([batches.length, announced, run.reading().done]).toEqual([1, [], 0]);
    writing.resolve(ok(null));
    await time.pass(1);
    expect(announced.map(({ reading }) => reading.done)).toEqual([1]);
  });

  it('ends with the reason where nothing can be written down', async () => {
    const full = { kind: 'storage', fault: 'full' } as const;
    const { start, over, asked } = aReader({ keep: () => Promise.resolve(fail(full)) });
    const run = start(100);
    await over(run);
    expect(run.reading()).toMatchObject({ done: 0, error: full });
    expect(asked.length).toBeLessThan(30);
  });

  it('takes one slow answer for the trouble of its name, and eight in a row for the trouble of all', async () => {
    const slow = { kind: 'unreachable', why: 'no-answer-in-time' } as const;
    const once = aReader({ answer: (count) => (count % 4 === 0 ? refuses(slow) : locked) });
    const one = once.start(40);
    await once.over(one);
    expect(one.reading()).toMatchObject({ done: 40, notRead: 10, notShown: 0, error: null });
    const always = aReader({ answer: () => refuses(slow) });
    const all = always.start(40);
    await always.over(all);
    expect(all.reading()).toMatchObject({ done: 7, notRead: 40, error: slow });
  });

  it('H23 counts as not read what nobody could read and what was never asked for, by name and with the reason of each', async () => {
    const blocked = { kind: 'unreadable', why: 'blocked', status: 403, said: 'Just a moment' } as const;
    const gone = { kind: 'refused', why: 'not-found', status: 200, said: 'Domain not found' } as const;
    const offline = { kind: 'unreachable', why: 'offline' } as const;
    const answers = [locked, refuses(blocked), refuses(gone), refuses(blocked), locked, refuses(offline)];
    const { start, over } = aReader({ answer: (count) => answers[count - 1] ?? locked });
    const run = start(9);
    await over(run);
    const reading = run.reading();
    expect(reading).toMatchObject({ total: 9, notShown: 1, error: offline });
    expect(readOf(reading)).toBe(2);
    expect(reading.unread?.names).toEqual([1, 3, 5, 6, 7, 8].map((index) => `name-${index}.com`));
    expect(reading.notRead).toBe(6);
    expect(reading.unread?.why).toBe(
      `6 not read. 4: ${sentencesFor(offline).happened} 2: ${sentencesFor(blocked).happened}`,
    );
  });

  it('reads anew what was given up a moment ago', async () => {
    const { reader, start, over, time } = aReader({ answerMs: 1_000 });
    const first = start(2);
    await time.pass(10);
    const ending = reader.end(first, { kind: 'cancelled' });
    const second = start(2);
    await ending;
    await over(second);
    expect(first.reading()).toMatchObject({ done: 0, error: { kind: 'cancelled' } });
    expect(second.reading()).toMatchObject({ done: 2, notRead: 0, error: null });
  });
});

describe('the names of registrants', () => {
  const [early, noon] = ['2026-02-21T09:00:00.000Z', '2026-02-21T12:00:00.000Z'] as const;
  const accountId = 'a1';

  function aWorld(misbehaviour?: Misbehaviour) {
    const keychain = aKeychain(misbehaviour);
    const vault = createVault(keychain);
    return { keychain, vault, registrants: createRegistrants(createEncryption({ vault })) };
  }

  const aRecord = (name: string, sealed: string | null, at: string = noon): DomainRecord =>
    anUnreadDomain(name, {
      accountId,
      addedAt: early,
      registrant: sealed === null ? null : { value: sealed, at, source: 'read' },
    });

  const read = (name: string, registrant: string) => ({
    name,
    part: 'contacts' as const,
    at: noon,
    found: ok({ part: 'contacts' as const, registrant }),
  });

  it('are opened for the domain that they were sealed for, and for no other', async () => {
    const { registrants } = aWorld();
    const sealed = await registrants.seal(accountId, 'example.com', 'Acme');
    const opened = await registrants.opened([aRecord('example.com', sealed), aRecord('example.net', sealed)]);
    expect(opened.map(({ registrant }) => registrant)).toEqual([
      { value: 'Acme', at: noon, source: 'read' },
      null,
    ]);
  });

  it('are opened once, for as long as they are the same', async () => {
    const { keychain, vault, registrants } = aWorld();
    const first = await registrants.seal(accountId, 'example.com', 'Acme');
    const other = createRegistrants(createEncryption({ vault }));
    await other.opened([aRecord('example.com', first)]);
    vault.forgetCached();
    const calls = keychain.calls.length;
    const again = await other.opened([aRecord('example.com', first)]);
    expect([again[0]?.registrant?.value, keychain.calls.length]).toEqual(['Acme', calls]);
    const second = await registrants.seal(accountId, 'example.com', 'Acme Ltd');
    const changed = await other.opened([aRecord('example.com', second)]);
    expect(changed[0]?.registrant?.value).toBe('Acme Ltd');
  });

  it('in memory are shown unless a newer one is kept', async () => {
    const { registrants } = aWorld();
    const sealed = await registrants.seal(accountId, 'example.com', 'Acme');
    registrants.remember(accountId, 'example.com', { value: 'In memory', at: early, source: 'read' });
    const shown = async (record: DomainRecord) => (await registrants.opened([record]))[0]?.registrant?.value;
    expect(await shown(aRecord('example.com', null))).toBe('In memory');
    expect(await shown(aRecord('example.com', sealed, noon))).toBe('Acme');
    registrants.remember(accountId, 'example.com', { value: 'In memory', at: noon, source: 'read' });
    expect(await shown(aRecord('example.com', sealed, early))).toBe('In memory');
    registrants.forget(accountId, 'example.com');
    expect(await shown(aRecord('example.com', null))).toBeUndefined();
  });

  it('are called so by anybody: a company may be called “failed”', async () => {
    const { registrants } = aWorld();
    const sealed = await registrants.seal(accountId, 'example.com', 'failed');
    const [domain] = await registrants.opened([aRecord('example.com', sealed)]);
    expect(domain?.registrant?.value).toBe('failed');
  });

  it('are not sealed in clear: a batch asks a keychain that does not answer once, and is kept in memory', async () => {
    const { keychain, registrants } = aWorld({ faultOf: () => 'no-answer' });
    const many = ['one.com', 'two.com', 'three.com'].map((name) => read(name, `Owner of ${name}`));
    const news = await observationsFromReading(many, { accountId, registrants });
    expect(keychain.calls).toHaveLength(1);
    expect(JSON.stringify(news)).not.toContain('Owner');
    expect(news.map(({ wellRead }) => wellRead?.length)).toEqual([1, 1, 1]);
    const opened = await registrants.opened(many.map(({ name }) => aRecord(name, null)));
    expect(opened.map(({ registrant }) => registrant?.value)).toEqual([
      'Owner of one.com',
      'Owner of two.com',
      'Owner of three.com',
    ]);
  });

  it('are news in Base64 of sealed bytes', async () => {
    const { registrants } = aWorld();
    const [news] = await observationsFromReading([read('example.com', 'Acme')], { accountId, registrants });
    const sealed = news?.registrant?.value ?? '';
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('Acme');
    const [domain] = await registrants.opened([aRecord('example.com', sealed)]);
    expect(domain?.registrant?.value).toBe('Acme');
  });
});

describe('a registrant that is read again', () => {
  const [early, noon] = ['2026-02-21T09:00:00.000Z', '2026-02-21T12:00:00.000Z'] as const;
  const newRegistrants = () => createRegistrants(createEncryption({ vault: createVault(aKeychain()) }));
  const read = async (registrants: Registrants, text: string, at: string) => {
    const digest = await registrants.digest('a1', 'example.com', text);
    return { name: 'example.com', registrant: { value: 'sealed', at, source: 'read' as const, digest } };
  };
  const after = (first: DomainObservation, second: DomainObservation) =>
    applyObservation(applyObservation(anUnreadDomain('example.com', {}), first), second).registrant;

  it('is the same since it was first read, or another one than then', async () => {
    const registrants = newRegistrants();
    const first = await read(registrants, 'Acme', early);
    const same = after(first, await read(registrants, 'Acme', noon));
    expect(same).toMatchObject({ at: noon, since: early });
    expect(same).not.toHaveProperty('before');
    const changed = after(first, await read(registrants, 'Globex', noon));
    expect(changed).toMatchObject({ at: noon, before: { value: '', at: early } });
    expect(changed).not.toHaveProperty('since');
  });

  it('is not compared with what was read under another key', async () => {
    const first = await read(newRegistrants(), 'Acme', early);
    const second = after(first, await read(newRegistrants(), 'Acme', noon));
    expect(second).toMatchObject({ at: noon });
    expect(second).not.toHaveProperty('before');
  });
});

describe('the name of a registrant', () => {
  type Roles = Readonly<Record<string, Readonly<Record<string, string>>>>;

  const nameIn = (roles: Roles): string =>
    registrantNameIn({
      roles: Object.entries(roles).map(([name, fields]) => ({
        name,
        fields: Object.entries(fields).map(([field, value]) => ({
          name: field,
          value: new Secret(value),
          isText: value !== '[]',
        })),
      })),
    });

  it.each([
    ['the company first', { Registrant: { Contact_Name: 'Anna', Company_Name: 'Acme' } }, 'Acme'],
    ['the person without a company', { Registrant: { Contact_Name: 'Anna', Company_Name: ' ' } }, 'Anna'],
    ['fields with spaces', { Registrant: { 'Company Name': 'Acme' } }, 'Acme'],
    [
      'not more than the page accepts',
      { Registrant: { FirstName: 'A'.repeat(600), LastName: 'S'.repeat(600) } },
      'A'.repeat(500),
    ],
    ['another word for company', { Registrant: { Organisation: 'Acme' } }, 'Acme'],
    ['a full name', { Registrant: { 'Full Name': 'Anna Schmidt' } }, 'Anna Schmidt'],
    ['first and last name', { Registrant: { 'First Name': 'Anna', 'Last Name': 'Schmidt' } }, 'Anna Schmidt'],
    ['another word for registrant', { Tech: { Name: 'T' }, Owner: { Name: 'Anna' } }, 'Anna'],
    ['no registrant', { Tech: { Name: 'T' } }, ''],
    ['a registrant without data', { Registrant: { Contact_Name: '', Company_Name: '' } }, ''],
    ['what is no text', { Registrant: { Company_Name: '[]', Contact_Name: 'Anna' } }, 'Anna'],
    ['lines and hidden characters', { Registrant: { Company_Name: 'Ac\u202Eme\r\nLtd' } }, 'Ac me Ltd'],
  ])('is found: %s', (_name, roles: Roles, expected) => {
    expect(nameIn(roles)).toBe(expected);
  });

  it('has 500 characters at most, none of them half', () => {
    const name = nameIn({ Registrant: { Company_Name: `${'a'.repeat(499)}😀` } });
    expect([name.length, name.isWellFormed()]).toEqual([500, true]);
  });
});

describe('typed names', () => {
  const tlds = knownTldSet(['com', '.net', '.uk', '.co.uk', '.za', '.co.za', '.de', 'vermögensberatung']);

  it.each([
    ['one on a line', 'example.com\nexample.net', ['example.com', 'example.net']],
    [
      'lines of Windows, and empty ones',
      'example.com\r\n\r\nexample.net\r\n',
      ['example.com', 'example.net'],
    ],
    [
      'spaces, commas, semicolons, tabs',
      'a.com b.com,c.com; d.com\te.com',
      ['a.com', 'b.com', 'c.com', 'd.com', 'e.com'],
    ],
    ['capitals', 'Example.COM', ['example.com']],
    [
      'the same name twice, however it is written',
      'example.com EXAMPLE.com. https://example.com/x',
      ['example.com'],
    ],
    ['a URL', 'https://user@www.example.co.uk:8443/path?query#part', ['example.co.uk']],
    ['a host below a name', 'shop.eu.example.co.za', ['example.co.za']],
    ['a name in Unicode', 'bäckerei.de', ['xn--bckerei-5wa.de']],
    ['a TLD in Unicode', 'acme.vermögensberatung', ['acme.xn--vermgensberatung-pwb']],
    ['an ideographic full stop', 'example。com', ['example.com']],
    ['an unknown TLD', 'www.example.unlisted', ['example.unlisted']],
    ['quotes and invisible characters', '"example.com" \u200Bexample.net', ['example.com', 'example.net']],
  ])('are read from %s', async (_name, text, names) => {
    expect(await typedNames(text, tlds)).toMatchObject({ names, refused: [] });
  });

  it('tell of each host which domain was taken of it, but for www', async () => {
    const { names, shortened } = await typedNames(
      'shop.bäckerei.de Sub.Example.co.uk sub.example.co.uk www.example.net https://a.example.com:443/x',
      tlds,
    );
    expect(names).toEqual(['xn--bckerei-5wa.de', 'example.co.uk', 'example.net', 'example.com']);
    expect(shortened).toEqual([
      { typed: 'shop.bäckerei.de', name: 'xn--bckerei-5wa.de' },
      { typed: 'Sub.Example.co.uk', name: 'example.co.uk' },
      { typed: 'sub.example.co.uk', name: 'example.co.uk' },
      { typed: 'https://a.example.com:443/x', name: 'example.com' },
    ]);
  });

  it.each([
    ['a label alone', 'example', 'The TLD is missing: type the full name, such as example.com'],
    ['a TLD', 'co.uk', 'co.uk is a TLD: the name before it is missing'],
    ['an underscore', 'my_shop.com', 'A name has no underscores'],
    ['an empty label', 'example..com', 'Two dots in a row, or a dot first'],
    ['an address', '192.0.2.1', 'Looks like an IP address, not a domain'],
    ['a long label', `${'a'.repeat(64)}.com`, 'A label has at most 63 characters; this one has 64'],
  ])('are refused with the reason: %s', async (_name, text, reason) => {
    expect(await typedNames(`example.com\n${text}`, tlds)).toMatchObject({
      names: ['example.com'],
      refused: [{ line: 2, text: text.slice(0, 300), reason }],
    });
  });

  it('tell the line of each refused one, and where the same is refused twice, both', async () => {
    const { refused } = await typedNames('nothing a.com\nb.com; nothing', tlds);
    expect(refused.map(({ line, text }) => [line, text])).toEqual([
      [1, 'nothing'],
      [2, 'nothing'],
    ]);
  });

  it('show of refused ones as many as fit, and say how many there are more', async () => {
    const { refused } = await typedNames('x '.repeat(20_010), tlds);
    expect(refused).toHaveLength(20_000);
    expect(refused.at(-1)?.reason).toMatch(/; and 10 more$/);
  });

  it('let others have their turn while a hundred thousand are read', async () => {
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const text = Array.from({ length: 100_000 }, (_, index) => `name-${index}.com`).join('\n');
    const { names } = await typedNames(text, tlds);
    isRead = true;
    expect(names).toHaveLength(100_000);
    expect(turns).toBeGreaterThanOrEqual(90);
  });
});

describe('templates and drafts', () => {
  const contacts = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['City'] }] } as const;
  const sentAt = '2026-11-21T09:00:00.000Z';

  function forgotten(change: Partial<Change>, savedAt = '2026-11-21T08:59:00.000Z') {
    const removed: string[] = [];
    const asked = aChange({
      what: contacts,
      state: 'confirmed',
      createdAt: sentAt,
      batchId: null,
      ...change,
    });
    forgetDraftOf(asked, {
      list: () => [{ domain: asked.domain, kind: 'contacts' as const, savedAt }],
      remove: (accountId, domain, kind) => void removed.push(`${accountId} ${domain} ${kind}`),
    });
    return removed;
  }

  it('D10 what was typed for a change goes when the change is done', () => {
    const { accountId, domain } = aChange();
    expect(forgotten({})).toEqual([`${accountId} ${domain} contacts`]);
    expect(forgotten({ state: 'applied' })).toHaveLength(1);
    expect(forgotten({ state: 'settled', settledAs: 'applied' })).toHaveLength(1);
  });

  it.each<[string, Partial<Change>, string?]>([
    ['the change is on its way', { state: 'sending' }],
    ['nobody knows whether it was done', { state: 'uncertain' }],
    ['it was refused', { state: 'refused' }],
    ['a person said that it was not done', { state: 'settled', settledAs: 'not-applied' }],
    ['a batch did it', { batchId: '00000000-0000-4000-8000-000000000001' }],
    ['it is about something else', { what: { kind: 'lock', state: 'locked' } }],
    ['it was typed after the change', {}, '2026-11-21T09:00:01.000Z'],
  ])('it stays where %s', (_, change, savedAt) => {
    expect(forgotten(change, savedAt)).toEqual([]);
  });
});
