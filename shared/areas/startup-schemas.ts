import { z } from 'zod';
import { accountColours } from '../domain/account.ts';
import { chainReadings, restoreReasons } from '../domain/backup.ts';
import { changeKinds, changeStates, mostNameservers } from '../domain/change.ts';
import { limitSumPattern, mostLimitCount } from '../domain/limits.ts';

// The schemas that every start needs are separate: creating a schema takes time, and delays the start.

/** Limits for input from the page. Longer input is rejected by the schema guard, not truncated. */
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

/** Where an account's key is stored. `memory`, chosen by the user, lasts until the application ends. */
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
  /** How long findings are stored, in days; 0 stores them until they are removed manually. */
  keepFindingsDays: z.number().int().min(0).max(3_650),
  /** The TLDs that Search looks up: the id of a set, or a custom list. */
  searchTldSetId: text(64),
  onboarded: z.boolean(),
  /** How long a transfer code stays in the clipboard. */
  clearClipboardAfterS: z.int().min(5).max(60),
  /** Whether windows with a key or a code are excluded from screen captures, where the system supports it. */
  protectSecretWindows: z.boolean(),
  /** Whether to check for new versions automatically, where updates are built in. */
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

/** See `RestoreNotice` in `shared/domain/backup.ts`; it is returned when the workspace is opened. */
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

/** The schemas of one request of the contract: input and output. */
export function request<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): RequestSchemas<I, O> {
  return { input, output };
}

/**
 * `true` if both types are equal, else `never`: assigning `true` to it does not compile unless the schema matches its
 * type.
 */
export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
