import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeAsk, ContactFields, RegistrationContact } from '#shared/domain/change.ts';
import { registrationFields } from '#shared/domain/change.ts';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import type { Operation } from '../../../../../electron/main/practice/wire.ts';
import { sweep } from '../../../../support/canary.ts';
import { aPracticeDesk, type PracticeDesk } from '../../../../support/changes/a-practice-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const desks: PracticeDesk[] = [];
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});

async function start(faults: FaultPlan = []): Promise<PracticeDesk> {
  const desk = await aPracticeDesk(faults);
  desks.push(desk);
  return desk;
}

const domain = 'orbit-hosting.net';
const newDomain = 'available-harbour.com';
const host = `ns1.${domain}`;

const contact = Object.fromEntries(
  registrationFields.map((name) => [name, name === 'email' ? 'CANARY@mail.example' : `CANARY ${name}`]),
) as RegistrationContact; // Built from the list of fields itself: every one of them is there.

const registrant: ContactFields = {
  name: 'Registrant',
  fields: [
    ['Contact_Name', 'CANARY name'],
    ['Company_Name', 'CANARY company'],
    ['Address_1', 'CANARY street 1'],
    ['Address_2', ''],
    ['City', 'CANARY city'],
    ['State', 'CANARY state'],
    ['ZIP_code', '12345'],
    ['Country', 'DE'],
    ['Phone', '+49.4515550142'],
    ['Email', 'CANARY@mail.example'],
  ].map(([name = '', value = '']) => ({ name, value })),
};

const registration: ChangeAsk = {
  kind: 'register',
  periodYears: 1,
  nameservers: ['ns1.example.net', 'ns2.example.net'],
  contacts: { registrant: contact },
  addons: { idProtection: true },
  idnLanguage: null,
  domainFields: {},
};

interface Case {
  readonly ask: ChangeAsk;
  readonly operation: Operation;
  readonly path: string;
  readonly name: string;
}

const cases: readonly Case[] = [
  { ask: { kind: 'lock', state: 'unlocked' }, operation: 'lock-write', path: `/domains/${domain}/lock` },
  {
    ask: { kind: 'nameservers', nameservers: ['a.example.org', 'b.example.org'] },
    operation: 'nameservers-write',
    path: `/domains/${domain}/nameservers`,
  },
  {
    ask: { kind: 'contacts', roles: [registrant] },
    operation: 'contact-write',
    path: `/domains/${domain}/contact`,
  },
  {
    ask: registration,
    operation: 'register',
    path: '/order/domains/register',
  },
  { ask: { kind: 'renew', periodYears: 2, addons: {} }, operation: 'renew', path: '/order/domains/renew' },
  {
    ask: { kind: 'child-register', host: `ns7.${domain}`, address: '192.0.2.7' },
    operation: 'child-register',
    path: `/domains/${domain}/nameservers/register`,
  },
  {
    ask: { kind: 'child-modify', host, currentAddress: '192.0.2.11', newAddress: '192.0.2.12' },
    operation: 'child-modify',
    path: `/domains/${domain}/nameservers/modify`,
  },
  {
    ask: { kind: 'child-delete', host },
    operation: 'child-delete',
    path: `/domains/${domain}/nameservers/delete`,
  },
  { ask: { kind: 'sync' }, operation: 'sync', path: `/domains/${domain}/sync` },
].map((each) => ({ ...each, name: each.ask.kind === 'register' ? newDomain : domain }) as Case); // With its name, it is one.

const provable: ReadonlySet<ChangeAsk['kind']> = new Set(['lock', 'nameservers', 'contacts', 'register']);

describe.each(cases)('over the practice service, $ask.kind', ({ ask, operation, path, name }) => {
  it('is confirmed, sent once, and shown as it was sent', async () => {
    const desk = await start();
    const review = valueOf(await desk.changes.prepare('a1', name, ask));
    expect(await desk.settled(name, ask)).toMatchObject({ state: 'confirmed', attempts: 1 });
    expect(desk.posts()).toEqual([`POST ${path}`]);
    expect(review.sent.path).toBe(path);
    const sent = desk.service
      .requests()
      .findLast(({ method, path: to }) => method === 'POST' && to.endsWith(path));
    expect(review.sent.fields).toEqual(
      [...new URLSearchParams(sent?.body ?? '')].map(([field, value]) => ({ name: field, value })),
    );
    expect(desk.bugs).toEqual([]);
  });

  it('that was done and then lost is read back, or waits for a person', async () => {
    const desk = await start([
      { fault: { kind: 'break', after: 'request', by: 'reset' }, operation, isApplied: true },
    ]);
    const { id } = await desk.settled(name, ask);
    const change = await desk.until(id, ({ readBackAt }) => readBackAt !== null);
    expect(change.state).toBe(provable.has(ask.kind) ? 'applied' : 'uncertain');
    expect(desk.posts()).toEqual([`POST ${path}`]);
  });

  it('that was lost and not done is found not applied, or waits for a person', async () => {
    const desk = await start([{ fault: { kind: 'break', after: 'request', by: 'reset' }, operation }]);
    const { id } = await desk.settled(name, ask);
    const isProvable = provable.has(ask.kind);
    const change = await desk.until(id, ({ state, readBackAt }) =>
      isProvable ? state !== 'uncertain' : readBackAt !== null,
    );
    expect(change.state).toBe(isProvable ? 'not-applied' : 'uncertain');
    expect(desk.posts()).toEqual([`POST ${path}`]);
  });

  it('that is refused in words that define it is refused', async () => {
    const desk = await start([
      { fault: { kind: 'refusal', refusal: 'not-allowed', status: 200 }, operation },
    ]);
    expect(await desk.settled(name, ask)).toMatchObject({
      state: 'refused',
      error: { kind: 'refused', why: 'permission', status: 200 },
    });
    expect(desk.posts()).toHaveLength(1);
  });

  it('F2 that is refused in words that define nothing is read back, or waits for a person', async () => {
    const desk = await start([{ fault: { kind: 'refusal', refusal: 'error-text', status: 200 }, operation }]);
    const { id } = await desk.settled(name, ask);
    const isProvable = provable.has(ask.kind);
    const change = await desk.until(id, ({ state, readBackAt }) =>
      isProvable ? state !== 'uncertain' : readBackAt !== null,
    );
    expect(change).toMatchObject({
      state: isProvable ? 'not-applied' : 'uncertain',
      error: { kind: 'uncertain', why: 'unclear-refusal', said: 'The request was refused' },
    });
    expect(desk.posts()).toEqual([`POST ${path}`]);
  });

  it('leaves nothing personal on the disk, and no key, once it is over', async () => {
    const desk = await start();
    const { id } = await desk.settled(name, ask);
    const { change, entries } = valueOf(await desk.changes.find(id));
    expect(JSON.stringify([change, entries, desk.announced])).not.toContain('CANARY');
    expect((await sweep(desk.directory, { personal: 'CANARY' })).finds).toEqual([]);
  });
});

it('C13 a registration that was applied, lost on the way and then refused as existing is ours', async () => {
  const desk = await start([
    {
      fault: { kind: 'json', value: { error: { message: 'Domain already exists' } }, status: 400 },
      operation: 'register',
      isApplied: true,
    },
  ]);
  const { id } = await desk.settled(newDomain, registration);
  const change = await desk.until(id, ({ state }) => state !== 'uncertain');
  expect(change).toMatchObject({ state: 'applied', proof: 'read-back' });
  expect(desk.posts()).toHaveLength(1);
});
