import { notBuilt } from '../not-built.ts';
import type { Sealing } from './sealing.ts';
import type { Vault } from './vault.ts';

export interface SealingDeps {
  readonly vault: Pick<Vault, 'read' | 'write'>;
}

export const createSealing = (_deps: SealingDeps): Sealing => notBuilt();
