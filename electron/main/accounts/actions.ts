import { z } from 'zod';
import { accountId, accountOptions, nothing, ofAccountOrActive, text } from '#shared/areas/common-schemas.ts';
import { longestInAccount } from '#shared/domain/bounds.ts';
import { accountColours } from '#shared/domain/choices.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import { action, inWindow } from '../action.ts';
import type { InWindow } from '../app/in-window.ts';
import { testAccount } from '../connections/connection-test.ts';
import { exportDomains } from '../export/exports.ts';
import { readCredits } from '../reseller/operations/credits-tlds-version.ts';
import { addPracticeAccount, resetPractice } from '../services/practice-account.ts';

const byId = z.object({ id: accountId });

const draft = z.object({
  label: text(longestInAccount.label),
  colour: z.enum(accountColours),
  baseUrl: text(longestInAccount.baseUrl),
  username: text(longestInAccount.username),
});

/** Emits `accounts.changed` after each change, for the header, the command palette and every open list. */
const changing = <I extends z.ZodType, T>(
  input: I,
  change: (on: InWindow, input: z.output<I>) => Promise<Result<T>>,
) =>
  inWindow(input, async (on, asked) => {
    const changed = await change(on, asked);
    if (changed.ok) on.announce('accounts.changed', {});
    return changed;
  });

/** Those of an account that was given another login have ended. */
async function tellOfBatches({ batches, announce }: InWindow, id: string): Promise<void> {
  const listed = await batches.list(id);
  if (listed.ok && listed.value.length > 0)
    announce('batches.changed', { batches: listed.value, removed: [] });
}

export const accounts = {
  list: action(nothing, (on) => ok(on.accounts.list())),
  add: changing(draft, (on, asked) => on.accounts.add(asked)),
  /** The practice account, with sample domains where it is made by this; the existing one, if there is one. */
  addPractice: changing(nothing, (on) => addPracticeAccount(on)),
  /** Restores the practice service, and replaces all domains of the practice account by the samples. */
  resetPractice: action(byId, (on, { id }) => resetPractice(on, id)),
  edit: changing(
    draft.extend({ id: accountId, options: accountOptions, isSameService: z.boolean().optional() }),
    async (on, edit) => {
      const edited = await on.accounts.edit(edit);
      if (edited.ok) {
        await on.connections.drop(edit.id);
        await tellOfBatches(on, edit.id);
      }
      return edited;
    },
  ),
  /** What was found of the limits of the account's login; null where nothing was. `hardCeilings` are our own, and none of the service's. */
  pace: action(byId, (on, { id }) => ok(on.workspace.paces.read({ accountId: id }))),
  /** What would be removed with the account, and what prevents the removal now; null if nothing does. */
  contents: action(byId, (on, { id }) => on.accounts.contents(id)),
  /**
   * Hides the account, after a backup if anything would be lost; it is deleted for good at the next start.
   * `typedLabel`: what a person typed to confirm, null if nothing would be lost.
   */
  remove: changing(byId.extend({ typedLabel: z.string().max(80).nullable() }), (on, { id, typedLabel }) =>
    on.removal.remove(id, typedLabel),
  ),
  /** The accounts whose removal can be undone, most recently removed first. */
  removed: action(nothing, (on) => ok({ accounts: on.accounts.removed() })),
  /** Undoes a removal. */
  restore: changing(byId, (on, { id }) => on.removal.restore(id)),
  /** Asks for a file and writes the domains with tags and notes as CSV; `path` is null if the dialog was cancelled. */
  exportDomains: inWindow(byId, async (on, { id }) => {
    const account = on.accounts.find(id);
    if (!account.ok) return account;
    const path = await on.askWhereTo('domains', 'csv');
    if (path === null) return ok({ path, domains: 0 });
    const written = await exportDomains(on, [{ accountId: id, names: null }], { format: 'csv', path });
    return mapOk(written, ({ rows }) => ({ path, domains: rows }));
  }),
  select: changing(byId, (on, { id }) => on.accounts.select(id)),
  test: inWindow(byId, async (on, { id }) => {
    const report = await testAccount(on, id);
    if (!report.ok) return report;
    const credit = report.value.probes.find(({ operation }) => operation === 'credits');
    // The header shows the credit that the test has just read.
    if (credit?.verdict === 'answered') on.board.credited(id, credit.answer, on.now());
    return report;
  }),
};

const newKey = z.object({ accountId, place: z.enum(['keychain', 'memory']) });

export const keys = {
  /** Opens the key window and answers when it closes. Closing it without a key changes nothing. */
  enter: inWindow(newKey, (on, of) => on.keyEntry.enter(of)),
  /** Reads the key from the clipboard in main and clears the clipboard. */
  fromClipboard: inWindow(newKey, (on, of) => on.keyEntry.fromClipboard(of)),
  /** The answer to what could not be tried: the key that was given last is used, or forgotten. */
  decide: inWindow(z.object({ accountId, isUsed: z.boolean() }), (on, asked) => on.keyEntry.decide(asked)),
  forget: inWindow(z.object({ accountId }), (on, asked) => on.keyEntry.forget(asked.accountId)),
};

export const status = {
  read: action(ofAccountOrActive, (on, asked) => ok(on.board.of(asked.accountId ?? on.active.id()))),
  /**
   * Reads the credit again, which also shows whether the service is reachable. Connection failures are part of the status; this
   * fails only if the workspace cannot be read.
   */
  refresh: inWindow(ofAccountOrActive, async (on, asked) => {
    const connection = await on.active.connection(asked.accountId);
    if (!connection.ok) return connection.error.kind === 'no-account' ? ok(on.board.of(null)) : connection;
    const { account, client } = connection.value;
    const credits = await client.read(readCredits, null);
    if (credits.ok) on.board.credited(account.id, credits.value.shown, on.now());
    return ok(on.board.of(account.id));
  }),
};
