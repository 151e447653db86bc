import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { registrantNameIn, registrantTextIn } from '../../../../../electron/main/portfolio/registrants.ts';
import type { ContactSet } from '../../../../../electron/main/reseller/operations/contact.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const [name, other] = ['oakline.io', 'cape-coffee.co.za'];
type Fields = Readonly<Record<string, string>>;
const acme: Fields = { Company_Name: 'Acme', Contact_Name: 'Anna Example', Email: 'anna@acme.example' };

/** A service that shows each of these registrants so often, one after the other, and the last for good. */
const showing = (...shown: readonly (readonly [times: number, fields: Fields])[]) =>
  createTestWorld({
    service: {
      faults: shown.map(([times, fields]) => ({
        operation: 'contact-read' as const,
        fault: { kind: 'json' as const, value: { Registrant: fields } },
        times,
      })),
    },
  });

/** Reads the contacts of each, one after the other. */
async function refresh(world: TestWorld, ...names: readonly string[]): Promise<void> {
  for (const one of names) {
    const { id } = valueOf(await world.portfolio.readAgain(world.accountId, [one], ['contacts']));
    await world.ended(id);
  }
}

const keep = async (world: TestWorld, ...names: readonly string[]): Promise<void> =>
  void valueOf(await world.portfolio.add(world.accountId, names.join(' '), [], 'typed'));

/** What Today lists of values that were changed elsewhere. */
async function driftsOf(world: TestWorld) {
  return (await world.today.read()).rows
    .filter(({ kind }) => kind === 'drift')
    .map(({ names, step, why }) => [...names, step, why.replace(/\d{4}-\d\d-\d\d/, 'DAY')]);
}

const storedOf = ({ workspace, accountId }: TestWorld, names: readonly string[]) =>
  workspace.domains.some({ accountId, names: [...names] }).map(({ registrant }) => registrant);

describe('a registrant that was changed elsewhere', () => {
  it('is listed in Today without saying who, and leads to the contacts', async () => {
    const world = await showing([2, acme], [9, { ...acme, Email: 'mallory@example.net' }]);
    await keep(world, name);
    await refresh(world, name, name);
    expect(await driftsOf(world)).toEqual([]);
    await refresh(world, name, name);
    const why = 'The registrant is another than was read on DAY, and was not changed from here.';
    expect(await driftsOf(world)).toEqual([[name, 'open-contacts', why]]);
    const { registrant } = valueOf(await world.portfolio.find(world.accountId, name));
    expect(registrant).toMatchObject({ value: 'Acme', before: { value: '' } });
    expect(registrant).not.toHaveProperty('digest');
  });

  it('is known after a restart as well', async () => {
    const world = await showing([1, acme]);
    await keep(world, name);
    await refresh(world, name);
    const after = await world.reopen();
    await refresh(after, name);
    expect(await driftsOf(after), 'the practice service shows another one').toHaveLength(1);
  });

  it('is none where it was read after a change from here', async () => {
    const world = await showing([1, acme], [9, { ...acme, Company_Name: 'Globex' }]);
    await keep(world, name);
    await refresh(world, name);
    const contacts = aSet({ ...acme, Company_Name: 'Globex' });
    const at = new Date().toISOString();
    await world.portfolio.observe(world.accountId, name, { at, source: 'change', contacts });
    expect(storedOf(world, [name])[0]).toMatchObject({ source: 'change' });
    await refresh(world, name);
    expect(await driftsOf(world)).toEqual([]);
  });

  it('(G12) leaves nothing on the disk to test a guess of it against: whoever knows all but the key computes another digest', async () => {
    const world = await showing([9, acme]);
    await keep(world, name, other);
    await refresh(world, name, other);
    const digests = storedOf(world, [name, other]).map((registrant) => registrant?.digest ?? '');
    expect(digests.map(({ length }) => length)).toEqual([80, 80]);
    expect(new Set(digests.map((digest) => digest.slice(16))).size, 'the same person twice').toBe(2);
    const [contacts, purpose] = [aSet(acme), `registrant of ${world.accountId} ${name}`];
    const texts = [registrantTextIn(contacts), registrantNameIn(contacts), JSON.stringify(acme)];
    const guesses = texts.flatMap((text) => [
      createHash('sha256').update(text).digest('hex'),
      createHash('sha256').update(`${purpose}${text}`).digest('hex'),
      createHmac('sha256', purpose).update(text).digest('hex'),
      createHmac('sha256', createHmac('sha256', '').update(`digest ${purpose}`).digest())
        .update(text)
        .digest('hex'),
    ]);
    expect(guesses.some((guess) => digests.some((digest) => digest.includes(guess)))).toBe(false);
  });
});

const aSet = (fields: Fields): ContactSet => ({
  roles: [
    {
      name: 'Registrant',
      fields: Object.entries(fields).map(([field, value]) => ({
        ...{ name: field, value: new Secret(value), isText: true },
      })),
    },
  ],
});

describe('what tells one registrant from another', () => {
  const same = registrantTextIn(aSet(acme));

  it.each<[what: string, fields: Fields, isSame: boolean]>([
    [
      'other names and another order of the fields',
      { 'E-mail': 'anna@acme.example', Organisation: 'Acme', Name: 'Anna Example' },
      true,
    ],
    ['capitals and white space', { ...acme, Company_Name: ' ACME ', Email: 'Anna@Acme.example' }, true],
    ['a field that is no part of a contact', { ...acme, Updated: '2026-11-25' }, true],
    ['an empty field more', { ...acme, Fax: '' }, true],
    ['another e-mail address', { ...acme, Email: 'mallory@example.net' }, false],
    ['another company', { ...acme, Company_Name: 'Globex' }, false],
    ['a field less', { Company_Name: 'Acme', Contact_Name: 'Anna Example' }, false],
  ])('%s', (_what, fields, isSame) => {
    expect(registrantTextIn(aSet(fields)) === same).toBe(isSame);
  });

  it('is nothing where no registrant is shown', () => {
    expect(registrantTextIn({ roles: [] })).toBe('');
    expect(registrantTextIn(aSet({ Company_Name: ' ' }))).toBe('');
  });
});
