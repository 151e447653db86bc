import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import {
  type ADirectory,
  aDirectory,
  aFinding,
  anAccount,
  valueOf,
  workerUrl,
} from '../../../../support/workspace/a-workspace.ts';

describe('the workspace', () => {
  let directory: ADirectory;
  let workspace: Workspace;
  const open = async () => valueOf(await openWorkspace({ directory: directory.path, workerUrl }));

  beforeEach(async () => {
    directory = aDirectory();
    workspace = await open();
    valueOf(await workspace.accounts.save(anAccount()));
  });
  afterEach(async () => {
    await workspace.close();
    directory.remove();
  });
  const reopen = async () => {
    await workspace.close();
    workspace = await open();
  };

  describe('accounts', () => {
    it('are there after closing and opening, in the order in which they were added', async () => {
      valueOf(await workspace.accounts.save(anAccount({ id: 'a0', label: 'Later', colour: 'red' })));
      await reopen();
      const key = { place: 'none', savedAt: null };
      expect(valueOf(await workspace.accounts.list({}))).toEqual([
        { ...anAccount(), key },
        { ...anAccount({ id: 'a0', label: 'Later', colour: 'red' }), key },
      ]);
    });

    it('remember where the key is, and an edit does not forget it', async () => {
      const key = { place: 'keychain', savedAt: '2026-02-21T14:05:06.007Z' } as const;
      valueOf(await workspace.accounts.noteKey({ id: 'a1', key }));
      valueOf(await workspace.accounts.save(anAccount({ label: 'Renamed' })));
      expect(valueOf(await workspace.accounts.list({}))).toMatchObject([{ label: 'Renamed', key }]);
    });

    it('have no active one at first; then the selected one, until it is removed', async () => {
      expect(valueOf(await workspace.accounts.active({}))).toBeNull();
      valueOf(await workspace.accounts.select({ id: 'a1' }));
      expect(valueOf(await workspace.accounts.active({}))).toBe('a1');
      valueOf(await workspace.accounts.remove({ id: 'a1' }));
      expect(valueOf(await workspace.accounts.active({}))).toBeNull();
    });

    it('take with them what was learned with them, when removed', async () => {
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [aFinding()], answer: '{"x":1}' }));
      valueOf(
        await workspace.tlds.replace({ accountId: 'a1', tlds: ['.com'], readAt: '2026-02-21T14:00:00.000Z' }),
      );
      valueOf(await workspace.accounts.remove({ id: 'a1' }));
      expect(valueOf(await workspace.findings.known({ accountId: 'a1', domains: ['example.com'] }))).toEqual(
        [],
      );
      expect(valueOf(await workspace.tlds.list({ accountId: 'a1' }))).toEqual({ tlds: [], readAt: null });
    });
  });

  describe('settings', () => {
    it('begin with the defaults and keep what was changed', async () => {
      expect(valueOf(await workspace.settings.read({}))).toMatchObject({
        colourScheme: 'system',
        onboarded: false,
      });
      const written = valueOf(await workspace.settings.write({ colourScheme: 'dark' }));
      await reopen();
      expect(written).toMatchObject({ colourScheme: 'dark', onboarded: false });
      expect(valueOf(await workspace.settings.read({}))).toEqual(written);
    });
  });

  describe('TLDs and sets of them', () => {
    it('are kept as the service gave them, with the time', async () => {
      const named = { tlds: ['.com', '.co.za'], readAt: '2026-02-21T14:00:00.000Z' };
      valueOf(await workspace.tlds.replace({ accountId: 'a1', ...named }));
      await reopen();
      expect(valueOf(await workspace.tlds.list({ accountId: 'a1' }))).toEqual(named);
    });

    it('are the user’s own, by name, until removed', async () => {
      valueOf(await workspace.tldSets.save({ id: 's1', name: 'Zürich', tlds: ['ch'] }));
      valueOf(await workspace.tldSets.save({ id: 's2', name: 'bern', tlds: ['ch', 'swiss'] }));
      valueOf(await workspace.tldSets.save({ id: 's1', name: 'Alps', tlds: ['ch', 'at'] }));
      expect(valueOf(await workspace.tldSets.list({})).map((set) => set.name)).toEqual(['Alps', 'bern']);
      valueOf(await workspace.tldSets.remove({ id: 's1' }));
      expect(valueOf(await workspace.tldSets.list({})).map((set) => set.id)).toEqual(['s2']);
    });
  });

  describe('findings', () => {
    const com = aFinding({
      prices: [
        {
          period: 1,
          register: { kind: 'given', amount: '9.50', currency: null },
          transfer: { kind: 'not-given' },
          renew: { kind: 'unreadable' },
        },
      ],
    });
    const net = aFinding({ domain: 'example.net', tld: 'net', kind: 'unknown', cause: 'no-decision' });
    const answer = JSON.stringify([{ domainName: 'example.com' }, { domainName: 'example.net', ü: '💾' }]);

    it('are known again by account and name, whole', async () => {
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com, net], answer }));
      await reopen();
      const known = valueOf(
        await workspace.findings.known({ accountId: 'a1', domains: ['example.net', 'x.com', 'example.com'] }),
      );
      expect(known).toHaveLength(2);
      expect(known).toEqual(expect.arrayContaining([com, net]));
      expect(valueOf(await workspace.findings.known({ accountId: 'a2', domains: ['example.com'] }))).toEqual(
        [],
      );
    });

    it('have the whole answer behind them, one for all that were asked together', async () => {
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com, net], answer }));
      for (const finding of [com, net]) {
        const details = await workspace.findings.details({ accountId: 'a1', domain: finding.domain });
        expect(valueOf(details)).toEqual({ finding, answer });
      }
      expect(valueOf(await workspace.findings.details({ accountId: 'a1', domain: 'x.com' }))).toBeNull();
    });

    it('give way to newer ones, and a late answer loses to a newer one', async () => {
      const newer = aFinding({ kind: 'taken', checkedAt: '2026-02-21T15:00:00.000Z' });
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com, net], answer }));
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [newer], answer: '"newer"' }));
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com], answer: '"late"' }));
      const details = (domain: string) => workspace.findings.details({ accountId: 'a1', domain });
      expect(valueOf(await details('example.com'))).toEqual({ finding: newer, answer: '"newer"' });
      expect(valueOf(await details('example.net'))).toEqual({ finding: net, answer });
    });

    it('older than an instant are forgotten, and only those', async () => {
      const newer = aFinding({ domain: 'new.com', checkedAt: '2026-02-22T00:00:00.000Z' });
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [com, net], answer }));
      valueOf(await workspace.findings.save({ accountId: 'a1', findings: [newer], answer: '"new"' }));
      const purged = await workspace.findings.purge({ before: '2026-02-22T00:00:00.000Z' });
      expect(valueOf(purged)).toEqual({ removed: 2 });
      expect(
        valueOf(await workspace.findings.details({ accountId: 'a1', domain: 'example.com' })),
      ).toBeNull();
      expect(
        valueOf(await workspace.findings.details({ accountId: 'a1', domain: 'new.com' })),
      ).not.toBeNull();
    });
  });

  it('counts deviations by place and kind', async () => {
    const seen = [{ operation: 'lookup', path: '0.status', expected: 'string', seen: 'null' }];
    valueOf(await workspace.deviations.note({ accountId: 'a1', seen, at: '2026-02-21T15:00:00.000Z' }));
    valueOf(await workspace.deviations.note({ accountId: 'a1', seen, at: '2026-02-21T14:00:00.000Z' }));
    expect(valueOf(await workspace.deviations.list({ accountId: 'a1' }))).toEqual([
      { ...seen[0], count: 2, lastSeenAt: '2026-02-21T15:00:00.000Z' },
    ]);
  });

  it('answers a bug of the caller as a throw, and goes on', async () => {
    // @ts-expect-error a text where findings belong
    await expect(workspace.findings.save({ accountId: 'a1', findings: 'x', answer: '' })).rejects.toThrow();
    await expect(workspace.accounts.select({ id: 'nobody' })).rejects.toThrow();
    expect(valueOf(await workspace.accounts.list({}))).toHaveLength(1);
  });

  it('answers after it was closed that it is closed', async () => {
    const closed = valueOf(await openWorkspace({ directory: `${directory.path}/other`, workerUrl }));
    await closed.close();
    await closed.close();
    await expect(closed.accounts.list({})).rejects.toThrow('closed');
  });
});
