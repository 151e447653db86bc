import { describe, expect, it } from 'vitest';
import { isolated } from '#shared/domain/isolated.ts';
import { ok } from '#shared/result.ts';
import { createAccountRemoval } from '../../../../../electron/main/app/account-removal.ts';
import { accountNamed } from '../../../../../electron/main/cli/account-choice.ts';
import { type CommandServices, hostOver } from '../../../../../electron/main/cli/host.ts';
import { nameIn } from '../../../../../electron/main/cli/options.ts';
import { runCommandLine } from '../../../../../electron/main/cli/run.ts';
import { sessionNamed } from '../../../../../electron/main/cli/run-session.ts';
import { aTerminal } from '../../../../support/command-line/a-command-line.ts';

/** An account and a session that are named alike, and what was removed of them. */
function aPlace(...labels: readonly string[]) {
  const all = labels.map((label, index) => ({ id: `id-of-${index}`, label, name: label }));
  const removed: string[] = [];
  const accounts = {
    list: () => Promise.resolve(ok({ accounts: all })),
    find: (id: string) => Promise.resolve(ok(all.find((account) => account.id === id))),
    contents: () =>
      Promise.resolve(ok({ domains: 1, annotated: 0, sessions: 0, drafts: 0, batches: 0, inUse: null })),
    remove: (id: string) => Promise.resolve(ok(removed.push(id))),
    removed: () => Promise.resolve(ok(all)),
    delete: () => Promise.resolve(ok(null)),
  };
  const parts = {
    accounts,
    sessions: { list: () => Promise.resolve(ok(all)), accountRemoved: () => undefined },
    connections: { drop: () => Promise.resolve() },
    backups: { make: () => Promise.resolve(ok(null)) },
    workspace: { restoreNotice: () => null },
  };
  // The parts that are asked here, and no others.
  const removal = createAccountRemoval(parts as unknown as Parameters<typeof createAccountRemoval>[0]);
  return { services: { ...parts, removal } as unknown as CommandServices, removed };
}

const label = 'חנות 24';

describe('what the terminal shows isolated can be given back to it', () => {
  it('as the label of an account', async () => {
    const { accounts } = aPlace('Acme', label).services;
    expect(await accountNamed(accounts, isolated(label))).toMatchObject({
      ok: true,
      value: { id: 'id-of-1' },
    });
  });

  it('and the very label comes before one that only looks like it', async () => {
    const { accounts } = aPlace('Ac\u202Eme', 'Acme').services;
    expect(await accountNamed(accounts, 'acme')).toMatchObject({ ok: true, value: { id: 'id-of-1' } });
  });

  it('as the name of a session, and as a new name', async () => {
    const { services } = aPlace('monday', label);
    expect(await sessionNamed(services, isolated(label))).toMatchObject({
      ok: true,
      value: { id: 'id-of-1' },
    });
    expect(nameIn(isolated(label), 80)).toBe(label);
  });

  async function remove(...yes: readonly string[]) {
    const { services, removed } = aPlace(label);
    const terminal = aTerminal();
    const host = hostOver(services, String);
    const code = await runCommandLine(['account', 'remove', label, ...yes], terminal, host);
    return { code, removed, said: terminal.said() };
  }

  it('as the label that is typed to remove an account', async () => {
    expect(await remove('--yes', isolated(label))).toMatchObject({ code: 0, removed: ['id-of-0'] });
  });

  it('and a command that is suggested has nothing isolated in it', async () => {
    const { code, removed, said } = await remove();
    expect([code, removed]).toEqual([2, []]);
    expect(said).toContain(`Use --yes "${label}".`);
  });
});
