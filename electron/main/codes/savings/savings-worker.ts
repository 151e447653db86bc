import { parentPort, workerData } from 'node:worker_threads';
import { Encrypter } from 'age-encryption';
import { clearPiece, sealing } from './sealing.ts';

/**
 * Encrypts one file in the age format, piece by piece, with a passphrase. Making a key of it is meant to take long (scrypt,
 * 2^18: more than a second and 256 MiB) and holds its thread all that time: main has no such second.
 *
 * Source: C2SP age, "The scrypt recipient type".
 */
if (parentPort === null) throw new Error('A file is encrypted on a thread of its own');

const port = parentPort;
const put = (piece: Uint8Array | null): void => port.postMessage(piece);

const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
const clear = writable.getWriter();
const utf8 = new TextEncoder();

/** What cannot be written fails where the file is read: its reader below throws, and the thread ends with that. */
const unheard = (): void => undefined;

port.on('message', (message: unknown) => {
  const piece = clearPiece.parse(message);
  if (piece === null) clear.close().catch(unheard);
  else clear.write(utf8.encode(piece)).catch(unheard);
});

const encrypter = new Encrypter();
encrypter.setPassphrase(sealing.parse(workerData).passphrase);
const sealed = await encrypter.encrypt(readable);
for await (const piece of sealed) put(piece);
put(null);
port.close();
