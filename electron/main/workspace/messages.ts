import { z } from 'zod';
import { storageFaults } from '#shared/app-error.ts';
import { restoreNotice } from '#shared/ipc/first-schemas.ts';

/** What crosses between main and the workspace's thread. Both sides parse what they get. */

export const workerInput = z.object({ directory: z.string().min(1) });

export const call = z.object({ id: z.int(), area: z.string(), method: z.string(), input: z.unknown() });
export type Called = z.output<typeof call>;

const opened = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('opened'),
    opening: z.object({
      notice: restoreNotice.nullable(),
      copyPath: z.string().nullable(),
      version: z.int(),
    }),
  }),
  z.object({ kind: z.literal('failed'), fault: z.enum(storageFaults) }),
]);
export type Opened = z.output<typeof opened>;

/** The arguments of the first `message` event. */
export const firstMessage = z.tuple([opened]);

export const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    id: z.int(),
    value: z.unknown(),
    /** Of what was handed over with the call. */
    handedBack: z.array(z.instanceof(ArrayBuffer)).readonly(),
  }),
  z.object({ kind: z.literal('failed'), id: z.int(), fault: z.enum(storageFaults) }),
  z.object({ kind: z.literal('bug'), id: z.int(), thrown: z.instanceof(Error) }),
]);
export type Answer = z.output<typeof answer>;
