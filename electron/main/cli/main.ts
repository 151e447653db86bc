// The command line: `npm run --silent namedesk -- <command>` in a checkout.
import { createInterface } from 'node:readline';
import { runCommandLine } from './run.ts';
import type { Terminal } from './terminal.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => ending.abort());
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    process.stdin.destroy();
  }
}

const terminal: Terminal = {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  firstLine,
  ending: ending.signal,
};

process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
