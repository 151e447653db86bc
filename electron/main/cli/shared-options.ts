import { accessSync, constants, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { exportFormats } from '#shared/areas/session-schemas.ts';
import { accountColours } from '#shared/domain/account.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { type Account, isSameLogin } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { ExportFormat } from '../export/formats.ts';
import { parseBaseUrl } from '../reseller/base-url.ts';
import { didYouMean, type OptionValues, readNumber } from './options.ts';

/** The account to use. */
export type WhichAccount =
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'login'; readonly baseUrl: string; readonly username: string };

/**
 * The account for the options. If it is given by base URL and user and does not exist yet, it is added, without a key.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function accountFor(which: WhichAccount, accounts: Accounts): Promise<Result<Account>> {
  if (which.kind === 'label') return accountNamed(accounts, which.label);
  const baseUrl = parseBaseUrl(which.baseUrl);
  if (!baseUrl.ok) return baseUrl;
  const listed = await accounts.list();
  if (!listed.ok) return listed;
  const login = { baseUrl: baseUrl.value, username: which.username };
  const all = listed.value.accounts;
  const same = all.filter((account) => account.kind === 'reseller' && isSameLogin(account, login));
  const found = same.find((account) => account.baseUrl === login.baseUrl) ?? null;
  if (found !== null) return ok(found);
  const label = freeLabel(`${which.username} at ${new URL(baseUrl.value).host}`, all);
  const colour = accountColours[all.length % accountColours.length] ?? accountColours[0];
  return accounts.add({ ...login, label, colour });
}

/** The same user at another path of the same server is another account: its label gets a number. */
function freeLabel(wanted: string, accounts: readonly Account[]): string {
  const taken = new Set(accounts.map(({ label }) => label.toLowerCase()));
  const base = wanted.slice(0, 75);
  let label = base;
  for (let number = 2; taken.has(label.toLowerCase()); number += 1) label = `${base} ${number}`;
  return label;
}

/** Reads `--account`, or `--base-url` with `--username`. Fails with a sentence. */
export function readWhichAccount(values: {
  readonly account?: string;
  readonly 'base-url'?: string;
  readonly username?: string;
  readonly 'key-stdin-once'?: boolean;
}): Result<WhichAccount, string> {
  const { account, 'base-url': baseUrl, username } = values;
  if (account !== undefined) {
    return baseUrl === undefined && username === undefined
      ? ok({ kind: 'label', label: account })
      : fail('--account says all: leave --base-url and --username out, or --account.');
  }
  if (baseUrl === undefined && username === undefined)
    return fail('--account is missing: the label of an account ("practice" is always there).');
  if (baseUrl === undefined) return fail('--base-url is missing: where the API is.');
  if (username === undefined) return fail('--username is missing: the e-mail address.');
  if (values['key-stdin-once'] !== true)
    return fail(
      '--key-stdin-once is missing: with --base-url the key is read from the standard input for this run.',
    );
  return ok({ kind: 'login', baseUrl, username });
}

/**
 * The account with this label (case-insensitive) or id. `practice` is the practice account, even if it was not used
 * before.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function accountNamed(accounts: Accounts, label: string): Promise<Result<Account>> {
  const listed = await accounts.list();
  if (!listed.ok) return listed;
  const all = listed.value.accounts;
  const wanted = label.toLowerCase();
  const found = all.find((account) => account.label.toLowerCase() === wanted || account.id === label);
  if (found !== undefined) return ok(found);
  if (wanted === 'practice') return accounts.addPractice();
  const labels = all.map((account) => account.label);
  return fail({
    kind: 'invalid-input',
    field: 'account',
    reason: `There is no account "${label}".${didYouMean(label, labels)}${listOf(labels)}`,
  });
}

const listOf = (labels: readonly string[]): string =>
  labels.length === 0
    ? ' There is none yet: "namedesk account add --help"'
    : ` "namedesk account list" shows all ${labels.length}`;

/** Where findings are written, and in which format. */
export interface Target {
  /** As typed; null for standard output. */
  readonly path: string | null;
  readonly format: ExportFormat;
}

export const targetOptions = { out: { type: 'string' }, format: { type: 'string' } } as const;

export const targetHelp = `  --out FILE        where the findings are written, once all are there; the ending says the form: .csv, .json, .ndjson,
                    .txt (domain names alone). The file appears when it is whole. Left out: the standard output
  --format F        csv, json, ndjson or txt, where the ending does not say it`;

const asksForFormat = (text: string): text is ExportFormat => exportFormats.some((format) => format === text);

/** Reads `--out` and `--format`. Fails with a sentence. */
export function readTarget(out: string | undefined, format: string | undefined): Result<Target, string> {
  const path = out === undefined || out === '-' ? null : out;
  const wanted = format ?? (path === null ? 'csv' : extname(path).slice(1).toLowerCase());
  if (asksForFormat(wanted)) return ok({ path, format: wanted });
  const forms = exportFormats.join(', ');
  if (format !== undefined)
    return fail(`--format knows ${forms}, not "${format}".${didYouMean(format, exportFormats)}`);
  return fail(`The ending of "${out ?? ''}" says no form. Use one of ${forms}, or say it with --format.`);
}

/** Why the target path cannot be written, checked before the lookup starts; null if it can. */
export function problemWithPlace({ path }: Target, cwd: string): string | null {
  if (path === null) return null;
  const place = resolve(cwd, path);
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return `--out: ${path} is a folder; give a file in it.`;
  if (found !== undefined && !found.isFile())
    return `--out: ${path} is no file. For the standard output, leave --out out.`;
  const folder = statSync(dirname(place), { throwIfNoEntry: false });
  if (folder?.isDirectory() !== true) return `--out: there is no folder ${dirname(path)}.`;
  return isWritable(dirname(place)) ? null : `--out: ${path} may not be written there.`;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false; // Whatever the system's reason, the file could not be written.
  }
}

/** How to run a session, new or continued. */
export interface RunAsked {
  readonly target: Target;
  /** Null: the account's own limit. */
  readonly concurrency: number | null;
  /** Null: the account's own limit; 0: no limit. */
  readonly rate: number | null;
  readonly isKeyGiven: boolean;
  /** Whether a lost network ends the run instead of being waited for. */
  readonly isImpatient: boolean;
}

export const runOptions = {
  ...targetOptions,
  concurrency: { type: 'string' },
  rate: { type: 'string' },
  'key-stdin-once': { type: 'boolean' },
  'no-wait': { type: 'boolean' },
} as const;

export const runHelp = `${targetHelp}
  --concurrency N   at most N requests at once, 1 to 64; left out: as the account has it
  --rate R          at most R requests a second, 0 for no ceiling; left out: as the account has it
  --key-stdin-once  reads the API key from the first line of the standard input, for this run alone
  --no-wait         pauses when the service cannot be reached, with exit code 1, instead of waiting until it can.
                    A service that answers with errors alone is waited for a minute, and then left in the same way`;

const concurrencies = { least: 1, most: 64, isWhole: true };
const rates = { least: 0, most: 1_000, isWhole: false };

/** Fails with a sentence. */
export function readRun(values: OptionValues<typeof runOptions>): Result<RunAsked, string> {
  const target = readTarget(values.out, values.format);
  if (!target.ok) return target;
  const concurrency = numberIn('concurrency', values.concurrency, concurrencies);
  if (!concurrency.ok) return concurrency;
  const rate = numberIn('rate', values.rate, rates);
  if (!rate.ok) return rate;
  return ok({
    target: target.value,
    concurrency: concurrency.value,
    rate: rate.value,
    isKeyGiven: values['key-stdin-once'] === true,
    isImpatient: values['no-wait'] === true,
  });
}

function numberIn(
  name: string,
  text: string | undefined,
  range: Parameters<typeof readNumber>[2],
): Result<number | null, string> {
  if (text === undefined) return ok(null);
  const number = readNumber(name, text, range);
  return number.ok ? number : fail(number.error);
}

/** The arguments that reproduce these options, for continuing a session later or elsewhere. */
export function argsOf({ target, concurrency, rate, isKeyGiven, isImpatient }: RunAsked): readonly string[] {
  const args: string[] = [];
  if (target.path !== null)
    args.push(...(target.path.startsWith('-') ? [`--out=${target.path}`] : ['--out', target.path]));
  if (
    target.path === null ? target.format !== 'csv' : !target.path.toLowerCase().endsWith(`.${target.format}`)
  )
    args.push('--format', target.format);
  if (concurrency !== null) args.push('--concurrency', String(concurrency));
  if (rate !== null) args.push('--rate', String(rate));
  if (isKeyGiven) args.push('--key-stdin-once');
  if (isImpatient) args.push('--no-wait');
  return args;
}
