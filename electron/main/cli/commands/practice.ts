import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { practiceTroubles } from '#shared/domain/practice-troubles.ts';
import { startPracticeService } from '../../practice/service.ts';
import { numberOption, option, withDefault } from '../options.ts';
import { row } from '../rows.ts';
import { exitCodes } from '../terminal.ts';

const username = 'practice@namedesk.example';

const afterHelp = `
Domains whose names begin like this go wrong on purpose:
${practiceTroubles.map(({ prefix, what }) => `  ${`${prefix}…`.padEnd(12)} ${what}`).join('\n')}
The account has one of each, such as ${practiceTroubles.map(({ example }) => example).join(', ')}.`;

export const noun = row('', {
  about:
    'Runs the practice service on 127.0.0.1: an account of the Domain Reseller API v2.2 where everything works and nothing costs anything. It runs until Ctrl-C. Each start begins fresh, with a credit of 500.00, a dozen domains, and prices for most names.',
  options: [
    withDefault(
      numberOption('--port <P>', 'the port to listen on', { least: 0, most: 65_535 }),
      0,
      'a free one',
    ),
    withDefault(
      numberOption('--seed <N>', 'decides which names are free; the same seed always finds the same', {
        least: 0,
        most: 4_294_967_295,
      }),
      1,
    ),
    option(
      '--key-stdin',
      'uses the first line of standard input as the API key; otherwise one is generated and printed',
    ),
  ],
  after: afterHelp,
  async doesHere({ command, terminal, refuse }, { port, seed, keyStdin }) {
    const isKeyGiven = keyStdin === true;
    const apiKey = isKeyGiven ? await terminal.input.firstLine() : randomBytes(24).toString('base64url');
    if (apiKey === null || apiKey === '') {
      const problem = apiKey === null ? 'too long a first line.' : 'no key in its first line.';
      return refuse(`--key-stdin was given, but the standard input has ${problem}`);
    }
    const served = { username, apiKey, port, seed, isShowcase: true };
    const service = await startPracticeService(served).catch(portProblem);
    if (typeof service === 'string')
      return {
        err: `namedesk ${command}: port ${port} ${service} Choose another one with --port, or leave it out.`,
        code: exitCodes.failed,
      };
    terminal.out(welcome(service.baseUrl, seed, isKeyGiven ? null : apiKey));
    if (!terminal.ending.aborted) await once(terminal.ending, 'abort');
    await service.stop();
    return exitCodes.done;
  },
});

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

/**
 * What an integrator needs to connect a client to the practice service, and two commands to test that it answers.
 *
 * @param apiKey Null for a key given by the user: it is not printed.
 */
const welcome = (baseUrl: string, seed: number, apiKey: string | null): string => `Practice service
  base URL   ${baseUrl}
  username   ${username}
  API key    ${apiKey ?? '(as read from the standard input)'}
  seed       ${seed}

Nothing here is bought, and nothing leaves this machine. Try it:

  key='${apiKey ?? '<API_KEY>'}'
  token=$(printf %s "$key" | openssl dgst -sha256 -hmac "${username}:$(date -u '+%y-%m-%d %H')" | sed 's/.*= //' | tr -d '\\n' | openssl base64 -A)
  curl -s -H 'username: ${username}' -H "token: $token" --data 'searchTerm=example&tldsToInclude[]=com&tldsToInclude[]=dev&premiumEnabled=0' ${baseUrl}/domains/lookup

Ctrl-C ends it.`;
