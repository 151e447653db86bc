import { z } from 'zod';
import { appError } from '#shared/ipc/error-schema.ts';
import { draftReport, readingChoices, recipe } from '#shared/ipc/session-schemas.ts';

/** What crosses between main and the intake's thread. Both sides parse what they get. */

const wholeBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const nameSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('bytes'), fileName: z.string(), bytes: wholeBytes }),
  z.object({ kind: z.literal('file'), path: z.string() }),
]);

export const intakeTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    source: nameSource,
    choices: readingChoices,
    knownTlds: z.array(z.string()),
  }),
  z.object({ kind: z.literal('generate'), recipe, knownTlds: z.array(z.string()) }),
]);
export type IntakeTask = z.output<typeof intakeTask>;

export const intakeAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('made'), names: z.string(), report: draftReport.omit({ draftId: true }) }),
  z.object({ kind: z.literal('failed'), error: appError }),
  z.object({ kind: z.literal('bug'), thrown: z.instanceof(Error) }),
]);
export type IntakeAnswer = z.output<typeof intakeAnswer>;
