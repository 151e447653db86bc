import type { AskingDeed, CodeAccess, CodeOutcome } from '#shared/domain/code.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { AccessWritten } from '../workspace/code-requests.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface AccountOfAccess {
  readonly id: string;
  readonly label: string;
}

/** Which codes were asked for, line by line. What is answered outlives a power cut. */
export interface AccessJournal {
  /**
   * Writes down that a code is about to be asked for. Nothing may be asked of the service before this is answered.
   *
   * @returns The access's number, for {@link AccessJournal.answered}.
   *
   * Fails with: `storage`, `journal-broken`. Nothing may be asked then.
   */
  readonly asked: (
    account: AccountOfAccess,
    /** As A-labels. */
    domain: string,
    deed: AskingDeed,
  ) => Promise<Result<number>>;
  /**
   * Writes down what came of it, once. Where it fails, the access stays one of which it is not known what came: the code
   * need not be kept from the user for that.
   *
   * Fails with: `storage`, `journal-broken`.
   */
  readonly answered: (access: number, outcome: CodeOutcome) => Promise<Result<null>>;
  /**
   * Writes down, in one line, that the code which is shown is about to be copied; the service is not asked.
   *
   * Fails with: `storage`, `journal-broken`. Nothing may be copied then.
   */
  readonly copiesShown: (account: AccountOfAccess, domain: string) => Promise<Result<null>>;
  /** Each access to a domain's code once, the newest first, 200 at most. */
  readonly of: (accountId: string, domain: string) => Promise<Result<readonly CodeAccess[]>>;
}

const mostShown = 200;

export function createAccessJournal(deps: {
  readonly workspace: Pick<Workspace, 'codeAccesses'>;
  readonly now: () => Date;
}): AccessJournal {
  const { codeAccesses } = deps.workspace;
  const at = (): string => deps.now().toISOString();
  return {
    asked: async ({ id: accountId, label: accountLabel }, domain, deed) =>
      concluded(await codeAccesses.ask({ at: at(), accountId, accountLabel, domain, deed })),
    async answered(access, outcome) {
      const written = concluded(await codeAccesses.conclude({ access, at: at(), outcome }));
      return written.ok ? ok(null) : written;
    },
    async copiesShown({ id: accountId, label: accountLabel }, domain) {
      const written = concluded(await codeAccesses.noteCopy({ at: at(), accountId, accountLabel, domain }));
      return written.ok ? ok(null) : written;
    },
    of: (accountId, domain) => codeAccesses.list({ accountId, domain, text: '', limit: mostShown }),
  };
}

function concluded(written: Result<AccessWritten>): Result<number> {
  if (!written.ok) return written;
  const { kind, seq } = written.value;
  return kind === 'written' ? ok(seq) : fail({ kind: 'journal-broken', journal: 'accesses', seq });
}
