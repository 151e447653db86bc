import { z } from 'zod';
import { accountColours } from '../domain/account.ts';
import { chainReadings, restoreReasons } from '../domain/backup.ts';
import { changeKinds, changeStates, mostNameservers } from '../domain/change.ts';
import { limitSumPattern, mostLimitCount } from '../domain/limits.ts';

// What every start needs, by itself: to make a schema takes time, and a start waits for it.

/** Limits on what may cross from the page. Longer input is refused by the guard, not cut. */
export const text = (max: number) => z.string().max(max);

export const accountId = text(64).min(1);
export const domainText = text(2_048);
export const tld = text(253).min(1);
export const tldList = z.array(tld).max(2_000);
export const instant = z.iso.datetime();
export const nothing = z.object({});

const decimal = z.string().regex(limitSumPattern);
const paidChanges = z.number().int().min(0).max(mostLimitCount);

const spendingLimits = z.object({
  changeSum: decimal.nullable(),
  batchSum: decimal.nullable(),
  batchCount: paidChanges.nullable(),
  daySum: decimal.nullable(),
  dayCount: paidChanges.nullable(),
});

export const accountOptions = z.object({
  tldNotation: z.enum(['without-dot', 'with-dot']),
  requestsPerSecond: z.number().min(0.1).max(1_000),
  concurrency: z.number().int().min(1).max(64),
  tldsPerRequest: z.number().int().min(1).max(500),
  premiumEnabled: z.boolean(),
  timeoutMs: z.number().int().min(1_000).max(300_000),
  sendTimestamp: z.boolean(),
  writableRoles: z.array(text(64)).max(16).readonly(),
  postcodeField: z.enum(['postcode', 'zipcode']),
  mostNameservers: z.number().int().min(2).max(mostNameservers),
  limits: spendingLimits.nullable(),
});

/** Where an account's key is. `memory` lasts until the application ends, by the user's choice. */
export const keyState = z.object({
  hasKey: z.boolean(),
  place: z.enum(['keychain', 'memory', 'none']),
  savedAt: instant.nullable(),
});

export const accountSummary = z.object({
  id: accountId,
  kind: z.enum(['practice', 'reseller']),
  label: text(80),
  colour: z.enum(accountColours),
  baseUrl: text(2_048),
  username: text(320),
  options: accountOptions,
  key: keyState,
});

export const tldSet = z.object({ id: text(64), name: text(80), tlds: tldList, builtIn: z.boolean() });

export const settings = z.object({
  colourScheme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** How long findings are kept, in days; 0 keeps them until removed by hand. */
  keepFindingsDays: z.number().int().min(0).max(3_650),
  /** The TLDs that Search asks for: a set's id, or an own list. */
  searchTldSetId: text(64),
  onboarded: z.boolean(),
  /** How long a transfer code stays in the clipboard. */
  clearClipboardAfterS: z.int().min(5).max(60),
  /** Whether windows with a key or a code are kept out of screen captures, where the system can. */
  protectSecretWindows: z.boolean(),
  /** Whether a new version is looked for by itself, where updates are built in. */
  checkForUpdates: z.boolean(),
  updateChannel: z.enum(['stable', 'beta']),
  limits: spendingLimits,
});

export const backupFileName = z.string().regex(/^[\w.-]{1,120}$/);

const count = z.int().min(0);
const chainRead = z.object({
  reading: z.enum(chainReadings),
  upTo: count,
  of: count.nullable(),
  added: count,
});

export const mostStoppedBatches = 1_000;
export const mostApart = 500;

/** See `shared/domain/restore.ts`; it comes with the opening of the workspace. */
export const restoreNotice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('known'),
    at: instant,
    why: z.enum(restoreReasons),
    copy: z.object({ name: backupFileName, madeAt: instant }).nullable(),
    replacedPath: text(4_096).nullable(),
    changes: chainRead,
    accesses: chainRead,
    carriedOver: count,
    batches: z
      .array(
        z.object({
          planId: z.uuid(),
          accountLabel: text(80),
          kind: z.enum(['lock', 'nameservers', 'renew']),
          rows: count,
        }),
      )
      .max(mostStoppedBatches)
      .readonly(),
    withdrawn: count,
    apart: z
      .array(
        z.object({
          domain: text(255),
          accountLabel: text(80),
          kind: z.enum(changeKinds),
          state: z.enum(changeStates),
        }),
      )
      .max(mostApart)
      .readonly(),
    earlier: count,
    look: z.object({
      after: count,
      upTo: count,
      planIds: z.array(z.uuid()).max(mostStoppedBatches).readonly(),
    }),
  }),
  z.object({ kind: z.literal('unknown') }),
]);

interface RequestSchemas<I extends z.ZodType, O extends z.ZodType> {
  readonly input: I;
  readonly output: O;
}

/** One request of the contract: what goes in and what comes out. */
export function request<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): RequestSchemas<I, O> {
  return { input, output };
}

/** `true` where both types say the same, else `never`: a schema that is assigned it does not compile unless it fits its type. */
export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
