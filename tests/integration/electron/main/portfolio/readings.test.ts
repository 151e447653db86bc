import { afterEach, describe, expect, it } from 'vitest';
import { domainParts } from '../../../../../shared/domain/portfolio.ts';
import {
  type APortfolioDesk,
  aPortfolioDesk,
  type DeskSetting,
} from '../../../../support/portfolio/a-portfolio-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const open: APortfolioDesk[] = [];

async function aDesk(setting?: DeskSetting): Promise<APortfolioDesk> {
  const desk = await aPortfolioDesk(setting);
  open.push(desk);
  return desk;
}

afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});

/** Reads names again and waits until that is over. */
async function read(desk: APortfolioDesk, names: readonly string[], parts = [...domainParts]) {
  const started = valueOf(await desk.portfolio.readAgain(desk.accountId, names, parts));
  return await desk.ended(started.id);
}

const everyNameAnswers = {
  rememberRequests: 100_000,
  faults: [
    { operation: 'lock-read', fault: { kind: 'json', value: 'locked' } },
    {
      operation: 'nameservers-read',
      fault: { kind: 'json', value: { ns1: 'ns1.example.net', ns2: 'ns2.example.net' } },
    },
    { operation: 'contact-read', fault: { kind: 'json', value: { Registrant: { Company_Name: 'Acme' } } } },
  ],
} as const;

describe('reading the present state again', () => {
  it('reads lock, nameservers and the registrant, each with its time and source', async () => {
    const desk = await aDesk();
    await desk.portfolio.add(desk.accountId, 'lindenhof-garten.de cape-coffee.co.za', [], 'typed');
    const over = await read(desk, ['lindenhof-garten.de', 'cape-coffee.co.za']);
    expect(over).toEqual({ id: over.id, total: 2, done: 2, failed: 0, isFinished: true, error: null });
    const [cape, linden] = valueOf(await desk.portfolio.list(desk.accountId));
    expect(linden).toMatchObject({
      lock: { value: 'locked', source: 'read' },
      nameservers: { value: ['ns1.practice-dns.example', 'ns2.practice-dns.example'], source: 'read' },
      registrant: { value: "Siobhán O'Neill", source: 'read' },
      troubles: [],
    });
    expect(cape).toMatchObject({ lock: { value: 'unlocked' }, registrant: { value: "Siobhán O'Neill" } });
    expect(desk.told.get('lindenhof-garten.de')).toEqual(linden);
  });

  it('keeps what it read over a restart, the registrant sealed', async () => {
    const desk = await aDesk();
    await desk.portfolio.add(desk.accountId, 'lindenhof-garten.de', [], 'typed');
    await read(desk, ['lindenhof-garten.de']);
    const before = valueOf(await desk.portfolio.find(desk.accountId, 'lindenhof-garten.de'));
    const after = await desk.reopen();
    open.splice(0, 1, after);
    expect(valueOf(await after.portfolio.find(after.accountId, 'lindenhof-garten.de'))).toEqual(before);
  });

  it('makes a refusal the trouble of its part, and forgets it when the part is read', async () => {
    const refusal = { kind: 'json', value: { error: 'Domain not found' } } as const;
    const faults = [{ operation: 'lock-read', fault: refusal, times: 1 }] as const;
    const desk = await aDesk({ service: { faults } });
    await desk.portfolio.add(desk.accountId, 'oakline.io', [], 'typed');
    const over = await read(desk, ['oakline.io'], ['lock', 'nameservers']);
    expect(over).toMatchObject({ done: 1, failed: 1, error: null });
    const troubled = valueOf(await desk.portfolio.find(desk.accountId, 'oakline.io'));
    expect(troubled.lock).toBeNull();
    expect(troubled.nameservers).not.toBeNull();
    expect(troubled.troubles).toMatchObject([{ part: 'lock', error: { kind: 'refused', why: 'not-found' } }]);
    await read(desk, ['oakline.io'], ['lock']);
    const well = valueOf(await desk.portfolio.find(desk.accountId, 'oakline.io'));
    expect([well.lock?.value, well.troubles]).toEqual(['locked', []]);
  });

  it('keeps what was known where a part cannot be read any more', async () => {
    const desk = await aDesk();
    await desk.portfolio.add(desk.accountId, 'transferred-away.com', [], 'typed');
    const at = '2026-02-21T14:00:00.000Z';
    await desk.portfolio.learn(desk.accountId, 'transferred-away.com', {
      at,
      source: 'read',
      lock: 'locked',
    });
    expect(await read(desk, ['transferred-away.com'], ['lock'])).toMatchObject({ done: 1, failed: 1 });
    const domain = valueOf(await desk.portfolio.find(desk.accountId, 'transferred-away.com'));
    expect(domain.lock).toEqual({ value: 'locked', at, source: 'read' });
    expect(domain.troubles).toMatchObject([{ part: 'lock', error: { kind: 'refused', why: 'not-found' } }]);
  });

  it('does not put an older answer over what a change confirmed meanwhile', async () => {
    const desk = await aDesk({ service: { latencyMs: 150 } });
    await desk.portfolio.add(desk.accountId, 'oakline.io', [], 'typed');
    const started = valueOf(await desk.portfolio.readAgain(desk.accountId, ['oakline.io'], ['lock']));
    const at = new Date(Date.now() + 60_000).toISOString();
    await desk.portfolio.learn(desk.accountId, 'oakline.io', { at, source: 'change', lock: 'unlocked' });
    await desk.ended(started.id);
    const domain = valueOf(await desk.portfolio.find(desk.accountId, 'oakline.io'));
    expect(domain.lock).toEqual({ value: 'unlocked', at, source: 'change' });
  });

  it('asks once what two readings want at the same time, and tells both', async () => {
    const desk = await aDesk({ service: { ...everyNameAnswers, latencyMs: 30 } });
    const names = Array.from({ length: 40 }, (_, index) => `name-${index}.com`);
    await desk.portfolio.add(desk.accountId, names.join(' '), [], 'typed');
    const [first, second] = await Promise.all([
      read(desk, names, ['lock']),
      read(desk, names.slice(20), ['lock']),
    ]);
    expect([first, second]).toMatchObject([
      { total: 40, done: 40, isFinished: true, error: null },
      { total: 20, done: 20, isFinished: true, error: null },
    ]);
    expect(desk.service.requestCount()).toBe(40);
  });

  it('goes on for the one of two readings that was not cancelled', async () => {
    const desk = await aDesk({ service: { ...everyNameAnswers, latencyMs: 30 } });
    const names = Array.from({ length: 40 }, (_, index) => `name-${index}.com`);
    await desk.portfolio.add(desk.accountId, names.join(' '), [], 'typed');
    const first = valueOf(await desk.portfolio.readAgain(desk.accountId, names, ['lock']));
    const second = valueOf(await desk.portfolio.readAgain(desk.accountId, names.slice(30), ['lock']));
    desk.portfolio.cancelReading(first.id);
    expect(await desk.ended(first.id)).toMatchObject({ isFinished: true, error: { kind: 'cancelled' } });
    expect(await desk.ended(second.id)).toMatchObject({ done: 10, error: null });
    expect(desk.service.requestCount()).toBeLessThan(20);
  });

  it('stops with the reason when nobody is there any more, and keeps what was read', async () => {
    const desk = await aDesk({ service: { ...everyNameAnswers, latencyMs: 20 } });
    const names = Array.from({ length: 400 }, (_, index) => `name-${index}.com`);
    await desk.portfolio.add(desk.accountId, names.join(' '), [], 'typed');
    const started = valueOf(await desk.portfolio.readAgain(desk.accountId, names, ['lock']));
    await desk.done(started.id, 40);
    await desk.service.stop();
    const over = await desk.ended(started.id);
    expect(over).toMatchObject({ isFinished: true, error: { kind: 'unreachable' } });
    const listed = valueOf(await desk.portfolio.list(desk.accountId));
    expect(listed.filter(({ lock }) => lock !== null).length).toBeGreaterThanOrEqual(40);
    expect(listed.filter(({ lock }) => lock !== null).length).toBe(over.done - over.failed);
  });

  it('stops at a refused key, and troubles no name with it', async () => {
    const unknownKey = { kind: 'refusal', refusal: 'invalid-token' } as const;
    const desk = await aDesk({ service: { faults: [{ fault: unknownKey }] } });
    const names = Array.from({ length: 40 }, (_, index) => `name-${index}.com`);
    await desk.portfolio.add(desk.accountId, names.join(' '), [], 'typed');
    const over = await read(desk, names, ['lock']);
    expect(over).toMatchObject({ isFinished: true, error: { kind: 'refused', why: 'credentials' } });
    const listed = valueOf(await desk.portfolio.list(desk.accountId));
    expect(listed.flatMap(({ troubles }) => troubles)).toEqual([]);
  });

  it('goes on over another connection when the account is changed', async () => {
    const desk = await aDesk({ service: { ...everyNameAnswers, latencyMs: 20 } });
    const names = Array.from({ length: 60 }, (_, index) => `name-${index}.com`);
    await desk.portfolio.add(desk.accountId, names.join(' '), [], 'typed');
    const started = valueOf(await desk.portfolio.readAgain(desk.accountId, names, ['lock']));
    await desk.done(started.id, 8);
    await desk.connections.drop(desk.accountId);
    expect(await desk.ended(started.id)).toMatchObject({ done: 60, failed: 0, error: null });
  });

  it('keeps a registrant in memory alone where nothing can be sealed', async () => {
    const desk = await aDesk();
    desk.shut('no-service');
    await desk.portfolio.add(desk.accountId, 'oakline.io cape-coffee.co.za', [], 'typed');
    const over = await read(desk, ['oakline.io', 'cape-coffee.co.za'], ['contacts']);
    expect(over).toMatchObject({ done: 2, failed: 0, error: null });
    expect(desk.keychainCalls.filter((call) => !call.startsWith('get'))).toEqual([]);
    const listed = valueOf(await desk.portfolio.list(desk.accountId));
    expect(listed.map(({ registrant }) => registrant?.value)).toEqual([
      "Siobhán O'Neill",
      'Cape Coffee (Pty) Ltd',
    ]);
    const after = await desk.reopen();
    open.splice(0, 1, after);
    const later = valueOf(await after.portfolio.list(after.accountId));
    expect(later.map(({ registrant }) => registrant)).toEqual([null, null]);
  });

  it('lists domains without their registrants while the keychain is locked, asking it once', async () => {
    const desk = await aDesk();
    await desk.portfolio.add(desk.accountId, 'oakline.io cape-coffee.co.za', [], 'typed');
    await read(desk, ['oakline.io', 'cape-coffee.co.za'], ['contacts']);
    desk.shut('locked');
    const after = await desk.reopen();
    open.splice(0, 1, after);
    const calls = after.keychainCalls.length;
    const listed = valueOf(await after.portfolio.list(after.accountId));
    expect(listed.map(({ name, registrant }) => [name, registrant])).toEqual([
      ['cape-coffee.co.za', null],
      ['oakline.io', null],
    ]);
    expect(after.keychainCalls.length - calls).toBe(1);
    after.shut(null);
    const again = valueOf(await after.portfolio.list(after.accountId));
    expect(again.every(({ registrant }) => registrant !== null)).toBe(true);
  });
});

describe('reading contacts for the editor', () => {
  it('gives roles and fields under the names of the answer, and says which may be written', async () => {
    const value = {
      Registrant: { 'Company Name': 'Acme', Fax: [] },
      registrant: { Name: 'Other' },
      Technical: { Name: 'Anna' },
    };
    const faults = [{ operation: 'contact-read', fault: { kind: 'json', value } }] as const;
    const desk = await aDesk({
      service: { faults },
      options: { writableRoles: ['Registrant', 'technical'] },
    });
    await desk.portfolio.add(desk.accountId, 'example.com', [], 'typed');
    const contacts = valueOf(await desk.portfolio.readContacts(desk.accountId, 'example.com'));
    expect(contacts.roles).toEqual([
      {
        name: 'Registrant',
        isWritable: true,
        fields: [
          { name: 'Company Name', value: 'Acme', isText: true },
          { name: 'Fax', value: '[]', isText: false },
        ],
      },
      { name: 'registrant', isWritable: false, fields: [{ name: 'Name', value: 'Other', isText: true }] },
      { name: 'Technical', isWritable: false, fields: [{ name: 'Name', value: 'Anna', isText: true }] },
    ]);
    expect(contacts.answer).not.toMatch(/Acme|Anna|Other/);
    await desk.portfolio.close();
    const domain = valueOf(await desk.portfolio.find(desk.accountId, 'example.com'));
    expect(domain.registrant).toMatchObject({ value: 'Acme', source: 'read' });
  });

  it('refuses what is too large to be written back as it was', async () => {
    const value = { Registrant: { Company_Name: 'x'.repeat(2_001) } };
    const faults = [{ operation: 'contact-read', fault: { kind: 'json', value } }] as const;
    const desk = await aDesk({ service: { faults } });
    expect(await desk.portfolio.readContacts(desk.accountId, 'example.com')).toEqual({
      ok: false,
      error: { kind: 'unreadable', status: 200, why: 'too-large' },
    });
  });
});
