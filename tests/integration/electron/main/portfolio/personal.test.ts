import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { contactFieldNames } from '../../../../../shared/domain/portfolio.ts';
import { sweep } from '../../../../support/canary.ts';
import { type APortfolioDesk, aPortfolioDesk } from '../../../../support/portfolio/a-portfolio-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const open: APortfolioDesk[] = [];

afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});

/** One of its own for each role, field and way in, so that a find says where it came from. */
const contactOf = (way: string): Readonly<Record<string, string>> =>
  Object.fromEntries(contactFieldNames.map((name) => [name, `CANARY-${way}-${name}-7Q`]));

const canariesOf = (ways: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ways.flatMap((way) =>
      Object.entries(contactOf(way)).map(([name, value]): [string, string] => [`${way} ${name}`, value]),
    ),
  );

const canaries = {
  ...canariesOf(['Registrant', 'Admin', 'Template', 'Draft']),
  'name of a template': 'CANARY-Template-name-7Q',
};

const value = { Registrant: contactOf('Registrant'), Admin: contactOf('Admin') };
const faults = [{ operation: 'contact-read', fault: { kind: 'json', value } }] as const;

/** Puts every canary through every way by which something personal comes in. */
async function fill(desk: APortfolioDesk): Promise<void> {
  const { portfolio, templates, drafts, accountId } = desk;
  valueOf(await portfolio.add(accountId, 'example.com example.net', [], 'typed'));
  const started = valueOf(await portfolio.readAgain(accountId, ['example.com', 'example.net'], ['contacts']));
  await desk.ended(started.id);
  valueOf(await portfolio.readContacts(accountId, 'example.com'));
  const fields = Object.entries(contactOf('Template')).map(([name, text]) => ({ name, value: text }));
  await templates.save({ id: null, name: 'CANARY-Template-name-7Q', body: { kind: 'contact', fields } });
  const body = JSON.stringify(contactOf('Draft'));
  valueOf(await drafts.save(accountId, 'example.com', 'contacts', body));
}

describe('what is personal', () => {
  it('B9 is in no file of the workspace in clear: not while it is open, and not after', async () => {
    const desk = await aPortfolioDesk({ service: { faults } });
    open.push(desk);
    await fill(desk);
    const found = await sweep(desk.directory, canaries);
    expect([found.finds, found.files >= 3]).toEqual([[], true]);
    const after = await desk.reopen();
    open.splice(0, 1, after);
    expect((await sweep(after.directory, canaries)).finds).toEqual([]);
    // It was there to be found: the same values come back through the keychain's key.
    const domain = valueOf(await after.portfolio.find(after.accountId, 'example.net'));
    expect(domain.registrant?.value).toBe('CANARY-Registrant-Company_Name-7Q');
    const [template] = valueOf(await after.templates.list());
    expect(template).toMatchObject({ kind: 'contact', name: 'CANARY-Template-name-7Q' });
    const draft = valueOf(await after.drafts.read(after.accountId, 'example.com', 'contacts'));
    expect(draft.body).toBe(JSON.stringify(contactOf('Draft')));
  });

  it('B4 is in no file at all where the keychain does not answer', async () => {
    const desk = await aPortfolioDesk({ service: { faults } });
    open.push(desk);
    desk.shut('no-service');
    await fill(desk);
    expect((await sweep(desk.directory, canaries)).finds).toEqual([]);
    desk.shut(null);
    expect(valueOf(await desk.workspace.drafts.list({ accountId: desk.accountId }))).toEqual([]);
    expect(valueOf(await desk.templates.list())).toEqual([]);
  });

  it('D10 leaves nothing of what was removed, sealed though it was', async () => {
    const desk = await aPortfolioDesk({ service: { faults } });
    open.push(desk);
    await fill(desk);
    const { accountId, workspace } = desk;
    const [record] = valueOf(await workspace.domains.some({ accountId, names: ['example.com'] }));
    const draft = valueOf(
      await workspace.drafts.read({ accountId, domain: 'example.com', kind: 'contacts' }),
    );
    const [template] = valueOf(await workspace.templates.list({}));
    const sealed = [Buffer.from(record?.registrant?.value ?? '', 'base64'), draft?.body, template?.body].map(
      (bytes) => Buffer.from(bytes ?? []).toString('latin1'),
    );
    expect(sealed.every((bytes) => bytes.length > 29)).toBe(true);
    valueOf(await desk.portfolio.remove(accountId, ['example.com']));
    valueOf(await desk.templates.remove(template?.id ?? ''));
    const after = await desk.reopen();
    open.splice(0, 1, after);
    expect(await filesWith(after.directory, sealed)).toEqual([]);
  });
});

async function filesWith(directory: string, texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of await readdir(directory)) {
    const content = (await readFile(join(directory, file))).toString('latin1');
    if (texts.some((text) => content.includes(text))) found.push(file);
  }
  return found;
}
