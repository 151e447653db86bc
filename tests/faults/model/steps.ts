import type { RefereeFunction, TeamTrouble } from '../../support/changes/a-team-database.ts';
import type { FileRow, Manner } from './manners.ts';
import type { Trouble } from './troubles.ts';

/** What happens to a domain without Namedesk. */
/** `sold`: somebody else buys the name; `caught`: as well, and the service shows their contacts to everybody, as a WHOIS does. */
export const happenings = [
  'lock',
  'nameservers',
  'contacts',
  'sold',
  'caught',
  'expiry',
  'transfer',
] as const;
export type Happening = (typeof happenings)[number];

/** What a person asks for, as far as it is chosen beforehand. Numbers choose among what is there then. */
export type Wanted =
  | { readonly kind: 'lock'; readonly state: 'locked' | 'unlocked' }
  | { readonly kind: 'nameservers'; readonly set: number }
  /** `unlocks`: in a batch, each domain is unlocked before and locked again after. */
  | { readonly kind: 'contacts'; readonly city: string; readonly unlocks?: boolean }
  | { readonly kind: 'register'; readonly years: number }
  | { readonly kind: 'renew'; readonly years: number }
  | { readonly kind: 'child'; readonly do: 'register' | 'modify' | 'delete' }
  | { readonly kind: 'sync' };
export type WantedOfMany = Extract<
  Wanted,
  { readonly kind: 'lock' | 'nameservers' | 'contacts' | 'renew' | 'register' }
>;

/** Ways to alter an account. */
/** `moved`: the service has another address, and Ada says that it is the same one; `moved-unknown`: she says that it is another one. */
export const edits = ['label', 'options', 'address', 'user', 'moved', 'moved-unknown'] as const;
/** Limits that are soon gone over, and those that a workspace begins with. */
export const limitsToSet = ['default', 'day-count', 'batch-count', 'day-sum', 'change-sum'] as const;
/** What a person sets of a domain by hand. */
export const ownValues = ['client', 'note', 'tag', 'archive', 'expiry', 'no-expiry'] as const;
/** What is written into a backup. `hostile`: a table whose name ends a statement and begins others. */
export const oddities = ['table', 'view', 'trigger', 'index', 'column', 'hostile'] as const;
export const commands = ['remove', 'add', 'verify', 'list'] as const;
/** What a script does at a terminal with a batch. `apply-on`: goes on after what is uncertain; `wrong-digest`: under another digest. */
export const verbs = [
  ...(['create', 'apply', 'apply-on', 'wrong-digest', 'show', 'list', 'undo'] as const),
  ...(['include', 'exclude', 'pause', 'resume', 'stop'] as const),
] as const;
export type Verb = (typeof verbs)[number];
/** What an assistant does. `force`: tries to have its newest proposal carried out, as somebody who can run commands. */
/** `guess`: proposes values of contacts, to learn from what it is told which of them are there. */
export const attempts = ['propose', 'force', 'ask', 'guess'] as const;

/** What can bring a write to a service. */
export interface Meeting {
  /** What the next write meets; null where all is well. */
  readonly meets: Trouble | null;
}

export interface Deeds {
  /** Opens a review; applies it at once, or keeps it open. */
  readonly review: Meeting & {
    readonly account: number;
    readonly domain: number;
    readonly wanted: Wanted;
    readonly isApplied: boolean;
  };
  readonly apply: Meeting & { readonly which: number };
  readonly batch: Meeting & {
    readonly account: number;
    readonly domains: readonly number[];
    readonly wanted: WantedOfMany;
    /** As soon as it is read. */
    readonly isApplied: boolean;
  };
  /** `isFresh`: the person looks at it once more before. */
  readonly 'apply-batch': Meeting & {
    readonly which: number;
    readonly isFresh: boolean;
    readonly goesOnAfterUncertain: boolean;
  };
  /** Puts back what a batch has changed, by a batch that is applied as soon as it is read, or later. */
  readonly 'undo-batch': Meeting & { readonly which: number; readonly isApplied: boolean };
  readonly 'pause-batch': { readonly which: number };
  readonly 'resume-batch': Meeting & { readonly which: number };
  readonly 'stop-batch': { readonly which: number };
  readonly 'remove-batch': { readonly which: number };
  readonly 'read-batch-again': { readonly which: number };
  readonly row: { readonly which: number; readonly row: number; readonly isExcluded: boolean };
  readonly send: Meeting & { readonly which: number };
  readonly withdraw: { readonly which: number };
  readonly verify: { readonly which: number };
  readonly settle: { readonly which: number; readonly as: 'truth' | 'applied' | 'not-applied' };
  readonly backup: object;
  readonly restore: { readonly which: number };
  /** Something that is not ours is written into a backup, by hand or by a helper, and that is restored. */
  readonly 'odd-backup': { readonly which: number; readonly how: (typeof oddities)[number] };
  /** A backup of another computer's workspace, which paid with the same login, is put among the own ones and restored. */
  readonly foreign: object;
  /**
   * The file is damaged while Namedesk does not run. `first`: who starts first afterwards. `page`: one is all zeros, the one at this
   * share of the file.
   */
  readonly damage: {
    readonly how: 'head' | 'cut' | 'gone' | 'page';
    readonly at: number;
    readonly first: 'window' | 'command-line';
  };
  /** She has looked at the provider what of all that is in doubt was paid, and says that she knows it now. */
  readonly 'end-doubts': object;
  /**
   * While Namedesk does not run, an older copy of its file is put in its place: as by a computer that syncs folders, or by hand.
   * Where there is none yet, this makes one.
   */
  readonly 'put-back': { readonly which: number };
  readonly kill: object;
  readonly restart: object;
  readonly edit: { readonly account: number; readonly what: (typeof edits)[number] };
  readonly 'remove-account': { readonly account: number; readonly isTyped: boolean };
  readonly 'undo-removal': object;
  readonly code: { readonly account: number; readonly domain: number; readonly deed: 'copy' | 'reveal' };
  readonly limit: {
    readonly scope: 'workspace' | 'account';
    readonly account: number;
    readonly what: (typeof limitsToSet)[number];
  };
  readonly draft: { readonly account: number; readonly domain: number };
  readonly 'add-account': { readonly slot: number };
  readonly switch: { readonly account: number };
  readonly 'command-line': {
    readonly command: (typeof commands)[number];
    readonly account: number;
    /** While no window is open. */
    readonly isAlone: boolean;
  };
  /**
   * Command lines for batches, one after another. `isAlone`: each is a process of its own, while no window is open. So long after the
   * last one has begun, somebody presses Ctrl-C, or its process is killed.
   */
  readonly script: Meeting & {
    readonly verbs: readonly Verb[];
    readonly account: number;
    readonly domains: readonly number[];
    readonly wanted: WantedOfMany;
    /** Of the reviews that were printed, and of the batches. */
    readonly which: number;
    readonly isAlone: boolean;
    readonly ends: { readonly afterMs: number; readonly how: 'ctrl-c' | 'kill' } | null;
  };
  readonly assistant: {
    readonly attempt: (typeof attempts)[number];
    readonly account: number;
    readonly domains: readonly number[];
    readonly wanted: WantedOfMany;
    readonly isAlone: boolean;
  };
  /** Ada looks at what an assistant has proposed. */
  readonly answer: Meeting & { readonly which: number; readonly as: 'approved' | 'discarded' };
  /** Assistants are switched on or off. */
  readonly assistants: { readonly isOn: boolean };
  /** What was ordered last, which is offered for the next order of the account. */
  readonly 'last-order': { readonly account: number; readonly deed: 'save' | 'read' | 'forget' };
  readonly wait: { readonly ms: number };
  readonly trouble: {
    readonly on: 'write' | 'read';
    readonly times: number;
    readonly trouble: Trouble;
  };
  /** From now on a service charges so long after it has done something, or never, and shows its credit as it was so long before. */
  readonly billing: {
    readonly login: number;
    readonly afterMs: number | null;
    readonly lagMs: number;
  };
  /** The reseller pays something in at the provider. */
  readonly 'top-up': { readonly login: number; readonly cents: number };
  /** From now on look-ups at a login say that each year of a renewal costs so much, and so much is taken for it. */
  readonly price: { readonly login: number; readonly cents: number; readonly takes: number };
  readonly away: { readonly login: number; readonly ms: number };
  /** Imports a file of domains into the portfolio. */
  readonly import: { readonly account: number; readonly rows: readonly FileRow[] };
  readonly 'undo-import': { readonly which: number };
  readonly own: {
    readonly account: number;
    readonly domain: number;
    readonly what: (typeof ownValues)[number];
  };
  readonly 'registry-switch': { readonly isOn: boolean };
  /** `isWide`: also for names that are nobody's, or of a file alone. */
  readonly 'look-up': { readonly account: number; readonly isWide: boolean };
  readonly registry: { readonly manner: Manner };
  readonly happen: { readonly login: number; readonly domain: number; readonly what: Happening };
  /** The team's database cannot be reached for so long, or the answers to a function get lost. */
  readonly database:
    { readonly awayMs: number } | { readonly loses: TeamTrouble; readonly of: RefereeFunction };
}

/** Of the courses of things of a team alone. */
export type OfTeam = 'database';

interface AStep<D extends keyof Deeds> {
  readonly do: D;
  /** So long nobody does anything after it. */
  readonly thenMs: number;
  /** Of several desks, the one at which it is done; the first where nothing is said. */
  readonly desk?: number;
}

/** One thing that a person, a service, the machine or time does. */
export type Step = { readonly [D in keyof Deeds]: AStep<D> & Deeds[D] }[keyof Deeds];
export type StepOf<D extends keyof Deeds> = Extract<Step, { readonly do: D }>;

/** How the program is run. `thread`: its file on a thread of its own. `sockets`: services on loopback. */
export type Ground = 'in-process' | 'thread' | 'sockets';

/** Everything that decides what happens in a run: the same history comes to the same, always. */
export interface History {
  readonly seed: number;
  readonly number: number;
  readonly ground: Ground;
  readonly isBesideCommandLine: boolean;
  /** The machine has a keychain; without one, keys are kept in memory. */
  readonly hasKeychain: boolean;
  readonly startAt: string;
  readonly creditCents: number;
  /** Ada has switched on that registries are asked, and that assistants may propose. */
  readonly isRegistryOn: boolean;
  readonly isAssistantOn: boolean;
  /** So long after its begin the domains expire, those of the person first. */
  readonly expireInMs: readonly number[];
  /** Computers with Namedesk, which belong to one team where they are several. */
  readonly desks: number;
  readonly steps: readonly Step[];
}
