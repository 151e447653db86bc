import { Worker } from 'node:worker_threads';
import type { Secret } from '../../accounts/secret.ts';
import { type ClearPiece, type Sealing, sealedPiece } from './sealing.ts';

/** Turns text into an encrypted file, piece by piece. The text is kept no longer than it takes. */
export interface Encryptor {
  /** It has made a key of the passphrase. Rejects with a mistake of ours, as it is found. */
  readonly ready: Promise<void>;
  readonly put: (text: Secret) => void;
  /** The last piece of the file has come out. Rejects with a mistake of ours. */
  readonly finish: () => Promise<void>;
  /** Gives the file up. */
  readonly stop: () => Promise<void>;
}

export interface EncryptorEvents {
  /** Called with each piece of the encrypted file, in their order. */
  readonly onPiece: (piece: Uint8Array) => void;
  /** Called when it can do no more before its last piece is out; never after that. */
  readonly onFailure: (thrown: unknown) => void;
}

export type StartEncryptor = (passphrase: Secret, events: EncryptorEvents) => Encryptor;

/**
 * An encryptor on a thread of its own.
 *
 * @param workerUrl The thread's code: `savings-worker.js` of the build, or `savings-worker.ts` where sources are run.
 */
export const encryptorOnThread =
  (workerUrl: URL): StartEncryptor =>
  (passphrase, { onPiece, onFailure }) => {
    const workerData: Sealing = { passphrase: passphrase.reveal() };
    const worker = new Worker(workerUrl, { workerData });
    const [ready, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    // Either is looked at when it is waited for.
    for (const { promise } of [ready, ended]) promise.catch(() => undefined);
    let isLastOut = false;
    const fail = (thrown: unknown): void => {
      if (isLastOut) return;
      ready.reject(thrown);
      ended.reject(thrown);
      onFailure(thrown);
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('The thread ended before its file had')));
    worker.on('message', (message: unknown) => {
      const piece = sealedPiece.parse(message);
      ready.resolve(undefined);
      isLastOut = piece === null;
      if (piece === null) ended.resolve(undefined);
      else onPiece(piece);
    });
    const send = (piece: ClearPiece): void => worker.postMessage(piece);
    return {
      ready: ready.promise,
      put: (text) => send(text.reveal()),
      async finish() {
        send(null);
        await ended.promise;
      },
      async stop() {
        await worker.terminate();
      },
    };
  };
