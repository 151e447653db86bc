import type { AccountOptions } from '#shared/domain/account.ts';
import type { AppError } from '#shared/app-error.ts';
import type { Change } from '#shared/domain/change.ts';
import type { JournalHealth } from '#shared/domain/change-entry.ts';
import type { Account } from '../accounts/account.ts';
import type { Sealing } from '../accounts/sealing.ts';
import type { Throttle, Timer } from '../connections/throttle.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { ResellerClient } from '../reseller/client.ts';
import type { Result } from '#shared/result.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Ledger } from './ledger.ts';

/** What a change needs of an account's connection. */
export interface ChangingConnection {
  readonly account: Pick<Account, 'id' | 'kind' | 'label' | 'baseUrl' | 'username'> & {
    readonly options: AccountOptions;
  };
  readonly client: ChangingClient;
  readonly throttle: Throttle;
  readonly ended: AbortSignal;
}

/** The operations that change something, and those that show what is there. */
export type ChangingClient = Pick<
  ResellerClient,
  | 'lookup'
  | 'readCredits'
  | 'readContacts'
  | 'writeContacts'
  | 'readLock'
  | 'writeLock'
  | 'register'
  | 'renew'
  | 'sync'
  | 'readNameservers'
  | 'writeNameservers'
  | 'registerChildNameserver'
  | 'modifyChildNameserver'
  | 'deleteChildNameserver'
>;

export interface ChangesDeps {
  readonly journal: Workspace['journal'];
  /** Prices of renewals, as they were last looked up. */
  readonly findings: Pick<Workspace['findings'], 'known'>;
  /** Spending limits. */
  readonly settings: Pick<Workspace['settings'], 'read'>;
  /** Why nothing that is paid is sent now; null where it may be. */
  readonly paidChangesBlockedBy: () => AppError | null;
  /** Exported after the journal of changes, where it is given. */
  readonly accesses?: Pick<Workspace['codeAccesses'], 'page'>;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<ChangingConnection>> };
  readonly sealing: Sealing;
  /** Told of what is read before a change and after it; also asked which child nameservers are known. */
  readonly portfolio: Pick<Portfolio, 'learn' | 'children' | 'usersOf' | 'find'>;
  readonly announce: (changes: readonly Change[]) => void;
  readonly announceHealth: (health: JournalHealth) => void;
  /** Takes what was thrown where nobody waits for it. */
  readonly onBug: (thrown: unknown) => void;
  readonly newId: () => string;
  readonly timer: Timer;
  readonly now: () => Date;
}

/** What every part of this folder stands on. */
export interface Context extends ChangesDeps {
  readonly ledger: Ledger;
  /** Aborted when the program ends: nothing new is sent, and nothing is waited for any more. */
  readonly closing: AbortSignal;
  /** Takes care of work that nobody waits for, so that the end of the program can. */
  readonly track: (work: Promise<unknown>) => void;
}
