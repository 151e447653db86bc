const plain = /^[\w@%+=:,./-]+$/;

/** A command line as it can be pasted into a shell. */
export const shellLine = (args: readonly string[]): string => ['namedesk', ...args.map(quoted)].join(' ');

const quoted = (arg: string): string =>
  plain.test(arg) ? arg : process.platform === 'win32' ? `"${arg}"` : `'${arg.replaceAll("'", "'\\''")}'`;
