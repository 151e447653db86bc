import type { CommandServices } from './command.ts';
import { keyFromInput } from './key-from-input.ts';
import { sayFailure, sayUsage } from './say.ts';
import type { ExitCode, Terminal } from './terminal.ts';

interface Keyed {
  /** For what is said. */
  readonly command: string;
  readonly accountId: string;
  /** Whether the key comes from the standard input and is for this run alone. */
  readonly isKeyGiven: boolean;
}

/**
 * Runs `work` with a key for the account: the one that is given for this run, which is forgotten afterwards and stored
 * nowhere, or the one that is kept.
 */
export async function withKey(
  { command, accountId, isKeyGiven }: Keyed,
  { accounts, connections }: CommandServices,
  terminal: Terminal,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!isKeyGiven) {
    // Asked before a session is made: a schedule on a machine without a keychain would pile them up.
    // The practice service makes its key when it is first connected to.
    const connected = await connections.of(accountId);
    const key = connected.ok ? await accounts.keyFor(accountId) : connected;
    return key.ok ? work() : sayFailure(terminal, command, key.error);
  }
  const key = await keyFromInput(terminal);
  if (!key.ok) return sayUsage(terminal, command, key.error);
  const takeBack = accounts.lendKey(accountId, key.value);
  try {
    return await work();
  } finally {
    takeBack();
  }
}
