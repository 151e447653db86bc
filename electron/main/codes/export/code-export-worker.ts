import { Encrypter } from 'age-encryption';
import { serveJobs } from '../../system/job-thread.ts';
import type { ClearPiece, EncryptedPiece, EncryptFile } from './encrypted-file.ts';

/**
 * Encrypts one file in the age format, piece by piece, with a passphrase. Deriving the key is slow by design (scrypt, 2^18: more
 * than a second and 256 MiB) and blocks its thread for that time, so it does not run in main.
 *
 * Source: C2SP age, "The scrypt recipient type".
 */
serveJobs<EncryptFile>(async ({ passphrase, port }) => {
  const put = (piece: EncryptedPiece): void => port.postMessage(piece);
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const clear = writable.getWriter();
  const utf8 = new TextEncoder();
  port.on('message', (piece: ClearPiece) => {
    if (piece === null) clear.close().catch(unheard);
    else clear.write(utf8.encode(piece)).catch(unheard);
  });
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  for await (const piece of await encrypter.encrypt(readable)) put(piece);
  put(null);
  return null;
});

/** Ignores write errors: they also fail the reader of the file, which throws, and the job ends with that. */
function unheard(): void {}
