import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import {
  partOf,
  plainHost,
  presentText,
  rolesInClear,
} from '../../../../../electron/main/changes/present.ts';
import { sleepingUntil, throttled } from '../../../../../electron/main/jobs/waiting.ts';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

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
  ] as const)('of %s, %o: “%s”', (kind, present, text) => {
    expect(presentText(kind, present)).toBe(text);
  });

  it('names what is otherwise', () => {
    expect((['lock', 'nameservers', 'contacts', 'register', 'sync'] as const).map(partOf)).toEqual([
      'lock',
      'nameservers',
      'contacts',
      'finding',
      'review',
    ]);
  });
});

it.each([
  ['NS1.Example.NET.', 'ns1.example.net'],
  [' ns1.bäckerei.example.. ', 'ns1.xn--bckerei-5wa.example'],
  ['', ''],
])('the host “%s” is compared as “%s”', (host, plain) => {
  expect(plainHost(host)).toBe(plain);
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

describe('a wait', () => {
  const failing = { sleep: () => Promise.reject(new Error('Broken')) };

  it('that the end of the program ends is over, and says so', async () => {
    const closing = new AbortController();
    const wait = sleepingUntil({ sleep: () => Promise.resolve() }, closing.signal);
    expect(await wait(1)).toBe(true);
    closing.abort();
    expect(await wait(1)).toBe(false);
    expect(await sleepingUntil(failing, closing.signal)(1)).toBe(false);
  });

  it('that breaks is a bug', async () => {
    await expect(sleepingUntil(failing, new AbortController().signal)(1)).rejects.toThrow('Broken');
  });
});

describe('work under the throttle', () => {
  const run = <T>(work: () => Promise<T>): Promise<T> => work();

  it('comes to what it comes to', async () => {
    const { signal } = new AbortController();
    expect(await throttled({ run }, () => Promise.resolve(ok(1)), signal)).toEqual(ok(1));
  });

  it('is cancelled where the wait for it is given up', async () => {
    const refusing = { run: () => Promise.reject(new Error('Given up')) };
    const work = () => Promise.resolve(ok(1));
    expect(await throttled(refusing, work, AbortSignal.abort())).toEqual(fail({ kind: 'cancelled' }));
    await expect(throttled(refusing, work, new AbortController().signal)).rejects.toThrow('Given up');
  });
});

describe('D4 a journal that does not hold together', () => {
  it('keeps every change back, and is told', async () => {
    const desk = new ChangingDesk();
    const { id } = await desk.settled(asks.lock);
    const review = await desk.review(asks.sync);
    // As nobody but a damaged disk, or somebody with other tools, would do it.
    desk.kept.database.exec(
      `DROP TRIGGER journal_entries_stay_as_they_are; DROP TRIGGER journal_entries_stay`,
    );
    desk.kept.database.exec(`UPDATE journal_entries SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 2`);
    const { broken } = valueOf(await desk.changes.health(true));
    expect(broken).toMatchObject({ seq: 2 });
    expect(desk.healths.at(-1)?.broken).toEqual(broken);
    const error = { kind: 'journal-broken', journal: 'changes', seq: 2 };
    expect(await desk.changes.prepare(accountId, domain, asks.lock)).toEqual({ ok: false, error });
    expect(
      await desk.changes.apply(review.reviewId, {
        typedName: null,
        premiumAccepted: false,
        typedLimit: null,
      }),
    ).toEqual({
      ok: false,
      error,
    });
    expect(desk.healths).toHaveLength(2);
    expect(await desk.changes.settle(id, 'applied', '')).toMatchObject({ ok: false });
    expect(desk.service.writes).toHaveLength(1);
  });
});

describe('what was to be sent', () => {
  it('of a registration is shown with what its registry asks', async () => {
    const desk = new ChangingDesk();
    desk.service.free(domain);
    desk.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
    const { id } = await desk.settled({ ...asks.register, domainFields: { vat: 'DE1' } });
    const roles = valueOf(await desk.changes.personal(id));
    expect(roles?.map(({ name }) => name)).toEqual(['registrant', 'domainfields']);
    expect(roles?.[0]?.fields).toContainEqual({ name: 'email', value: 'ada@example.com' });
    expect(roles?.[1]?.fields).toEqual([{ name: 'vat', value: 'DE1' }]);
  });

  it('of anything else is nothing', async () => {
    const desk = new ChangingDesk();
    desk.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
    const { id } = await desk.settled(asks.lock);
    expect(valueOf(await desk.changes.personal(id))).toBeNull();
  });

  it('that cannot be read from the disk is a failure', async () => {
    const desk = new ChangingDesk();
    const { id } = await desk.settled(asks.lock);
    desk.kept.failAt('sealed', 'busy');
    expect(await desk.changes.personal(id)).toMatchObject({ error: { kind: 'storage' } });
  });
});
