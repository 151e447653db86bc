import type { TakeAction } from '#shared/domain/code.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { type ShortcutName, shortcuts } from '#shared/domain/shortcuts.ts';
import type { Stores } from '../app-stores.ts';
import { openCodeFile } from '../codes/export-store.ts';
import { codesStoreOf } from '../codes/TransferCodes.tsx';
import { wordsFor } from '../domains/domain-words.ts';
import { type DomainsState, unarchived } from '../domains/domains-store.ts';
import { openDomainOf } from '../domains/page/DomainPage.tsx';
import { storeOf } from '../ui/live-collection.ts';

/** An entry of the command palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: ShortcutName;
  /** What people call it otherwise: where one of these was typed, or begins so, it stands first. */
  readonly words?: readonly string[];
  /** Other words by which it is found. */
  readonly keywords?: readonly string[];
  /** False where it cannot be done now. */
  readonly when?: boolean;
  readonly act: () => void;
}

/** Entries under one heading. */
export interface CommandGroup {
  readonly group: string;
  readonly commands: readonly Command[];
}

/** An action that has a shortcut, by the same words. */
export const byKeys = (keys: ShortcutName, act: () => void, when = true): Command => ({
  id: keys,
  label: shortcuts[keys].label,
  keys,
  when,
  act,
});

/**
 * Actions on transfer codes: for the open domain, copy and reveal, which the code window confirms; while a code is in the
 * clipboard, removing it.
 */
export function codeCommands(stores: Stores, domains: DomainsState): readonly Command[] {
  const codes = storeOf(stores, codesStoreOf);
  const { goToDomains } = stores.route.actions;
  const copied = codes.getState().now?.clipboard ?? null;
  const open = openDomainOf(stores, domains);

  const take = ({ accountId, name }: Domain, deed: TakeAction, verb: string): Command => ({
    id: `${deed}-code`,
    label: `${verb} the transfer code of ${nameInText(name)}…`,
    words: wordsFor('codes'),
    act: () => {
      // The result is shown on the tab, so this goes there.
      goToDomains({ kind: 'domain', domain: name, tab: 'transfer-code' });
      void codes.actions.take({ accountId, domain: name }, deed);
    },
  });

  return [
    ...(copied === null
      ? []
      : [
          {
            id: 'clear-code',
            label: `Clear the code of ${nameInText(copied.domain)} from the clipboard`,
            act: () => void codes.actions.clearClipboard(),
          },
        ]),
    ...(open === null ? [] : [take(open, 'copy', 'Copy'), take(open, 'reveal', 'Reveal')]),
    byKeys('openCodeFile', () => openCodeFile(stores)),
    {
      id: 'codes',
      label: 'Transfer codes into files',
      hint: 'Codes of many domains, encrypted',
      words: wordsFor('codes'),
      act: () => goToDomains({ kind: 'codes', exportId: null }),
    },
  ];
}

/** One entry for each domain's code tab. */
export const codePlaces = ({ route }: Stores, state: DomainsState): readonly Command[] =>
  unarchived(state).map(({ name }) => ({
    id: `code-${name}`,
    label: `Transfer code of ${nameInText(name)}`,
    act: () => route.actions.goToDomains({ kind: 'domain', domain: name, tab: 'transfer-code' }),
  }));
