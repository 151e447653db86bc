import type { z } from 'zod';
import type { accountDraft, accountSummary, keyState, removedAccount } from '#shared/ipc/schemas.ts';
import type { Input, Output } from '#shared/ipc/types.ts';
import type { Secret } from './secret.ts';

/** An account as the whole program knows it: everything but the key. */
export type Account = z.output<typeof accountSummary>;

/** What a user enters for a new account. */
export type AccountDraft = z.output<typeof accountDraft>;

export type AccountEdit = Input<'accounts', 'edit'>;

/** How much there is of an account, and what keeps it from being removed; null where nothing does. */
export type AccountContents = Output<'accounts', 'contents'>;

/** An account whose removal can be undone. */
export type RemovedAccount = z.output<typeof removedAccount>;

/** Whether there is a key, where it is and since when. */
export type KeyState = z.output<typeof keyState>;

/** Where a key is to be kept: in the system's keychain, or by the user's choice in memory until the program ends. */
export type KeyPlace = Exclude<KeyState['place'], 'none'>;

/** Where the practice service listens in this run, and how it is entered. Its key is made anew at each start. */
export interface PracticeSeat {
  readonly baseUrl: string;
  readonly username: string;
  readonly key: Secret;
}
