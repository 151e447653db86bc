import { z } from 'zod';

/** What crosses between main and the thread that encrypts a file. Both sides parse what they get. */

/** What the thread begins with. */
export const sealing = z.object({ passphrase: z.string().min(1) });
export type Sealing = z.output<typeof sealing>;

/** A piece of text for the file; null after the last one. */
export const clearPiece = z.string().nullable();
export type ClearPiece = z.output<typeof clearPiece>;

/** A piece of the encrypted file; null after the last one. */
export const sealedPiece = z.instanceof(Uint8Array).nullable();
