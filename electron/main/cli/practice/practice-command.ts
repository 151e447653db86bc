import { randomBytes } from 'node:crypto';
import { startPracticeService } from '../../practice/service.ts';
import type { Command } from '../command.ts';
import { sayUsage } from '../say.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type PracticeArguments, readPracticeArguments } from './practice-arguments.ts';
import { practiceWelcome } from './practice-welcome.ts';

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

/** What is wrong with the port, or the error itself thrown again where it is about something else. */
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
