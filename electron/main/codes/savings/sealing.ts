import type { MessagePort } from 'node:worker_threads';

/** What crosses between main and the thread that encrypts a file. */
export interface Sealing {
  readonly passphrase: string;
  /** Takes the text for the file and brings the encrypted file, each in pieces; null after the last one. */
  readonly port: MessagePort;
}

/** Ends when the last piece is out. */
export type SealFile = (sealing: Sealing) => Promise<null>;

export type ClearPiece = string | null;
export type SealedPiece = Uint8Array | null;
