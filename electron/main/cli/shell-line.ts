import { relative } from 'node:path';

const plain = /^[\w@%+=:,./-]+$/;

/** A command line as it can be pasted into a shell. @param calledAs As the shell knows the program. */
export const shellLine = (calledAs: string, args: readonly string[]): string =>
  [calledAs, ...args.map(quoted)].join(' ');

/** How this process was called: by npm's script, or straight from the sources. */
export function calledAs(environment: NodeJS.ProcessEnv, argv: readonly string[], cwd: string): string {
  if (environment['npm_lifecycle_event'] === 'namedesk') return 'npm run --silent namedesk --';
  return `node ${quoted(relative(cwd, argv[1] ?? '') || '.')}`;
}

const quoted = (arg: string): string =>
  plain.test(arg) ? arg : process.platform === 'win32' ? `"${arg}"` : `'${arg.replaceAll("'", "'\\''")}'`;
