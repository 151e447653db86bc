import { z } from 'zod';
import { earlierWays } from '#shared/domain/code.ts';
import {
  type CodeStep,
  type CodeView,
  longestPassphrase,
  shortestPassphrase,
} from '#shared/ipc/code-channel.ts';
import type { Same } from '#shared/ipc/same.ts';
import { instant } from '#shared/ipc/schemas.ts';

/** What the code window's page says. */
export const codeStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begin') }),
  z.strictObject({ kind: z.literal('confirm') }),
  z.strictObject({
    kind: z.literal('passphrase'),
    passphrase: z.string().min(shortestPassphrase).max(longestPassphrase),
  }),
  z.strictObject({ kind: z.literal('copy') }),
  z.strictObject({ kind: z.literal('cancel') }),
]);

const name = z.string().min(1).max(253);
const accountLabel = z.string().max(80);
const accountColour = z.string().max(20);

const question = z.object({
  deed: z.enum(['copy', 'reveal']),
  domain: name,
  accountLabel,
  accountColour,
  lock: z.object({ state: z.enum(['locked', 'unlocked']), readAt: instant }).nullable(),
  canHint: z.boolean(),
  clearClipboardAfterS: z.int().min(1),
  earlier: z.object({ how: z.enum(earlierWays), at: instant }).nullable(),
});

const passphraseQuestion = z.object({
  accountLabel,
  accountColour,
  count: z.int().min(1),
  first: z.array(name).max(20).readonly(),
  fileName: z.string().max(1_000),
});

/** What it is answered with. */
export const codeView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), question, unicode: name }),
  z.object({ kind: z.literal('passphrase'), question: passphraseQuestion }),
  z.object({
    kind: z.literal('code'),
    domain: name,
    unicode: name,
    // Unknown: how long a code can be. The service's answers have a limit of their own.
    code: z.string().min(1),
    hidesInMs: z.number().min(0),
    isProtected: z.boolean(),
    canHint: z.boolean(),
    clearClipboardAfterS: z.int().min(1),
  }),
  z.object({ kind: z.literal('copied'), clearsAt: instant }),
  z.object({ kind: z.literal('not-copied'), why: z.enum(['journal', 'clipboard']) }),
  z.object({ kind: z.literal('over') }),
]);

/** Do not compile unless the schemas and the channel's types say the same. */
export const codeMessagesSayWhatTheTypesSay: readonly [
  Same<z.output<typeof codeStep>, CodeStep>,
  Same<z.output<typeof codeView>, CodeView>,
] = [true, true];
