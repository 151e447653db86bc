import { longestPassphrase, shortestPassphrase } from '#shared/ipc/code-channel.ts';

/** What is wrong with a passphrase as it was typed twice, for the person who typed it; empty when nothing is. */
export function passphraseProblem(first: string, second: string): string {
  if (first === '') return 'Type a passphrase, or have one made.';
  if (first !== first.trim()) return 'It begins or ends with a blank, which is easily lost. Leave that away.';
  if (first.length < shortestPassphrase)
    return `Too short: ${first.length} of at least ${shortestPassphrase} characters.`;
  if (first.length > longestPassphrase)
    return `Too long: at most ${longestPassphrase.toLocaleString()} characters.`;
  if (second === '') return 'Type it once more.';
  return first === second ? '' : 'The two are not the same.';
}
