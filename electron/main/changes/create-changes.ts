import type { Change } from '#shared/domain/change.ts';
import type { JournalHealth } from '#shared/domain/change-entry.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Sealing } from '../accounts/sealing.ts';
import type { Connections } from '../connections/connections.ts';
import type { Timer } from '../connections/throttle.ts';
import { notBuilt } from '../not-built.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Changes } from './changes.ts';

export interface ChangesDeps {
  readonly journal: Workspace['journal'];
  readonly accounts: Pick<Accounts, 'find'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly sealing: Sealing;
  /** Told of what is read before a change and after it; also asked which child nameservers are known. */
  readonly portfolio: Pick<Portfolio, 'learn' | 'children' | 'usersOf' | 'find'>;
  readonly announce: (changes: readonly Change[]) => void;
  readonly announceHealth: (health: JournalHealth) => void;
  /** Takes what was thrown where nobody waits for it. */
  readonly onBug: (thrown: unknown) => void;
  readonly newId: () => string;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly timer: Timer;
  readonly now: () => Date;
}

export const createChanges = (_deps: ChangesDeps): Changes => notBuilt();
