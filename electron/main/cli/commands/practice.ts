import { randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '#shared/result.ts';
import { startPracticeService } from '../../practice/service.ts';
import type { Command } from '../command.ts';
import { readNumber, readOptions } from '../options.ts';
import { type ExitCode, exitCodes, sayUsage, type Terminal } from '../terminal.ts';

const username = 'practice@namedesk.example';

const help = `Usage: namedesk practice [--port P] [--seed N] [--key-stdin]

Runs the practice service on 127.0.0.1: an account of the Domain Reseller API v2.2 where everything works and nothing
costs. It goes on until Ctrl-C. Each start begins anew, with a credit of 500.00 and a dozen domains.

  --port P      the port to listen on; a free one is taken where it is left out
  --seed N      decides which names are free; the same seed always finds the same (default 1)
  --key-stdin   takes the first line of the standard input for the API key; otherwise one is made and printed
  -h, --help    this text`;

export const practiceCommand: Command = ({ args, terminal }) => {
  const read = readPracticeArguments(args);
  if (!read.ok) return Promise.resolve(sayUsage(terminal, 'practice', read.error));
  if (read.value !== null) return serve(read.value, terminal);
  terminal.out(help);
  return Promise.resolve(exitCodes.done);
};

async function serve(asked: PracticeArguments, terminal: Terminal): Promise<ExitCode> {
  const { port, seed, isKeyOnStdin } = asked;
  const apiKey = isKeyOnStdin ? await terminal.input.firstLine() : randomBytes(24).toString('base64url');
  if (apiKey === null || apiKey === '') {
    const problem = apiKey === null ? 'too long a first line.' : 'no key in its first line.';
    return sayUsage(terminal, 'practice', `--key-stdin was given, but the standard input has ${problem}`);
  }
  const service = await startPracticeService({ username, apiKey, port, seed }).catch(portProblem);
  if (typeof service === 'string') {
    terminal.err(
      `namedesk practice: port ${port} ${service} Choose another one with --port, or leave it out.`,
    );
    return exitCodes.failed;
  }
  terminal.out(
    practiceWelcome({ baseUrl: service.baseUrl, username, seed, apiKey: isKeyOnStdin ? null : apiKey }),
  );
  await aborted(terminal.ending);
  await service.stop();
  return exitCodes.done;
}

const portProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program.',
  EACCES: 'may not be used by you.',
};

/** What is wrong with the port. Rethrows the error if it has another cause. */
function portProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const problem = portProblems[code];
  if (problem === undefined) throw error;
  return problem;
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  return promise;
}

interface PracticeArguments {
  readonly port: number;
  readonly seed: number;
  readonly isKeyOnStdin: boolean;
}

const ports = { least: 0, most: 65_535, isWhole: true };
const seeds = { least: 0, most: 4_294_967_295, isWhole: true };

/** Parses the arguments of `namedesk practice`; null if help is requested. Fails with a sentence for the user. */
function readPracticeArguments(args: readonly string[]): Result<PracticeArguments | null, string> {
  const given = readOptions(args, {
    port: { type: 'string' },
    seed: { type: 'string' },
    'key-stdin': { type: 'boolean' },
  });
  if (!given.ok) return given;
  if (given.value === null) return ok(null);
  const { values, words } = given.value;
  if (words[0] !== undefined) return fail(`"${words[0]}" is a word too many.`);
  const port = readNumber('port', values.port ?? '0', ports);
  if (!port.ok) return port;
  const seed = readNumber('seed', values.seed ?? '1', seeds);
  if (!seed.ok) return seed;
  return ok({ port: port.value, seed: seed.value, isKeyOnStdin: values['key-stdin'] === true });
}

interface Welcome {
  readonly baseUrl: string;
  readonly username: string;
  readonly seed: number;
  /** Null for a key given by the user: it is not printed. */
  readonly apiKey: string | null;
}

/** What an integrator needs to connect a client to the practice service, and two commands to test that it answers. */
const practiceWelcome = ({ baseUrl, username, seed, apiKey }: Welcome): string => `Practice service
  base URL   ${baseUrl}
  username   ${username}
  API key    ${apiKey ?? '(as read from the standard input)'}
  seed       ${seed}

Nothing here is bought, and nothing leaves this machine. Try it:

  key='${apiKey ?? '<API_KEY>'}'
  token=$(printf %s "$key" | openssl dgst -sha256 -hmac "${username}:$(date -u '+%y-%m-%d %H')" | sed 's/.*= //' | tr -d '\\n' | openssl base64 -A)
  curl -s -H 'username: ${username}' -H "token: $token" --data 'searchTerm=example&tldsToInclude[]=com&tldsToInclude[]=dev&premiumEnabled=0' ${baseUrl}/domains/lookup

Ctrl-C ends it.`;
