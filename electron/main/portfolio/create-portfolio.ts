import type { Domain, Reading } from '#shared/domain/portfolio.ts';
import type { Sealing } from '../accounts/sealing.ts';
import type { Connections } from '../connections/connections.ts';
import { notBuilt } from '../not-built.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Portfolio } from './portfolio.ts';

export interface PortfolioDeps {
  readonly workspace: Pick<Workspace, 'tlds'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly sealing: Sealing;
  readonly announce: (accountId: string, domains: readonly Domain[], removed: readonly string[]) => void;
  readonly announceReading: (reading: Reading) => void;
  readonly onBug: (thrown: unknown) => void;
  readonly newId: () => string;
  readonly now: () => Date;
}

export const createPortfolio = (_deps: PortfolioDeps): Portfolio => notBuilt();
