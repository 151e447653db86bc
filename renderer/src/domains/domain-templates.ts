import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { isSameHosts } from '#shared/domain/host.ts';
import type { Domain, Template } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import type { Output } from '../client.ts';
import { useStores } from '../app-stores.ts';
import { accountOf, type AccountsState } from '../shell/stores.ts';

/** What a domain has by its templates: its client's, or else those that its account's orders begin with. Null: no template. */
export interface Wanted {
  readonly nameservers: readonly string[] | null;
  /** The registrant's company, or else the person. */
  readonly registrant: string | null;
}

type PartState = 'same' | 'differs' | 'no-template' | 'not-loaded';

/** How a domain is beside its templates, as far as that is known. */
export type TemplateState = 'same' | 'differs' | 'not-known';

export interface TemplatesOfDomains {
  readonly wantedOf: (domain: Domain) => Wanted;
  /** Why nothing can be compared; null where it can, or is still being read. */
  readonly error: AppError | null;
  readonly isLoaded: boolean;
}

const nothing: Wanted = { nameservers: null, registrant: null };
const unread: TemplatesOfDomains = { wantedOf: () => nothing, error: null, isLoaded: false };

/** Each part that is compared. Of the contacts, only the registrant's name is stored here: no other field can differ or be the same. */
export function partsBeside(
  { nameservers, registrant }: Pick<Domain, 'nameservers' | 'registrant'>,
  wanted: Wanted,
): { readonly nameservers: PartState; readonly registrant: PartState } {
  const state = <T>(template: T | null, isKnown: boolean, isSame: (template: T) => boolean): PartState => {
    if (template === null) return 'no-template';
    if (!isKnown) return 'not-loaded';
    return isSame(template) ? 'same' : 'differs';
  };
  const hosts = nameservers?.value ?? [];
  const name = registrant?.value ?? '';
  return {
    nameservers: state(wanted.nameservers, nameservers !== null, (set) => isSameHosts(set, hosts)),
    registrant: state(wanted.registrant, name !== '', (one) => inOneForm(one) === inOneForm(name)),
  };
}

const inOneForm = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** One part that differs is enough; the same is only what was compared. */
export function stateBeside(
  domain: Pick<Domain, 'nameservers' | 'registrant'>,
  wanted: Wanted,
): TemplateState {
  const parts = Object.values(partsBeside(domain, wanted));
  if (parts.includes('differs')) return 'differs';
  return parts.includes('same') ? 'same' : 'not-known';
}

interface Read {
  readonly templates: readonly Template[];
  readonly clients: Output<'clients', 'list'>['clients'];
}

/**
 * The templates that domains are compared with. They are opened only where that is wanted, because contacts are personal, and no more of
 * them is kept than what is compared.
 */
export function useDomainTemplates(isWanted: boolean): TemplatesOfDomains {
  const { bridge, accounts } = useStores();
  const { request } = bridge;
  const accountState = useStore(accounts);
  const [read, setRead] = useState<Read | AppError | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isDrawn = true;
    void Promise.all([request.templates.list({}), request.clients.list({})]).then(([templates, clients]) => {
      if (!isDrawn) return;
      if (!templates.ok) setRead(templates.error);
      else if (!clients.ok) setRead(clients.error);
      else setRead({ templates: templates.value.templates.map(compared), clients: clients.value.clients });
    });
    return () => {
      isDrawn = false;
    };
  }, [isWanted, request]);
  return useMemo(() => {
    if (!isWanted || read === null) return unread;
    if ('kind' in read) return { ...unread, error: read };
    return { wantedOf: wantedIn(read, accountState), error: null, isLoaded: true };
  }, [isWanted, read, accountState]);
}

/** Of a contact only the two fields that a registrant's name is read from. */
const compared = (template: Template): Template =>
  template.kind === 'nameservers'
    ? template
    : {
        ...template,
        fields: template.fields.filter(({ name }) => name === 'Company_Name' || name === 'Contact_Name'),
      };

function wantedIn({ templates, clients }: Read, accountState: AccountsState): (domain: Domain) => Wanted {
  const byId = new Map(templates.map((template) => [template.id, template]));
  const byClient = new Map(clients.map((client) => [client.name, client]));
  return ({ client, accountId }) => {
    const defaults = accountOf(accountState, accountId)?.options.orderDefaults;
    const idOf = (part: Template['kind']): string => byClient.get(client)?.[part] ?? defaults?.[part] ?? '';
    const [hosts, contact] = [byId.get(idOf('nameservers')), byId.get(idOf('contact'))];
    return {
      nameservers: hosts?.kind === 'nameservers' ? hosts.nameservers : null,
      registrant: contact?.kind === 'contact' ? registrantIn(contact.fields) : null,
    };
  };
}

/** As what is read from a service is named: the company goes before the person. Null where it names neither. */
function registrantIn(fields: readonly { readonly name: string; readonly value: string }[]): string | null {
  const value = (wanted: string) => fields.find(({ name }) => name === wanted)?.value.trim() ?? '';
  return value('Company_Name') || value('Contact_Name') || null;
}
