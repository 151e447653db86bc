import type { CodeAccess } from '#shared/domain/code.ts';
import type { CommandServices } from '../command.ts';
import { count } from '../numbers.ts';
import { sayFailure } from '../say.ts';
import { table } from '../table.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

/** Each access to a transfer code once, with what came of it; never a code. */
export async function listAccesses(
  { text, most, isJson }: { readonly text: string; readonly most: number; readonly isJson: boolean },
  { codeAccesses }: CommandServices['workspace'],
  terminal: Terminal,
): Promise<ExitCode> {
  const listed = await codeAccesses.list({ accountId: null, domain: null, text, limit: most });
  if (!listed.ok) return sayFailure(terminal, 'journal list', listed.error);
  if (isJson) terminal.out(JSON.stringify(listed.value, null, 2));
  else if (listed.value.length === 0) terminal.err('There are no such accesses.');
  else terminal.out(table([titles, ...listed.value.map(row)]));
  return exitCodes.done;
}

const titles = ['LINE', 'ASKED', 'DEED', 'CAME', 'DOMAIN', 'ACCOUNT'];

const row = ({ seq, at, deed, outcome, domain, accountLabel }: CodeAccess): readonly string[] => [
  count(seq),
  at,
  deed,
  // The program ended between asking and writing down what came.
  outcome ?? 'not known',
  domain,
  accountLabel,
];
