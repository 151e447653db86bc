import { useMemo } from 'react';
import { useStore } from 'zustand';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { yearsText } from '#shared/changes/kind.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useAccount, useStores } from '../app-stores.ts';
import type { AccountOptions, Output } from '../client.ts';
import { useMostNameservers } from '../domains/nameservers/host-rows.ts';
import { type Remote, valueOf } from '../remote.ts';
import { useAction } from '../use-action.ts';
import { noProposal, type Proposal, proposalOf } from './client-parts.ts';
import {
  emptyForm,
  readSettings,
  type RegisterForm,
  type RegisterStore,
  type Settings,
} from './register-store.ts';

type Defaults = AccountOptions['orderDefaults'];

/** What an order begins with before anything is typed: the account's defaults, where it has any. */
export interface OrderStart {
  readonly form: RegisterForm;
  /** What the defaults put into the parts that a client can have as well. */
  readonly proposal: Proposal;
  /** What they fill in, in words; empty where there is nothing. */
  readonly parts: readonly string[];
  /** Why something of them is not filled in; null where all of it is. */
  readonly problem: string | null;
  readonly isLoading: boolean;
  /** A person wanted an empty form in their place. */
  readonly isLeftOut: boolean;
}

/** The defaults of an account, as a form. Templates are opened only where the account has some for its defaults. */
export function useOrderStart(accountId: string, store: RegisterStore): OrderStart {
  const defaults = useDefaults(accountId);
  const isLeftOut = useStore(store, (state) => state.isWithoutDefaults);
  const most = useMostNameservers(accountId);
  const needsTemplates = defaults.contact !== null || defaults.nameservers !== null;
  const [templates] = useAction('templates', 'list', needsTemplates ? {} : null);
  return useMemo(
    () => startOf(defaults, needsTemplates ? templates : none, { most, isLeftOut }),
    [defaults, needsTemplates, templates, most, isLeftOut],
  );
}

type Templates = Remote<Output<'templates', 'list'>>;

const allOf = (templates: Templates): readonly Template[] => valueOf(templates)?.templates ?? [];
const none: Templates = { status: 'ready', value: { templates: [] } };

/** The account's defaults for orders. */
export const useDefaults = (accountId: string): Defaults =>
  useAccount(accountId)?.options.orderDefaults ?? defaultAccountOptions.orderDefaults;

function startOf(
  defaults: Defaults,
  templates: Templates,
  { most, isLeftOut }: { readonly most: number; readonly isLeftOut: boolean },
): OrderStart {
  const all = allOf(templates);
  const { contact, nameservers, periodYears } = defaults;
  const proposal = proposalOf({ contact, nameservers }, all, most);
  const nameOf = (id: string | null): string => all.find((template) => template.id === id)?.name ?? '';
  const parts = [
    proposal.registrant === undefined ? '' : `registrant ${nameOf(contact)}`,
    proposal.nameservers === undefined ? '' : `nameservers ${nameOf(nameservers)}`,
    periodYears === emptyForm.periodYears ? '' : yearsText(periodYears),
  ].filter((part) => part !== '');
  const isLoading = templates.status !== 'failed' && valueOf(templates) === null;
  const { registrant = emptyForm.registrant, nameservers: hosts = emptyForm.nameservers } = proposal;
  const filled = { ...emptyForm, periodYears, registrant, nameservers: hosts };
  return {
    form: isLeftOut || parts.length === 0 ? emptyForm : filled,
    proposal: isLeftOut ? noProposal : proposal,
    parts,
    problem: isLoading ? null : problemOf(defaults, templates, proposal),
    isLoading,
    isLeftOut,
  };
}

function problemOf(
  { contact, nameservers }: Defaults,
  templates: Templates,
  proposal: Proposal,
): string | null {
  if (templates.status === 'failed') return sentencesFor(templates.error).happened;
  if (contact !== null && proposal.registrant === undefined)
    return 'Its contact template is empty, or was removed.';
  return nameservers !== null && proposal.nameservers === undefined
    ? 'Its nameserver set was removed, or is longer than the account can send.'
    : null;
}

/** What was ordered last with this account, also before a restart. Offered, and never filled in unasked. */
export function useLastOrder(accountId: string, store: RegisterStore) {
  const { request } = useStores().bridge;
  const typedHere = useStore(store, (state) => state.offered);
  const [stored, again] = useAction('lastOrders', 'read', { accountId });
  const body = valueOf(stored)?.order?.body ?? null;
  const before = useMemo(() => (body === null ? null : settingsIn(body)), [body]);
  return {
    last: typedHere ?? before,
    keepLast: (settings: Settings) =>
      void request.lastOrders.save({ accountId, body: JSON.stringify(settings) }),
    forgetLast: async (): Promise<void> => {
      store.actions.forgetOffered();
      await request.lastOrders.forget({ accountId });
      again();
    },
  };
}

/** Null where it is of another version, or damaged. */
function settingsIn(body: string): Settings | null {
  try {
    return readSettings(JSON.parse(body));
  } catch {
    return null;
  }
}
