import type { TakeDeed } from '#shared/domain/code.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Stores } from '../app-stores.ts';
import { storeOf } from '../lib/store-of.ts';
import { valueOf } from '../lib/remote.ts';
import { codesStoreOf } from '../screens/codes/codes-store.ts';
import type { DomainsState } from '../screens/domains/domains-store.ts';
import type { Command } from './command.ts';

/**
 * What the palette does with transfer codes: of the domain that is open, copying and revealing, which the code window
 * confirms; while a code is in the clipboard, taking it out.
 */
export function codeCommands(stores: Stores, domains: DomainsState): readonly Command[] {
  const { route } = stores;
  return [
    ...clearing(stores),
    ...ofOpenDomain(stores, domains),
    {
      id: 'codes',
      label: 'Transfer codes into files',
      hint: 'Codes of many domains, encrypted',
      act: () => route.actions.goToDomains({ kind: 'codes', savingId: null }),
    },
  ];
}

function clearing(stores: Stores): readonly Command[] {
  const codes = storeOf(stores, codesStoreOf);
  const clipboard = codes.getState().now?.clipboard ?? null;
  if (clipboard === null) return [];
  return [
    {
      id: 'clear-code',
      label: `Take the code of ${toUnicode(clipboard.domain)} out of the clipboard`,
      act: () => void codes.actions.clearClipboard(),
    },
  ];
}

function ofOpenDomain(stores: Stores, { domains }: DomainsState): readonly Command[] {
  const { route } = stores.route.getState();
  if (route.screen !== 'domains' || route.view.kind !== 'domain') return [];
  const domain = valueOf(domains)?.get(route.view.domain);
  if (domain === undefined) return [];
  const { accountId, name } = domain;
  // What comes of it is told on the tab, so one is led there.
  const take = (deed: TakeDeed) => () => {
    stores.route.actions.goToDomains({ kind: 'domain', domain: name, tab: 'transfer-code' });
    void storeOf(stores, codesStoreOf).actions.take({ accountId, domain: name }, deed);
  };
  return [
    { id: 'copy-code', label: `Copy the transfer code of ${toUnicode(name)}…`, act: take('copy') },
    { id: 'reveal-code', label: `Reveal the transfer code of ${toUnicode(name)}…`, act: take('reveal') },
  ];
}

/** The way to each domain's code. */
export const codePlaces = ({ route }: Stores, { domains }: DomainsState): readonly Command[] =>
  [...(valueOf(domains)?.values() ?? [])]
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ name }) => ({
      id: `code-${name}`,
      label: `Transfer code of ${toUnicode(name)}`,
      act: () => route.actions.goToDomains({ kind: 'domain', domain: name, tab: 'transfer-code' }),
    }));
