import { z } from 'zod';
import { keychainFaults } from '#shared/app-error.ts';

/** What crosses between main and the keychain's process. Both sides parse what they get. */

export const keychainRequest = z.discriminatedUnion('call', [
  z.object({ call: z.literal('get'), entry: z.string().min(1) }),
  z.object({ call: z.literal('set'), entry: z.string().min(1), secret: z.string().min(1) }),
  z.object({ call: z.literal('delete'), entry: z.string().min(1) }),
]);
export type KeychainRequest = z.output<typeof keychainRequest>;

export const keychainAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), secret: z.string().nullable() }),
  z.object({ kind: z.literal('failed'), fault: z.enum(keychainFaults) }),
]);
export type KeychainAnswer = z.output<typeof keychainAnswer>;
