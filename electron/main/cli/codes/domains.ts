import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { typedNames } from '../../portfolio/typed-names.ts';
import type { CommandServices } from '../command.ts';
import { count, counted } from '../numbers.ts';
import type { Terminal } from '../terminal.ts';

/** As many as the window takes; longer than so many names can be. */
const mostDomains = 20_000;
const mostBytes = 8 * 1_048_576;
const shownRefused = 10;

/**
 * The domains of a list, each once; what is none is said on the error output.
 *
 * @param from A file, or `-` for the standard input.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function readDomains(
  from: string,
  accountId: string,
  { workspace }: Pick<CommandServices, 'workspace'>,
  terminal: Terminal,
): Promise<Result<readonly string[]>> {
  const text = from === '-' ? await inputText(terminal) : await fileText(from, terminal.cwd);
  if (!text.ok) return text;
  const listed = await workspace.tlds.list({ accountId });
  if (!listed.ok) return listed;
  const known = knownTldSet([...listed.value.tlds, ...builtInTldSets.flatMap(({ tlds }) => tlds)]);
  const { names, refused } = await typedNames(text.value, known);
  if (refused.length > 0) terminal.err(`${counted(refused.length, 'word was', 'words were')} left out:`);
  for (const row of refused.slice(0, shownRefused))
    terminal.err(`  line ${row.line} "${row.text}": ${row.reason}`);
  if (refused.length > shownRefused) terminal.err('  …');
  if (names.length === 0) return invalid('There is no domain in it.');
  return names.length <= mostDomains
    ? ok(names)
    : invalid(`${count(names.length)} domains are too many for one file, which takes ${count(mostDomains)}.`);
}

async function inputText({ input }: Terminal): Promise<Result<string>> {
  const bytes = await input.rest(mostBytes);
  return bytes === null ? invalid('The standard input has more than 8 MiB of names.') : ok(decoded(bytes));
}

async function fileText(path: string, cwd: string): Promise<Result<string>> {
  try {
    const handle = await open(resolve(cwd, path));
    try {
      const { size } = await handle.stat();
      if (size > mostBytes) return invalid(`${path} has more than 8 MiB.`);
      return ok(decoded(await handle.readFile()));
    } finally {
      await handle.close();
    }
  } catch {
    return invalid(`${path} cannot be read: is it there, and may you read it?`);
  }
}

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const invalid = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'names', reason });
