import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Intake } from '../../intake/intake.ts';

export interface IntakeHandlersDeps {
  readonly intake: Intake;
  /** Asks the user for a file to read; its path, or null where there is none. */
  readonly askForFile: () => Promise<string | null>;
}

export const createIntakeHandlers = ({ intake, askForFile }: IntakeHandlersDeps): Handlers['intake'] => ({
  readText: ({ draftId, text, choices }) => intake.read(draftId, { kind: 'text', text }, choices),
  readBytes: ({ draftId, fileName, bytes, choices }) =>
    intake.read(draftId, { kind: 'bytes', fileName, bytes }, choices),
  async chooseFile({ draftId, choices }) {
    const path = await askForFile();
    if (path === null) return ok({ report: null });
    const report = await intake.read(draftId, { kind: 'file', path }, choices);
    return report.ok ? ok({ report: report.value }) : report;
  },
  reread: ({ draftId, choices }) => intake.reread(draftId, choices),
  count: intake.count,
  generate: ({ draftId, ...recipe }) => intake.generate(draftId, recipe),
  discard({ draftId }) {
    intake.discard(draftId);
    return Promise.resolve(ok({}));
  },
});
