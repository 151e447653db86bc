import { longestPassphrase, shortestPassphrase } from '#shared/ipc/code-channel.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { Secret } from '../../accounts/secret.ts';
import type { Terminal } from '../terminal.ts';

/** The passphrase, out of the first line of the standard input, as it stands there. Fails with a sentence. */
export async function passphraseFromInput({
  input,
  columns,
  err,
}: Terminal): Promise<Result<Secret, string>> {
  if (columns !== null) err('Reading the passphrase from the first line of the standard input …');
  const line = await input.firstLine();
  return line === null
    ? fail('The first line of the standard input is too long for a passphrase.')
    : taken(line);
}

/** Asks for it twice, without showing it; null where the user turned back. Fails with a sentence. */
export async function askForPassphrase({
  askHidden,
  ending,
}: Terminal): Promise<Result<Secret | null, string>> {
  const first = await askHidden('Passphrase for the file: ');
  if (first === null) {
    return ending.aborted
      ? ok(null)
      : fail(
          'There is no terminal to ask for the passphrase: give it in the first line of the standard input, with --passphrase-stdin.',
        );
  }
  const passphrase = taken(first);
  if (!passphrase.ok) return passphrase;
  const second = await askHidden('The same once more: ');
  if (second === null) return ok(null);
  return second === first ? passphrase : fail('These were two different passphrases. Nothing was asked.');
}

function taken(text: string): Result<Secret, string> {
  if (text.length < shortestPassphrase)
    return fail(
      `The passphrase has to have ${shortestPassphrase} characters at least: whoever has the file can try as many as they like.`,
    );
  return text.length > longestPassphrase
    ? fail(`The passphrase can have ${longestPassphrase} characters at most.`)
    : ok(new Secret(text));
}
