import type { ChangeAsk } from '../../../shared/changes/index.ts';
import type { ChangeFamily, ChangeState } from '../../../shared/domain/change-kinds.ts';

/** How much faster the clock of a desk runs than the world's. */
export const timesFaster = 25;

/** The service's clock stands still, so that its tokens are those of one hour. */
export const practiceNow = (): Date => new Date('2026-03-01T10:30:00Z');

/** The header that says to the front of a service which change a write sends. */
export const changeHeader = 'x-change';

/** Where a desk can be stopped within itself. */
export const deskPoints = [
  'before sending is on the disk',
  'after sending is on the disk',
  'before the answer is on the disk',
  'after the answer is on the disk',
] as const;
export type DeskPoint = (typeof deskPoints)[number];

export interface Login {
  /** As every desk has it; nobody listens there. */
  readonly baseUrl: string;
  readonly username: string;
  readonly apiKey: string;
  /** The way of this desk to it. */
  readonly front: string;
}

export interface Opening {
  readonly directory: string;
  /** Of the team's database, by way of this desk's proxy. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly logins: readonly Login[];
  readonly points: readonly DeskPoint[];
  readonly isFollowing: boolean;
  readonly now: string;
}

/** One change of several domains at an account, or a batch of them. */
export interface Wanted {
  readonly account: number;
  readonly ask: ChangeAsk;
  readonly domains: readonly string[];
  readonly isBatch: boolean;
}

export interface Reviewed {
  readonly domain: string;
  readonly said: string;
}

export interface ChangeReport {
  readonly id: string;
  readonly domain: string;
  readonly family: ChangeFamily;
  readonly account: number;
  readonly state: ChangeState;
  readonly isOpen: boolean;
  readonly teamEffect: string | null;
}

export interface DeskReport {
  readonly deskId: string;
  /** The number of the last entry of the team's journal that it has. */
  readonly seen: number;
  /** What it says of the team's history. */
  readonly fault: string | null;
  readonly changes: readonly ChangeReport[];
  /** The names of which it says that they were perhaps paid for twice. */
  readonly paidTwice: readonly string[];
  readonly bugs: readonly string[];
}

export type Come =
  { readonly pass: number } | { readonly number: number; readonly task: string; readonly given: unknown };

export type Said =
  | { readonly isReady: true }
  | { readonly at: DeskPoint; readonly number: number }
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly failed: string };
