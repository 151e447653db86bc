import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contactFieldNames } from '../../../../../shared/domain/portfolio.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const at = '2026-11-20T08:00:00.000Z';

const faults = [
  { operation: 'contact-read', fault: { kind: 'json', value: { Registrant: { Name: 'Anna Example' } } } },
] as const;

async function readContactsOf(world: TestWorld, name: string): Promise<void> {
  const { portfolio, accountId } = world;
  const reading = valueOf(await portfolio.readAgain(accountId, [name], ['contacts']));
  await world.ended(reading.id);
}

const all = ['one.com', 'two.com', 'three.com', 'four.com'];

const subsetsOf = (names: readonly string[]): readonly (readonly string[])[] =>
  names.reduce<readonly (readonly string[])[]>(
    (subsets, name) => [...subsets, ...subsets.map((subset) => [...subset, name])],
    [[]],
  );

/** Domains of every sort: tagged, noted, archived, read, with child nameservers and with drafts. */
async function aFilledWorld(): Promise<TestWorld> {
  const world = await createTestWorld({ service: { faults } });
  const { portfolio, drafts, accountId } = world;
  valueOf(await portfolio.add(accountId, 'one.com two.com three.com four.com', ['client'], 'typed'));
  valueOf(await portfolio.tag(accountId, ['two.com'], ['spring', 'old'], []));
  valueOf(await portfolio.setTexts(accountId, 'one.com', { note: 'Call Anna in March' }));
  valueOf(await portfolio.archive(accountId, ['three.com'], true));
  await portfolio.learn(accountId, 'one.com', {
    at,
    source: 'read',
    lock: 'locked',
    nameservers: ['ns1.one.com', 'ns2.one.com'],
    child: { host: 'ns1.one.com', addresses: ['192.0.2.1'] },
  });
  await readContactsOf(world, 'one.com');
  valueOf(await portfolio.tellExpiry(accountId, 'two.com', '2027-03-04'));
  valueOf(await drafts.save(accountId, 'one.com', 'contacts', '{"Contact_Name":"Anna"}'));
  return world;
}

/** Everything that is stored of the account's domains, as it is on the disk and as it is shown. */
async function everything({ workspace, portfolio, drafts, accountId }: TestWorld) {
  return {
    records: valueOf(await workspace.domains.some({ accountId, names: all })),
    shown: valueOf(await portfolio.list(accountId)),
    children: valueOf(await portfolio.children(accountId, 'one.com')),
    drafts: valueOf(await drafts.list(accountId)),
    draft: valueOf(await drafts.read(accountId, 'one.com', 'contacts')),
  };
}

type Act = (world: TestWorld, names: readonly string[], edit: string) => Promise<unknown>;

const acts: Readonly<Record<string, Act>> = {
  tags: ({ portfolio, accountId }, names, edit) => portfolio.tag(accountId, names, ['new'], ['client'], edit),
  'a note, in several saves': async ({ portfolio, accountId }, [name = 'one.com'], edit) => {
    await portfolio.setTexts(accountId, name, { note: 'Call B' }, edit);
    return await portfolio.setTexts(accountId, name, { note: 'Call Ben' }, edit);
  },
  archiving: ({ portfolio, accountId }, names, edit) => portfolio.archive(accountId, names, true, edit),
  unarchiving: ({ portfolio, accountId }, names, edit) => portfolio.archive(accountId, names, false, edit),
  'a removal': ({ portfolio, accountId }, names, edit) => portfolio.remove(accountId, names, edit),
};

describe('a local edit of domains', () => {
  it.each(Object.entries(acts))(
    'puts back all that was when it is undone: %s, of any domains; and does it again',
    async (_, act) => {
      const world = await aFilledWorld();
      for (const names of subsetsOf(all).slice(1)) {
        const edit = randomUUID();
        const before = await everything(world);
        await act(world, names, edit);
        const after = await everything(world);
        const { kept } = valueOf(await world.portfolio.revert(edit, 'undo'));
        expect([kept, await everything(world)]).toEqual([0, before]);
        valueOf(await world.portfolio.revert(edit, 'redo'));
        expect(await everything(world)).toEqual(after);
        valueOf(await world.portfolio.revert(edit, 'undo'));
        expect(await everything(world)).toEqual(before);
      }
    },
  );

  it('that was a removal comes back with the registrant still encrypted on the disk, and is told of', async () => {
    const world = await aFilledWorld();
    const { portfolio, workspace, accountId } = world;
    const [before] = valueOf(await workspace.domains.some({ accountId, names: ['one.com'] }));
    const edit = randomUUID();
    valueOf(await portfolio.remove(accountId, ['one.com', 'four.com'], edit));
    expect([...world.told.keys()].toSorted()).toEqual(['three.com', 'two.com']);
    expect(valueOf(await portfolio.revert(edit, 'undo'))).toEqual({ changed: 2, kept: 0 });
    expect(world.told.get('one.com')).toMatchObject({
      note: 'Call Anna in March',
      registrant: { value: 'Anna Example', source: 'read' },
    });
    const [after] = valueOf(await workspace.domains.some({ accountId, names: ['one.com'] }));
    expect(after).toEqual(before);
    expect(after?.registrant?.value).not.toContain('Anna');
  });

  it('brings a registrant back that is in memory alone, because the keychain is shut', async () => {
    const world = await createTestWorld({ service: { faults } });
    const { portfolio, accountId } = world;
    valueOf(await portfolio.add(accountId, 'one.com', [], 'typed'));
    // The key of the account is in memory by now; what encrypts is not.
    await world.portfolio.list(accountId);
    world.shut('no-service');
    await readContactsOf(world, 'one.com');
    const before = valueOf(await portfolio.find(accountId, 'one.com'));
    expect(before.registrant?.value).toBe('Anna Example');
    const edit = randomUUID();
    valueOf(await portfolio.remove(accountId, ['one.com'], edit));
    valueOf(await portfolio.revert(edit, 'undo'));
    expect(valueOf(await portfolio.find(accountId, 'one.com'))).toEqual(before);
  });

  it('is not undone where it was changed since: a later edit, from wherever it came, stays', async () => {
    const world = await aFilledWorld();
    const { portfolio, accountId } = world;
    const [tags, note, archive, removal] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    valueOf(await portfolio.tag(accountId, ['one.com', 'two.com'], ['new'], [], tags));
    valueOf(await portfolio.tag(accountId, ['two.com'], ['newer'], []));
    valueOf(await portfolio.setTexts(accountId, 'one.com', { note: 'Ours' }, note));
    valueOf(await portfolio.setTexts(accountId, 'one.com', { note: 'Theirs' }));
    valueOf(await portfolio.archive(accountId, ['four.com'], true, archive));
    valueOf(await portfolio.archive(accountId, ['four.com'], false));
    valueOf(await portfolio.remove(accountId, ['three.com'], removal));
    valueOf(await portfolio.add(accountId, 'three.com', ['again'], 'typed'));
    const reverted = async (edit: string) => valueOf(await portfolio.revert(edit, 'undo'));
    expect(await reverted(tags)).toEqual({ changed: 1, kept: 1 });
    expect(await reverted(note)).toEqual({ changed: 0, kept: 1 });
    expect(await reverted(removal)).toEqual({ changed: 0, kept: 1 });
    // It is so already: whoever did it, nothing is overwritten.
    expect(await reverted(archive)).toEqual({ changed: 1, kept: 0 });
    const listed = valueOf(await portfolio.list(accountId));
    expect(listed.map(({ name, tags, note }) => [name, tags, note])).toEqual([
      ['four.com', ['client'], ''],
      ['one.com', ['client'], 'Theirs'],
      ['three.com', ['again'], ''],
      ['two.com', ['client', 'spring', 'old', 'new', 'newer'], ''],
    ]);
  });

  it('leaves what was learned of a tagged domain meanwhile', async () => {
    const world = await aFilledWorld();
    const { portfolio, accountId } = world;
    const edit = randomUUID();
    valueOf(await portfolio.tag(accountId, ['one.com'], ['new'], [], edit));
    await portfolio.learn(accountId, 'one.com', {
      at: '2026-11-21T08:00:00.000Z',
      source: 'read',
      lock: 'unlocked',
    });
    valueOf(await portfolio.revert(edit, 'undo'));
    expect(valueOf(await portfolio.find(accountId, 'one.com'))).toMatchObject({
      tags: ['client'],
      lock: { value: 'unlocked' },
    });
  });

  it('of an account that is gone by then brings nothing back', async () => {
    const world = await aFilledWorld();
    const { portfolio, workspace, accountId } = world;
    const edit = randomUUID();
    valueOf(await portfolio.remove(accountId, ['one.com'], edit));
    valueOf(await workspace.accounts.hide({ id: accountId, at }));
    expect(valueOf(await portfolio.revert(edit, 'undo'))).toEqual({ changed: 0, kept: 1 });
  });

  it('of 5,000 domains is undone by one request', async () => {
    const { portfolio, accountId } = await createTestWorld();
    const names = Array.from({ length: 5_000 }, (_, index) => `name${index}.com`);
    valueOf(await portfolio.add(accountId, names.join('\n'), [], 'typed'));
    const [archived, removed] = [randomUUID(), randomUUID()];
    valueOf(await portfolio.archive(accountId, names, true, archived));
    valueOf(await portfolio.remove(accountId, names, removed));
    expect(valueOf(await portfolio.revert(removed, 'undo'))).toEqual({ changed: 5_000, kept: 0 });
    expect(valueOf(await portfolio.revert(archived, 'undo'))).toEqual({ changed: 5_000, kept: 0 });
    expect(valueOf(await portfolio.names(accountId, false))).toHaveLength(5_000);
  });

  it('can be undone while it is among the twenty newest; an older one, and an unknown one, cannot', async () => {
    const { portfolio, accountId } = await createTestWorld();
    valueOf(await portfolio.add(accountId, 'one.com', [], 'typed'));
    const edits = Array.from({ length: 21 }, () => randomUUID());
    for (const [index, edit] of edits.entries())
      valueOf(await portfolio.setTexts(accountId, 'one.com', { note: `Note ${index}` }, edit));
    const gone = {
      ok: false,
      error: { kind: 'invalid-input', reason: 'This can no longer be undone.' },
    };
    for (const edit of edits.slice(1).toReversed()) valueOf(await portfolio.revert(edit, 'undo'));
    expect(await portfolio.revert(edits[0] ?? '', 'undo')).toMatchObject(gone);
    expect(await portfolio.revert(randomUUID(), 'undo')).toMatchObject(gone);
    expect(valueOf(await portfolio.find(accountId, 'one.com')).note).toBe('Note 0');
  });
});

describe('a local edit of templates', () => {
  const fields = contactFieldNames.map((name) => ({ name, value: `CANARY ${name}` }));
  const contact = { kind: 'contact', fields } as const;

  it('puts back what was: a new one, a changed one and a removed one, still encrypted', async () => {
    const { templates, workspace } = await createTestWorld();
    const stored = async () => valueOf(await workspace.templates.list());
    const [made, changed, removed] = [randomUUID(), randomUUID(), randomUUID()];
    const { id } = valueOf(await templates.save({ id: null, name: 'Anna', body: contact, edit: made }));
    const atFirst = await stored();
    valueOf(await templates.save({ id, name: 'Ben', body: contact, edit: changed }));
    const afterwards = await stored();
    valueOf(await templates.remove(id, removed));
    expect(await stored()).toEqual([]);
    const reverted = async (edit: string, direction: 'undo' | 'redo' = 'undo') =>
      valueOf(await templates.revert(edit, direction));
    expect(await reverted(removed)).toEqual({ changed: 1, kept: 0 });
    expect(await stored()).toEqual(afterwards);
    expect(Buffer.from(afterwards[0]?.body ?? []).toString('latin1')).not.toContain('CANARY');
    await reverted(changed);
    expect(await stored()).toEqual(atFirst);
    await reverted(made);
    expect(await stored()).toEqual([]);
    await reverted(made, 'redo');
    expect(await stored()).toEqual(atFirst);
  });

  it('is not undone where the template was changed since', async () => {
    const { templates } = await createTestWorld();
    const [made, removed] = [randomUUID(), randomUUID()];
    const { id } = valueOf(await templates.save({ id: null, name: 'Anna', body: contact, edit: made }));
    valueOf(await templates.save({ id, name: 'Ben', body: contact }));
    expect(valueOf(await templates.revert(made, 'undo'))).toEqual({ changed: 0, kept: 1 });
    expect(valueOf(await templates.list()).map(({ name }) => name)).toEqual(['Ben']);
    expect(await templates.revert(removed, 'undo')).toMatchObject({ ok: false });
  });
});
