import { ok } from '#shared/result.ts';
import { removalText } from '#shared/words/removal-text.ts';
import type { Account } from '../../accounts/account.ts';
import type { CommandServices } from '../command.ts';
import { sayFailure, sayUsage } from '../say.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { onlyWord, withOptions } from '../with-options.ts';
import { accountNamed } from './account-named.ts';

const name = 'account remove';

const help = `Usage: namedesk account remove L [--yes L]

Removes the account L, its key in the keychain, and everything that is its own here: domains with their notes and tags, bulk
lookups, drafts, batches. Says how much that is, and asks for the label to be typed. A backup of the workspace is made first;
otherwise it cannot be undone from the command line. The journal of changes stays.

  --yes L  the label once more, instead of typing it: for scripts

While a change of the account is not finished, or one of its batches is being read or applied, nothing is removed. Where the
key cannot be removed, nothing is, and the exit code is 4.`;

interface Asked {
  readonly label: string;
  /** The label as it was given to confirm; null where it is asked for. */
  readonly confirmed: string | null;
}

export const removeCommand = withOptions({
  name,
  help,
  options: { yes: { type: 'string' } },
  read({ values, words }) {
    const label = onlyWord(words, 'the label of an account');
    return label.ok ? ok({ label: label.value, confirmed: values.yes ?? null }) : label;
  },
  work: remove,
});

async function remove(asked: Asked, services: CommandServices, terminal: Terminal): Promise<ExitCode> {
  const account = await accountNamed(services.accounts, asked.label);
  if (!account.ok) return sayFailure(terminal, name, account.error);
  const { id, label } = account.value;
  const contents = await services.accounts.contents(id);
  if (!contents.ok) return sayFailure(terminal, name, contents.error);
  if (contents.value.inUse !== null) return sayFailure(terminal, name, contents.value.inUse);
  const lost = removalText(contents.value, (count) => count.toLocaleString('en'));
  const typed = lost === null ? null : await typedLabel(asked, account.value, lost, terminal);
  if (lost !== null && typed?.trim().toLowerCase() !== label.toLowerCase()) {
    return sayUsage(terminal, name, `Its label was not typed: nothing was removed. Give --yes "${label}".`);
  }
  const removed = await services.removal.removeForGood(id, typed);
  if (!removed.ok) return sayFailure(terminal, name, removed.error);
  terminal.out(`Removed "${label}" and its key.`);
  return exitCodes.done;
}

/** A script is not asked: it might wait for an answer that never comes. */
async function typedLabel(
  { confirmed }: Asked,
  { label }: Account,
  lost: string,
  { err, columns, input }: Terminal,
): Promise<string | null> {
  err(`${lost} A backup is made first.`);
  if (confirmed !== null) return confirmed;
  if (columns === null) return null;
  err(`Type ${label} to remove it:`);
  return await input.firstLine();
}
