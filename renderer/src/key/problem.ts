import { longestKey } from '#shared/areas/secret-windows.ts';

/** What is wrong with a key as it was typed, for the person who typed it; empty when nothing is. */
export function keyProblem(typed: string): string {
  const key = typed.trim();
  if (key === '') return 'Type or paste the key first.';
  if (key.length > longestKey)
    return `A key has at most ${longestKey.toLocaleString()} characters; this has ${key.length.toLocaleString()}.`;
  return '';
}
