import { beforeEach, describe, expect, it } from 'vitest';
import { inTeam } from '../../../../../../electron/main/cli/commands/team.ts';
import type { Secret } from '../../../../../../electron/main/system/secret.ts';
import { exitCodes } from '../../../../../../electron/main/cli/terminal.ts';
import { aTerminal } from '../../../../../support/command-line/a-command-line.ts';

describe('a command of the joined team with a password for itself', () => {
  let held: string | null = null;
  const usePassword = (password: Secret) => {
    held = password.reveal();
    return () => (held = null);
  };
  type Call = Parameters<ReturnType<typeof inTeam>>[0];
  const call = () =>
    ({
      terminal: aTerminal({ input: ['the password\n'] }),
      services: { team: { open: () => Promise.resolve({ usePassword }) } },
    }) as unknown as Call; // As much of one as is asked.

  beforeEach(() => {
    held = null;
  });

  it('has it while it works, and an open window does not keep it', async () => {
    const seen: unknown[] = [];
    const work = inTeam(({ to }) => {
      seen.push(held, to);
      return Promise.resolve(exitCodes.done);
    });
    await work(call(), { passwordStdinOnce: true });
    expect(seen).toEqual(['the password', null]);
    expect(held).toBeNull();
  });

  it('gives it back where its work fails', async () => {
    const work = inTeam(() => Promise.reject(new Error('It fails')));
    await expect(work(call(), { passwordStdinOnce: true })).rejects.toThrow('It fails');
    expect(held).toBeNull();
  });

  it('reads none where none is given', async () => {
    const work = inTeam(() => Promise.resolve(exitCodes.done));
    const given = call();
    await work(given, {});
    expect(await given.terminal.input.firstLine()).toBe('the password');
  });
});
