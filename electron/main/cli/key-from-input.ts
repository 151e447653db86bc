import { fail, ok, type Result } from '#shared/result.ts';
import { Secret } from '../accounts/secret.ts';
import type { Terminal } from './terminal.ts';

/** The API key, out of the first line of the standard input. Fails with a sentence. */
export async function keyFromInput({ input, columns, err }: Terminal): Promise<Result<Secret, string>> {
  if (columns !== null) err('Reading the API key from the first line of the standard input …');
  const line = await input.firstLine();
  const key = line?.trim();
  if (key === undefined) return fail('The first line of the standard input is too long for a key.');
  if (key === '') return fail('The standard input has no key in its first line.');
  return /\s/u.test(key)
    ? fail('The first line of the standard input has spaces: this is not a key.')
    : ok(new Secret(key));
}
