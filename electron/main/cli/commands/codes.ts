import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import type { CodeExport, CodeOutcome } from '#shared/domain/code.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { isUnreadCode, unreadCodes } from '#shared/domain/not-read.ts';
import { settledText, settlesOn } from '#shared/domain/registry.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { Secret } from '../../system/secret.ts';
import { invalidInput } from '../../system/texts.ts';
import { resultOf } from '../../workspace/sqlite.ts';
import { accountFor, withKey } from '../account-choice.ts';
import { type Call, endWith, type ServicesCall, valueOf } from '../cli-command.ts';
import { readDomains } from '../domain-names.ts';
import type { CommandServices } from '../host.ts';
import { checkPlace, needed, option, optionSet, parsedOption, rateOption, whichAccount } from '../options.ts';
import { row } from '../rows.ts';
import { sayWaiting, waitingLine } from '../run-session.ts';
import { endedCode, type ExitCode, exitCodes, sayFailedWork, type Terminal } from '../terminal.ts';
import { count, counted } from '../words.ts';
import { codeOutcomes } from '#shared/domain/code-actions.ts';
import {
  longestPassphrase,
  mostCodesInFile,
  passphraseFault,
  shortestPassphrase,
} from '#shared/domain/bounds.ts';

const afterHelp = `
The passphrase has ${shortestPassphrase} to ${longestPassphrase} characters. Whoever has the file can try as many as they like: five or
more random words are good.
On standard input the key comes first, then the passphrase, then the names.

The file is CSV with the columns domain, code, outcome, message, retrieved_at: one row per requested domain, refused ones
and those whose answer was not read (not-read) with their reason. Each code is written exactly as the service returned it,
even if it begins with = or -, which a spreadsheet may take for a formula. Open such a file as text. Any age tool opens it:
  age -d codes.age
A page (FILE.html) has the same in it: a browser asks for the passphrase, shows the table and saves it, without a network.

Without a network it waits and resumes automatically; what may have reached the service is not requested again. Ctrl-C
finishes the file with the codes received so far; a second Ctrl-C ends at once, without a file.

Exit codes: 0 every domain's code is in the file; 1 some are not, the error output says which; 2 wrong usage; 3 refused by
the service (key, address, permission); 4 no key; 130 interrupted, 143 ended by the system. After 1, 3, 4, 130 and 143 the
file has the codes received so far; there is none if nothing was requested.

Examples:
  namedesk codes --account Acme --names leaving.txt --out leaving.age
  (pass show transfers; cat leaving.txt) | namedesk codes --account Acme --names - --passphrase-stdin --out leaving.age`;

export const noun = row('', {
  usage: '--account L --names FILE --out FILE [options]',
  about:
    'Requests the transfer code (EPP code) of every domain, one at a time, and writes the codes into one file, encrypted with a passphrase. No code is shown, and none is ever on disk unencrypted. Each code is requested once: at some registries each request issues a new code. Each request is recorded in the journal of accesses, without the code.',
  options: [
    whichAccount,
    needed(option('--names <FILE>', 'full names, such as example.com, one per line; - is standard input')),
    needed(
      parsedOption(
        '--out <FILE>',
        'the encrypted file: FILE.age for age tools, FILE.html as a page that any browser opens. It appears when it is complete, readable only by you',
        (text): string => {
          if (/[^/\\]\.(?:age|html)$/i.test(text)) return text;
          throw new InvalidArgumentError('The file is encrypted and must end with .age or .html.');
        },
      ),
    ),
    optionSet(
      [option('--force', 'replaces an existing file; its codes may be the only ones you have')],
      (command) => {
        const { out, force } = command.opts<CodesOptions & { readonly force?: true }>();
        checkPlace(command, out);
        if (force !== true && existsSync(resolve(command.terminal.cwd, out)))
          command.error(
            `--out: ${out} already exists, and its codes may be the only ones you have. --force replaces it.`,
          );
      },
    ),
    option(
      '--passphrase-stdin',
      'reads the passphrase from the first line of standard input, instead of asking for it twice without showing it. It is never taken from the arguments or the environment, where others can read',
    ),
    rateOption(),
  ],
  after: afterHelp,
  async does(call, options) {
    const { id } = await accountFor(options, call.services.accounts);
    return withKey(call, id, options, () => saveFor(call, options, id));
  },
});

interface CodesOptions {
  readonly names: string;
  readonly out: string;
  /** Undefined: the account's own limit; null: automatic; 0: no limit. */
  readonly rate?: number | null;
  readonly passphraseStdin?: true;
}

/**
 * Reads the domains from standard input before it asks for a passphrase: an invalid list fails before the user types
 * one.
 */
async function saveFor(call: ServicesCall, options: CodesOptions, accountId: string): Promise<ExitCode> {
  const given = options.passphraseStdin === true ? await passphraseFromInput(call) : null;
  const domains = await readDomains(options.names, [accountId], call.services, call.terminal);
  if (domains.length > mostCodesInFile)
    return endWith(
      invalidInput(
        'names',
        `${count(domains.length)} domains are too many for one file, which takes ${count(mostCodesInFile)}.`,
      ),
    );
  await saySettled(call, accountId, domains);
  const passphrase = given ?? (await askForPassphrase(call));
  if (passphrase === null) return endedCode(call.terminal.ending);
  return run(call, options, { accountId, domains, passphrase });
}

/** Which were registered or moved not long ago, as far as is known. */
async function saySettled(
  { services: { portfolio }, terminal }: ServicesCall,
  accountId: string,
  domains: readonly string[],
): Promise<void> {
  const held = await resultOf(() => portfolio.list(accountId));
  if (!held.ok) return;
  const [wanted, nowMs] = [new Set(domains), Date.now()];
  const settled = held.value.flatMap((domain) => {
    const until = wanted.has(domain.name) ? settlesOn(domain, nowMs) : null;
    return until === null ? [] : [{ name: domain.name, until }];
  });
  if (settled.length === 0) return;
  const untils = settled.map(({ until }) => until);
  terminal.err(settledText(untils, domains.length));
  for (const { name, until } of settled.slice(0, shownFailed))
    terminal.err(`  ${isolatedName(name)}, ${until}`);
  if (settled.length > shownFailed) terminal.err(`  and ${count(settled.length - shownFailed)} more.`);
}

async function run(
  { command, services: { connections, codeExports }, terminal }: ServicesCall,
  { out, rate }: CodesOptions,
  ask: { readonly accountId: string; readonly domains: readonly string[]; readonly passphrase: Secret },
): Promise<ExitCode> {
  // The rate limit is set before the first request is sent.
  const limits = rate === undefined ? {} : { requestsPerSecond: rate };
  const takeBack = await connections.override(ask.accountId, limits);
  try {
    const started = valueOf(await codeExports.start({ ...ask, path: resolve(terminal.cwd, out) }));
    return await followCodeExport(command, started, codeExports, terminal);
  } finally {
    await takeBack();
  }
}

type CodeExports = CommandServices['codeExports'];

const betweenChecksMs = 200;
const shownFailed = 20;

/** Shows the progress of a code export until it ends, stops it when the user asks for it, and prints the outcome. */
async function followCodeExport(
  command: string,
  begun: CodeExport,
  codeExports: CodeExports,
  terminal: Terminal,
): Promise<ExitCode> {
  const codeExport = await followed(begun, codeExports, terminal);
  terminal.progress('');
  sayOutcomes(codeExport, codeExports, terminal);
  if (codeExport.state === 'failed' && codeExport.error !== null)
    return sayFailedWork(terminal, command, codeExport.error);
  if (codeExport.state === 'stopped' && terminal.ending.aborted) return endedCode(terminal.ending);
  return codeExport.outcomes.code === codeExport.total ? exitCodes.done : exitCodes.failed;
}

async function followed(
  begun: CodeExport,
  codeExports: CodeExports,
  terminal: Terminal,
): Promise<CodeExport> {
  const { id } = begun;
  const stop = (): void => {
    terminal.err(
      'Finishing the file with the codes received so far. Press again to end at once, without a file.',
    );
    codeExports.stop(id);
  };
  if (terminal.ending.aborted) stop();
  terminal.ending.addEventListener('abort', stop, { once: true });
  const end = codeExports.ended(id);
  const over = new AbortController();
  void end.finally(() => over.abort()).catch(() => undefined);
  let said = '';
  try {
    while (!over.signal.aborted) {
      const codeExport = codeExports.list().find((each) => each.id === id);
      const waitingFor = codeExport?.waitsFor ?? null;
      const now = waitingFor === null ? '' : waitingLine({ waitingFor });
      if (codeExport !== undefined) said = sayWaiting(now, said, terminal);
      terminal.progress(progressLine(codeExport ?? begun));
      await wait(betweenChecksMs, undefined, { signal: over.signal }).catch(() => undefined); // The export has ended.
    }
    return await end;
  } finally {
    terminal.ending.removeEventListener('abort', stop);
  }
}

function progressLine({ asked, total, outcomes, waitsFor }: CodeExport): string {
  const parts = [`${count(asked)} of ${count(total)} requested`, counted(outcomes.code, 'code', 'codes')];
  if (asked > outcomes.code) parts.push(`${count(asked - outcomes.code)} without a code`);
  if (waitsFor !== null) parts.push('waiting');
  return parts.join(' · ');
}

const words: Readonly<Record<CodeOutcome, string>> = {
  code: 'in the file',
  emailed: 'e-mailed to the registrant',
  refused: 'refused',
  unclear: 'not read',
  'no-answer': 'not read',
  'not-sent': 'not requested',
};

/** Prints the number of codes per outcome and the domains without a code; never a code. */
function sayOutcomes(codeExport: CodeExport, codeExports: CodeExports, { err }: Terminal): void {
  const { id, asked, total, outcomes, notRead, path, file } = codeExport;
  if (asked === 0) {
    err('Nothing was requested, and there is no file.');
    return;
  }
  const counts = codeOutcomes
    .filter((outcome) => outcomes[outcome] > 0 && !isUnreadCode(outcome))
    .map((outcome) => `${count(outcomes[outcome])} ${words[outcome]}`);
  const unread = unreadCodes(outcomes);
  if (unread > 0) counts.push(`${count(unread)} not read`);
  err(`${count(asked)} of ${counted(total, 'domain', 'domains')} requested: ${counts.join(', ')}.`);
  const failed = codeExports.rows(id, 'failed', 0, shownFailed);
  for (const { domain, outcome, error } of failed.rows) {
    const why = error === null ? '' : `: ${sentencesFor(error).happened}`;
    err(`  ${isolatedName(domain)} ${outcome === null ? '' : words[outcome]}${why}`);
  }
  if (failed.total > shownFailed)
    err(`  and ${count(failed.total - shownFailed)} more, which are in the file.`);
  if (unread > 0) {
    err(notRead);
    const names = codeExports.rows(id, 'not-read', 0, unread).rows.map(({ domain }) => domain);
    err(
      `Request just these again, into a file of their own, where a new code may take the place of one that was issued: ${names.join(' ')}`,
    );
  }
  if (file === 'there') err(`Encrypted: ${path}`);
}

/** The passphrase: the first line of standard input, unchanged. */
async function passphraseFromInput(call: Call): Promise<Secret> {
  const { input, columns, err } = call.terminal;
  if (columns !== null) err('Reading the passphrase from the first line of the standard input …');
  const line = await input.firstLine();
  return line === null
    ? call.refuse('The first line of the standard input is too long for a passphrase.')
    : taken(line, call);
}

/** Asks for the passphrase twice, without echo; null if the user cancelled. */
async function askForPassphrase(call: Call): Promise<Secret | null> {
  const { askHidden, ending } = call.terminal;
  const first = await askHidden('Passphrase for the file: ');
  if (first === null) {
    if (ending.aborted) return null;
    return call.refuse(
      'There is no terminal to ask for the passphrase: give it in the first line of the standard input, with --passphrase-stdin.',
    );
  }
  const passphrase = taken(first, call);
  const second = await askHidden('Repeat the passphrase: ');
  if (second === null) return null;
  return second === first ? passphrase : call.refuse("The passphrases don't match. Nothing was requested.");
}

function taken(text: string, { refuse }: Call): Secret {
  const fault = passphraseFault(text);
  return fault === null ? new Secret(text) : refuse(`${fault}.`);
}
