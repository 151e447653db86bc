import { MessageChannel } from 'node:worker_threads';
import type { Secret } from '../../accounts/secret.ts';
import { createJobThread } from '../../threads/job-thread.ts';
import type { ClearPiece, SealedPiece, SealFile } from './sealing.ts';

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
 * An encryptor on a thread of its own, which ends with its file: codes in clear are on its heap, and with the thread the heap
 * goes back to the system.
 *
 * @param workerUrl The thread's code: `savings-worker.js` of the build, or `savings-worker.ts` where sources are run.
 */
export const encryptorOnThread =
  (workerUrl: URL): StartEncryptor =>
  (passphrase, { onPiece, onFailure }) => {
    const thread = createJobThread<SealFile>({ workerUrl });
    const { port1: pieces, port2: port } = new MessageChannel();
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
    pieces.on('message', (piece: SealedPiece) => {
      ready.resolve(undefined);
      isLastOut = piece === null;
      if (piece === null) ended.resolve(undefined);
      else onPiece(piece);
    });
    const job = thread
      .run({ passphrase: passphrase.reveal(), port }, { handedOver: [port] })
      // A file that is done says so itself, by its last piece.
      .then((ran) => (ran.ok ? undefined : fail(new Error('The thread ended before its file had'))), fail);
    const send = (piece: ClearPiece): void => pieces.postMessage(piece);
    return {
      ready: ready.promise,
      put: (text) => send(text.reveal()),
      async finish() {
        send(null);
        await ended.promise;
      },
      async stop() {
        await thread.close();
        await job;
        pieces.close();
      },
    };
  };
