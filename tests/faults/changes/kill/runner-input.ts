import type { ChangeAsk } from '../../../../shared/changes/index.ts';
import type { KillPoint } from './points.ts';

/** What a process is told that makes one change and is killed over it. */
export interface RunnerInput {
  readonly directory: string;
  readonly baseUrl: string;
  readonly accountId: string;
  readonly domain: string;
  readonly ask: ChangeAsk;
  readonly point: KillPoint;
}

/** What it prints when the change is written down; and when it came to its end, because nothing killed it. */
export type RunnerLine = { readonly begun: string } | { readonly over: string };
