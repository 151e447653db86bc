import type { AnswerLog } from '../../../electron/main/workspace/answer-log.ts';

/** A log that can write nothing down: what comes is safe only when the workspace has it. */
export const noAnswerLog: AnswerLog = { add: () => null, close: () => undefined };
