import { extname, resolve } from 'node:path';
import { fail, ok, type Result } from '#shared/result.ts';
import { everyChange } from '#shared/domain/every-change.ts';
import type { CommandServices } from '../command.ts';
import { counted } from '../numbers.ts';
import type { Options } from '../options.ts';
import { sayFailure, sayUsage } from '../say.ts';
import { problemWithPlace } from '../target.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { noWords, withOptions } from '../with-options.ts';

const name = 'journal export';

const help = `Usage: namedesk journal export --out FILE

Writes every entry of the journal with its hash and the hash before it; then, in the same columns and numbered from 1 again,
every line about a transfer code that was asked for. Nothing personal is in it: of contacts there are the names of the fields
alone, and digests; of codes, nothing.

  --out FILE  ends with .csv or .json; the file appears when it is whole`;

const options = { out: { type: 'string' } } as const;

interface Asked {
  readonly path: string;
  readonly format: 'csv' | 'json';
}

export const exportCommand = withOptions({ name, help, options, read, work: write });

function read({ values: { out }, words }: Options<typeof options>): Result<Asked, string> {
  const rest = noWords(words);
  if (!rest.ok) return rest;
  if (out === undefined) return fail('Give --out FILE, ending with .csv or .json.');
  const ending = extname(out).slice(1).toLowerCase();
  return ending === 'csv' || ending === 'json'
    ? ok({ path: out, format: ending })
    : fail(`The ending of "${out}" says no form. Use .csv or .json.`);
}

async function write(
  { path, format }: Asked,
  { changes }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const problem = problemWithPlace({ path, format }, terminal.cwd);
  if (problem !== null) return sayUsage(terminal, name, problem);
  const written = await changes.exportJournal(format, everyChange, resolve(terminal.cwd, path));
  if (!written.ok) return sayFailure(terminal, name, written.error);
  terminal.err(`${counted(written.value.entries, 'entry', 'entries')} written.`);
  return exitCodes.done;
}
