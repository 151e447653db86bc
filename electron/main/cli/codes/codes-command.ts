import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import type { Secret } from '../../accounts/secret.ts';
import { accountFor, readWhichAccount, type WhichAccount } from '../account/account-for.ts';
import type { CommandServices } from '../command.ts';
import { type Options, readNumber } from '../options.ts';
import { sayFailure, sayUsage } from '../say.ts';
import { problemWithPlace } from '../target.ts';
import { endedCode, type ExitCode, type Terminal } from '../terminal.ts';
import { withKey } from '../with-key.ts';
import { noWords, withOptions } from '../with-options.ts';
import { codesHelp } from './codes-help.ts';
import { readDomains } from './domains.ts';
import { followSaving } from './follow-saving.ts';
import { askForPassphrase, passphraseFromInput } from './passphrase.ts';

const name = 'codes';

const options = {
  account: { type: 'string' },
  'base-url': { type: 'string' },
  username: { type: 'string' },
  names: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
  rate: { type: 'string' },
  'passphrase-stdin': { type: 'boolean' },
  'key-stdin-once': { type: 'boolean' },
} as const;

interface Asked {
  readonly which: WhichAccount;
  readonly names: string;
  /** As it was typed. */
  readonly out: string;
  readonly mayReplace: boolean;
  /** Null: as the account has it; 0: no ceiling. */
  readonly rate: number | null;
  readonly isPassphraseGiven: boolean;
  readonly isKeyGiven: boolean;
}

export const codesCommand = withOptions({ name, help: codesHelp, options, read, work: save });

const rates = { least: 0, most: 1_000, isWhole: false };

function read({ values, words }: Options<typeof options>): Result<Asked, string> {
  const rest = noWords(words);
  if (!rest.ok) return rest;
  const which = readWhichAccount(values);
  if (!which.ok) return which;
  const { names, out } = values;
  if (names === undefined) return fail('--names is missing: a file, or - for the standard input.');
  if (out === undefined) return fail('--out is missing: the encrypted file, ending with .age.');
  if (!/[^/\\]\.age$/i.test(out)) return fail(`--out is an encrypted file and ends with .age, not "${out}".`);
  const rate = values.rate === undefined ? ok(null) : readNumber('rate', values.rate, rates);
  if (!rate.ok) return rate;
  return ok({
    which: which.value,
    names,
    out,
    mayReplace: values.force === true,
    rate: rate.value,
    isPassphraseGiven: values['passphrase-stdin'] === true,
    isKeyGiven: values['key-stdin-once'] === true,
  });
}

async function save(asked: Asked, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  const problem = problemWithFile(asked, terminal.cwd);
  if (problem !== null) return sayUsage(terminal, name, problem);
  const account = await accountFor(asked.which, services.accounts);
  if (!account.ok) return sayFailure(terminal, name, account.error);
  const keyed = { command: name, accountId: account.value.id, isKeyGiven: asked.isKeyGiven };
  return withKey(keyed, services, terminal, () => saveFor(asked, account.value, services, terminal));
}

function problemWithFile({ out, mayReplace }: Asked, cwd: string): string | null {
  const problem = problemWithPlace({ path: out, format: 'csv' }, cwd);
  if (problem !== null || mayReplace || !existsSync(resolve(cwd, out))) return problem;
  return `--out: ${out} is there already, and its codes may be the only ones you have. --force replaces it.`;
}

/** What is read from the standard input comes before what is asked for: nobody types a passphrase for names that are none. */
async function saveFor(
  asked: Asked,
  account: Account,
  services: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  const given = asked.isPassphraseGiven ? await passphraseFromInput(terminal) : ok(null);
  if (!given.ok) return sayUsage(terminal, name, given.error);
  const domains = await readDomains(asked.names, account.id, services, terminal);
  if (!domains.ok) return sayFailure(terminal, name, domains.error);
  const passphrase = given.value === null ? await askForPassphrase(terminal) : given;
  if (!passphrase.ok) return sayUsage(terminal, name, passphrase.error);
  if (passphrase.value === null) return endedCode(terminal.ending);
  const ask = { accountId: account.id, domains: domains.value, passphrase: passphrase.value };
  return run(ask, asked, services, terminal);
}

async function run(
  ask: { readonly accountId: string; readonly domains: readonly string[]; readonly passphrase: Secret },
  { out, rate }: Asked,
  { connections, savings }: CommandServices,
  terminal: Terminal,
): Promise<ExitCode> {
  // The ceiling stands before the first request leaves.
  const limits = rate === null ? {} : { requestsPerSecond: rate };
  const takeBack = await connections.override(ask.accountId, limits);
  try {
    const started = await savings.start({ ...ask, path: resolve(terminal.cwd, out) });
    return started.ok
      ? await followSaving(name, started.value, savings, terminal)
      : sayFailure(terminal, name, started.error);
  } finally {
    await takeBack();
  }
}
