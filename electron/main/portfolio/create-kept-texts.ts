import type { Sealing } from '../accounts/sealing.ts';
import { notBuilt } from '../not-built.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Drafts, Templates } from './kept-texts.ts';

export interface KeptTextsDeps {
  readonly workspace: Pick<Workspace, 'settings'>;
  readonly sealing: Sealing;
  readonly newId: () => string;
  readonly now: () => Date;
}

export const createTemplates = (_deps: KeptTextsDeps): Templates => notBuilt();

export const createDrafts = (_deps: KeptTextsDeps): Drafts => notBuilt();
