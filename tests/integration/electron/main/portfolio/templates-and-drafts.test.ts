import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { ok, type Result } from '#shared/result.ts';
import { createDrafts } from '../../../../../electron/main/portfolio/templates-and-drafts.ts';
import { type APortfolioDesk, aPortfolioDesk } from '../../../../support/portfolio/a-portfolio-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const open: APortfolioDesk[] = [];

async function aDesk(): Promise<APortfolioDesk> {
  const desk = await aPortfolioDesk();
  open.push(desk);
  return desk;
}

async function reopened(desk: APortfolioDesk): Promise<APortfolioDesk> {
  const after = await desk.reopen();
  open.splice(open.indexOf(desk), 1, after);
  return after;
}

afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});

const fields = [{ name: 'Contact_Name', value: 'Anna Schmidt' }];
const contact = { id: null, name: 'Anna', body: { kind: 'contact', fields } } as const;
const nameservers = ['ns1.example.net', 'ns2.example.net'];
const hosts = { id: null, name: 'Our own', body: { kind: 'nameservers', nameservers } } as const;
const closed = { ok: false, error: { kind: 'keychain', fault: 'locked' } };

describe('templates', () => {
  it('are kept, listed by their names, changed and removed', async () => {
    const desk = await aDesk();
    const own = valueOf(await desk.templates.save(hosts));
    const anna = valueOf(await desk.templates.save(contact));
    valueOf(await desk.templates.save({ ...hosts, id: own.id, name: 'All of us' }));
    const { templates } = await reopened(desk);
    expect(valueOf(await templates.list())).toEqual([
      { id: own.id, name: 'All of us', kind: 'nameservers', nameservers },
      { id: anna.id, name: 'Anna', kind: 'contact', fields },
    ]);
    valueOf(await templates.remove(anna.id));
    expect(valueOf(await templates.list()).map(({ name }) => name)).toEqual(['All of us']);
  });

  it('of a contact are not kept where they cannot be sealed; sets of nameservers are', async () => {
    const { templates, shut } = await aDesk();
    shut('locked');
    expect(await templates.save(contact)).toEqual(closed);
    expect(valueOf(await templates.save(hosts)).name).toBe('Our own');
    expect(valueOf(await templates.list())).toHaveLength(1);
  });

  it('are not listed in part while the keychain is locked', async () => {
    const desk = await aDesk();
    valueOf(await desk.templates.save(contact));
    const { templates, shut } = await reopened(desk);
    shut('locked');
    expect(await templates.list()).toEqual(closed);
  });

  it('that cannot be opened any more are listed without content, to be removed', async () => {
    const { templates, workspace } = await aDesk();
    const [first, second] = [valueOf(await templates.save(contact)), valueOf(await templates.save(contact))];
    const records = valueOf(await workspace.templates.list({}));
    const body = records.find(({ id }) => id === second.id)?.body ?? new Uint8Array();
    // The one's body under the other's id is not what was sealed for it.
    valueOf(await workspace.templates.save({ id: first.id, kind: 'contact', body }));
    expect(valueOf(await templates.list())).toContainEqual({
      id: first.id,
      name: 'Cannot be opened any more',
      kind: 'contact',
      fields: [],
    });
  });

  it('are a thousand at most', async () => {
    const { templates, workspace } = await aDesk();
    const body = new Uint8Array([1]);
    for (let number = 0; number < 1_000; number += 1) {
      valueOf(await workspace.templates.save({ id: `t${number}`, kind: 'nameservers', body }));
    }
    expect(await templates.save(hosts)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    expect((await templates.save({ ...hosts, id: 't7' })).ok).toBe(true);
  });
});

describe('drafts', () => {
  it('are kept for each domain and kind until they are removed', async () => {
    const desk = await aDesk();
    const { accountId } = desk;
    valueOf(await desk.drafts.save(accountId, 'example.com', 'contacts', 'one'));
    valueOf(await desk.drafts.save(accountId, 'example.com', 'nameservers', 'two'));
    valueOf(await desk.drafts.save(accountId, 'example.com', 'contacts', 'three'));
    const { drafts } = await reopened(desk);
    expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts')).body).toBe('three');
    expect(valueOf(await drafts.list(accountId)).map(({ domain, kind }) => [domain, kind])).toEqual(
      expect.arrayContaining([
        ['example.com', 'contacts'],
        ['example.com', 'nameservers'],
      ]),
    );
    valueOf(await drafts.remove(accountId, 'example.com', 'contacts'));
    expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts'))).toEqual({
      body: null,
      savedAt: null,
    });
    expect(valueOf(await drafts.list(accountId))).toHaveLength(1);
  });

  it('are in memory where they cannot be sealed, and then gone with the program', async () => {
    const desk = await aDesk();
    const { accountId } = desk;
    desk.shut('no-service');
    valueOf(await desk.drafts.save(accountId, 'example.com', 'contacts', 'typed'));
    expect(valueOf(await desk.drafts.read(accountId, 'example.com', 'contacts')).body).toBe('typed');
    expect(valueOf(await desk.drafts.list(accountId))).toMatchObject([
      { domain: 'example.com', kind: 'contacts' },
    ]);
    expect(valueOf(await desk.drafts.list('another account'))).toEqual([]);
    const { drafts } = await reopened(desk);
    expect(valueOf(await drafts.list(accountId))).toEqual([]);
  });

  it('in memory give way to the one that could be sealed again', async () => {
    const desk = await aDesk();
    const { accountId, drafts } = desk;
    desk.shut('locked');
    valueOf(await drafts.save(accountId, 'example.com', 'contacts', 'first'));
    desk.shut(null);
    valueOf(await drafts.save(accountId, 'example.com', 'contacts', 'second'));
    expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts')).body).toBe('second');
    expect(valueOf(await drafts.list(accountId))).toHaveLength(1);
    valueOf(await drafts.remove(accountId, 'example.com', 'contacts'));
    expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts')).body).toBeNull();
  });

  it('F8 that are still being sealed are waited for at the end, and are on the disk then', async () => {
    const desk = await aDesk();
    const { accountId, workspace } = desk;
    const keychain = Promise.withResolvers<Result<Uint8Array<ArrayBuffer>>>();
    const drafts = createDrafts({
      workspace,
      sealing: { seal: () => keychain.promise, open: (sealed) => Promise.resolve(ok(String(sealed))) },
      newId: randomUUID,
      now: () => new Date(),
    });
    const saving = drafts.save(accountId, 'example.com', 'contacts', 'typed last');
    let isClosed = false;
    const closing = drafts.close().then(() => (isClosed = true));
    valueOf(await drafts.read(accountId, 'example.com', 'contacts'));
    expect(isClosed).toBe(false);
    keychain.resolve(ok(new Uint8Array([1, 2, 3])));
    await closing;
    expect(
      valueOf(await workspace.drafts.read({ accountId, domain: 'example.com', kind: 'contacts' })),
    ).toMatchObject({ body: new Uint8Array([1, 2, 3]) });
    valueOf(await saving);
  });

  it('do not come back where they are removed, or typed over, while they are being sealed', async () => {
    const desk = await aDesk();
    const { accountId, drafts } = desk;
    const saving = drafts.save(accountId, 'example.com', 'contacts', 'removed');
    valueOf(await drafts.remove(accountId, 'example.com', 'contacts'));
    valueOf(await saving);
    expect(valueOf(await drafts.list(accountId))).toEqual([]);
    await Promise.all([
      drafts.save(accountId, 'example.com', 'contacts', 'first'),
      drafts.save(accountId, 'example.com', 'contacts', 'second'),
    ]);
    const after = await reopened(desk);
    expect(valueOf(await after.drafts.read(accountId, 'example.com', 'contacts')).body).toBe('second');
  });

  it('are read as they were typed while they are being sealed', async () => {
    const { accountId, drafts } = await aDesk();
    const saving = drafts.save(accountId, 'example.com', 'contacts', 'typed');
    expect(valueOf(await drafts.read(accountId, 'example.com', 'contacts')).body).toBe('typed');
    valueOf(await saving);
  });

  it('fail as the keychain does where a sealed one is to be read', async () => {
    const desk = await aDesk();
    valueOf(await desk.drafts.save(desk.accountId, 'example.com', 'contacts', 'typed'));
    const { drafts, shut, accountId } = await reopened(desk);
    shut('locked');
    expect(await drafts.read(accountId, 'example.com', 'contacts')).toEqual(closed);
  });

  it('go with their domain and with their account', async () => {
    const { drafts, portfolio, workspace, accountId } = await aDesk();
    await portfolio.add(accountId, 'example.com', [], 'typed');
    valueOf(await drafts.save(accountId, 'example.com', 'contacts', 'one'));
    valueOf(await drafts.save(accountId, 'example.net', 'register', 'two'));
    valueOf(await portfolio.remove(accountId, ['example.com']));
    expect(valueOf(await drafts.list(accountId)).map(({ domain }) => domain)).toEqual(['example.net']);
    valueOf(await workspace.accounts.remove({ id: accountId }));
    valueOf(await drafts.save(accountId, 'example.net', 'register', 'too late'));
    expect(valueOf(await drafts.list(accountId))).toEqual([]);
  });
});
