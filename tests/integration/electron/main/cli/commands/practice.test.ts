import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type CommandLine, commandLinesOfThisFile } from '../command-line.ts';

const run = commandLinesOfThisFile();

/** Waits for the welcome, and reads one of its lines. */
async function shown({ out }: CommandLine, name: string): Promise<string> {
  await expect.poll(out, { timeout: 10_000 }).toContain('Ctrl-C ends it.');
  return new RegExp(`^ {2}${name} +(.*)$`, 'm').exec(out())?.[1] ?? '';
}

/** The commands that the welcome offers for trying it, as a shell runs them. */
function tried({ out }: CommandLine, key: string): unknown {
  const lines = out()
    .split('\n')
    .filter((line) => /^ {2}(?:key|token|curl)\b/.test(line));
  const script = lines.join('\n').replace('<API_KEY>', key);
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  return JSON.parse(stdout) as unknown;
}

const hasTools = ['curl', 'openssl'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

describe('namedesk practice', () => {
  it.skipIf(!hasTools)(
    'prints commands that get an answer from it, with the token made by openssl',
    async () => {
      const running = run(['practice', '--seed', '7']);
      expect(await shown(running, 'API key')).toMatch(/^[\w-]{32}$/);
      expect(tried(running, '')).toMatchObject([
        { domainName: 'example.com', isAvailable: false },
        { domainName: 'example.dev', isAvailable: true },
      ]);
    },
  );

  it.skipIf(!hasTools)('takes the key from the standard input and does not print it', async () => {
    const running = run(['practice', '--key-stdin'], 'my-own key\nnot this line\n');
    expect(await shown(running, 'API key')).toBe('(as read from the standard input)');
    expect(running.out()).not.toContain('my-own');
    expect(tried(running, 'my-own key')).toMatchObject([{ domainName: 'example.com' }, {}]);
  });

  it('makes its key anew at each start', async () => {
    const keys = await Promise.all([1, 2].map(() => shown(run(['practice']), 'API key')));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('goes on until %s and then ends with 0', async (signal) => {
    const running = run(['practice']);
    await shown(running, 'base URL');
    running.process.kill(signal);
    expect(await running.ended).toBe(0);
    expect(running.err()).toBe('');
  });

  it('says that a port is in use', async () => {
    const { port } = new URL(await shown(run(['practice']), 'base URL'));
    const second = run(['practice', '--port', port]);
    expect(await second.ended).toBe(1);
    expect(second.err()).toBe(
      `namedesk practice: port ${port} is in use by another program. Choose another one with --port, or leave it out.\n`,
    );
  });

  it('--help explains it', async () => {
    const { ended, out } = run(['practice', '--help']);
    expect(await ended).toBe(0);
    expect(out()).toMatch(/^Usage: namedesk practice .*--port P.*--seed N.*--key-stdin/s);
  });

  it.each([
    ['an unknown option', ['--prot', '1'], 'There is no option "--prot". Did you mean "--port"?'],
    ['a word too many', ['now'], '"now" is a word too many.'],
    ['a port that is none', ['--port', 'http'], '--port must be a whole number from 0 to 65535, not "http".'],
    ['a port too high', ['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536".'],
    ['an option without its value', ['--port'], '--port needs a value after it.'],
    ['a broken seed', ['--seed', '1.5'], '--seed must be a whole number from 0 to 4294967295, not "1.5".'],
    ['no key on the input', ['--key-stdin'], '--key-stdin was given, but the standard input has no key'],
  ])('ends with 2 and a sentence on %s', async (_case, args, sentence) => {
    const { ended, out, err } = run(['practice', ...args]);
    expect(await ended).toBe(2);
    expect(out()).toBe('');
    expect(err()).toContain(`namedesk practice: ${sentence}`);
  });
});
