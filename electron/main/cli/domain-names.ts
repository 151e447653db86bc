import { endWith, valueOf } from './cli-command.ts';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { withBuiltInTlds } from '#shared/domain/built-in-tld-sets.ts';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { ok, type Result } from '#shared/result.ts';
import { typedNames } from '../portfolio/typed-names.ts';
import { invalidInput } from '../system/texts.ts';
import type { CommandServices } from './host.ts';
import type { Terminal } from './terminal.ts';
import { counted } from './words.ts';

/** The same limit as in the window. No name is longer than this allows for. */
const mostBytes = 8 * 1_048_576;
const shownRefused = 10;

/**
 * The domains of a list, without duplicates. Entries that are no domain are reported on standard error.
 *
 * @param from A file, or `-` for standard input.
 * @param accountIds Whose TLDs are known, beside those of the application.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function readDomains(
  from: string,
  accountIds: readonly string[],
  { workspace }: Pick<CommandServices, 'workspace'>,
  terminal: Terminal,
): Promise<readonly string[]> {
  const text = valueOf(from === '-' ? await inputText(terminal) : await fileText(from, terminal.cwd));
  return await readTyped(text, accountIds, { workspace }, terminal);
}

/** As {@link readDomains}, of a text. */
export async function readTyped(
  text: string,
  accountIds: readonly string[],
  { workspace }: Pick<CommandServices, 'workspace'>,
  terminal: Terminal,
): Promise<readonly string[]> {
  const { names, refused } = await namesIn(text, accountIds, { workspace });
  if (refused.length > 0) terminal.err(`${counted(refused.length, 'word was', 'words were')} skipped:`);
  for (const row of refused.slice(0, shownRefused))
    terminal.err(`  line ${row.line} "${isolatedName(row.text)}": ${row.reason}`);
  if (refused.length > shownRefused) terminal.err('  …');
  return names.length === 0 ? endWith(invalidInput('names', 'There are no domains in it.')) : names;
}

/** The domains of a text as A-labels, and the words that are none. */
export async function namesIn(
  text: string,
  accountIds: readonly string[],
  { workspace }: Pick<CommandServices, 'workspace'>,
): Promise<Awaited<ReturnType<typeof typedNames>>> {
  const tlds = accountIds.flatMap((accountId) => workspace.tlds.list({ accountId }).tlds);
  return await typedNames(text, knownTldSet(withBuiltInTlds(tlds)));
}

async function inputText({ input }: Terminal): Promise<Result<string>> {
  const bytes = await input.rest(mostBytes);
  return bytes === null
    ? invalidInput('names', 'The standard input has more than 8 MiB of names.')
    : ok(decoded(bytes));
}

async function fileText(path: string, cwd: string): Promise<Result<string>> {
  try {
    const handle = await open(resolve(cwd, path));
    try {
      const { size } = await handle.stat();
      if (size > mostBytes) return invalidInput('names', `${path} has more than 8 MiB.`);
      return ok(decoded(await handle.readFile()));
    } finally {
      await handle.close();
    }
  } catch {
    return invalidInput('names', `${path} cannot be read: is it there, and may you read it?`);
  }
}

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
