import { type ConnectionReport, testConnection } from '../../accounts/connection-test.ts';
import { probedClient } from '../../connections/probed-client.ts';
import type { CommandServices } from '../command.ts';
import { codeOf, sayFailure } from '../say.ts';
import { table } from '../table.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { onlyWord, withOptions } from '../with-options.ts';
import { accountNamed } from './account-named.ts';

const name = 'account test';

const help = `Usage: namedesk account test L

Asks the service of the account L for the credit, the TLDs and the version, and says which of them answered and how its
clock differs. Changes nothing. The exit code is 0 when the credit was answered, 3 when the service refused.`;

export const testCommand = withOptions({
  name,
  help,
  options: {},
  read: ({ words }) => onlyWord(words, 'the label of an account'),
  work: test,
});

async function test(
  label: string,
  { accounts, connections }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const account = await accountNamed(accounts, label);
  if (!account.ok) return sayFailure(terminal, name, account.error);
  const connection = await connections.of(account.value.id);
  if (!connection.ok) return sayFailure(terminal, name, connection.error);
  const report = await testConnection(probedClient(connection.value.client), () => new Date());
  terminal.out(table(report.probes.map(({ operation, verdict, answer }) => [operation, verdict, answer])));
  terminal.out(clockLine(report));
  return verdict(report, terminal);
}

/** Below two seconds it is the way, not the clock. */
function clockLine({ clockSkewMs }: ConnectionReport): string {
  if (clockSkewMs === null) return "the service's clock is not known";
  const seconds = Math.round(clockSkewMs / 1_000);
  if (Math.abs(seconds) < 2) return "the service's clock agrees with this computer's";
  return `the service's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this computer's`;
}

/** What is not permitted to an account that can be entered is no failure of the account. */
function verdict({ probes }: ConnectionReport, terminal: Terminal): ExitCode {
  const failed = probes.find((probe) => probe.verdict === 'failed' && probe.error !== null);
  if (failed?.error == null) return exitCodes.done;
  sayFailure(terminal, name, failed.error);
  return codeOf(failed.error);
}
