import type { TakeAction } from '#shared/domain/code.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { type CommandName, commands, type EverywhereCommand } from '#shared/domain/commands.ts';
import type { Stores } from '../app-stores.ts';
import { codesStoreOf, takeCode } from '../codes/TransferCodes.tsx';
import { wordsFor } from '../domains/domain-words.ts';
import type { DomainsState } from '../domains/domains-store.ts';
import { openDomainOf } from '../domains/page/DomainPage.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { everywhere } from './everywhere.tsx';

/** An entry of the command palette; its texts are those of the table where it has a fixed one. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: CommandName | undefined;
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

export type Entries = (...names: readonly EverywhereCommand[]) => readonly Command[];

/** The entries of what can be done from every screen, as the table has them. */
export function entriesOf(stores: Stores): Entries {
  const actions = everywhere(stores);
  return (...names) =>
    names.map((id) => {
      const { label, hint, words, keywords, group } = commands[id];
      const { act, when } = actions[id];
      return {
        id,
        label,
        words,
        keywords,
        act,
        when: when?.() ?? true,
        ...(hint !== undefined && { hint }),
        // Others act in a list alone.
        ...(group === 'Everywhere' && { keys: id }),
      };
    });
}

/** What people look for and neither the service nor Namedesk has: other words for it, its name, what to do instead, and the nearest place. */
const notHere: readonly (readonly [words: string, name: string, hint: string, to: EverywhereCommand])[] = [
  ['auto renew, autorenew, automatic renewal', 'Automatic renewal', 'Today lists what is due', 'goToday'],
  ['redirect, forwarding, parking', 'Forwarding', 'It is where the nameservers are', 'goDomains'],
  ['zone, dns records, mx, txt, dnssec', 'DNS records', 'They are where the nameservers are', 'goDomains'],
  ['hosting, ssl, certificate, mailbox', 'Hosting and certificates', 'Ask your provider', 'goDomains'],
  [
    'privacy, whois privacy, id protection',
    'Privacy afterwards',
    'It is an add-on of orders',
    'registerName',
  ],
  ['transfer in, incoming transfer, push', 'Transfers in', 'Order them at your provider', 'addDomains'],
  ['refund, cancel order', 'Refunds', 'What was paid is listed here', 'goChanges'],
  ['top up, topup, pay in, deposit', 'Paying in', 'Pay at your provider, then read it', 'refreshStatus'],
  ['language, locale', 'Language: English', 'Dates and numbers follow the system', 'goSettings'],
  ['zoom, font size', 'Zoom: Ctrl and +, or the menu View', 'Density is in the settings', 'overlay'],
];

export const nearestPlaces = (entries: Entries): readonly Command[] =>
  notHere.map(([words, name, hint, to]) => ({
    id: `not-${words.split(',')[0]}`,
    label: name.includes(':') ? name : `${name}: not part of the service’s API`,
    hint,
    words: words.split(', '),
    act: () => entries(to)[0]?.act(),
  }));

/**
 * Actions on transfer codes: for the open domain, copy and reveal, which the code window confirms; while a code is in the
 * clipboard, removing it.
 */
export function codeCommands(stores: Stores, domains: DomainsState, entries: Entries): readonly Command[] {
  const codes = storeOf(stores, codesStoreOf);
  const copied = codes.getState().now?.clipboard ?? null;
  const open = openDomainOf(stores, domains);

  const take = ({ accountId, name }: Domain, action: TakeAction, verb: string): Command => ({
    id: `${action}-code`,
    label: `${verb} the transfer code of ${nameInText(name)}…`,
    words: wordsFor('codes'),
    act: () => takeCode(stores, { accountId, domain: name }, action),
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
    ...entries('openCodeFile', 'codes'),
  ];
}
