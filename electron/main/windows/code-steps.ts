import { ok } from '#shared/result.ts';
import { guarded, type GuardedCall } from '../ipc/guards.ts';
import { trustOnly } from '../ipc/sender.ts';
import type { Logger } from '../log/logger.ts';
import { pageOrigins } from './app-protocol.ts';
import { codeStep, codeView } from './code-messages.ts';
import type { CodeTalk } from './code-talk.ts';

/** What the page of one code window says, behind the guards of every request: nobody else takes part in the talk. */
export const codeSteps = (contentsId: number, talk: Pick<CodeTalk, 'step'>, log: Logger): GuardedCall =>
  guarded({
    name: 'code.step',
    input: codeStep,
    output: codeView,
    isTrusted: trustOnly(() => contentsId, pageOrigins.code),
    handler: async (step: Parameters<CodeTalk['step']>[0]) => ok(await talk.step(step)),
    log,
  });
