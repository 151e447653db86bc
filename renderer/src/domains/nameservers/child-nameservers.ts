import { useState } from 'react';
import { useStore } from 'zustand';
import * as z from 'zod/mini';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../../app-stores.ts';
import { editorsOf, useEditor, useForgetWhenDone } from '../../changes/drafts.ts';
import { useChange, fieldError, type FlowState } from '../../changes/flow-store.ts';
import { readAs } from '../../ui/stored-view.ts';
import { isInside, readHost } from './host-rows.ts';
import { useAction } from '../../use-action.ts';

const typed = z._default(z.string(), '');

const form = z.object({
  /** `tell` records one that was made elsewhere, and sends nothing. */
  task: z._default(z.enum(['register', 'modify', 'delete', 'tell']), 'register'),
  host: typed,
  currentAddress: typed,
  address: typed,
});

/** The values typed into the form. */
export type ChildForm = Readonly<z.infer<typeof form>>;
export type ChildTask = ChildForm['task'];

export const emptyForm: ChildForm = form.parse({});

/** The fields of each task, besides the host. */
export const fieldsOf: Readonly<Record<ChildTask, readonly ('currentAddress' | 'address')[]>> = {
  register: ['address'],
  modify: ['currentAddress', 'address'],
  delete: [],
  tell: ['address'],
};

/** The full host name: the domain is appended where it was not typed, since every child nameserver is below it. */
function fullHost(typed: string, domain: string): string {
  const text = typed.trim().replace(/\.$/, '');
  if (text === '' || text.includes('.')) return text;
  return `${text}.${domain}`;
}

/** Why the host cannot be a child nameserver of the domain; null where it can. */
export function hostProblem(typed: string, domain: string): string | null {
  const host = readHost(fullHost(typed, domain));
  if (!host.ok) return host.error;
  if (host.value === domain) return 'A host record has a name below the domain, such as ns1';
  return isInside(host.value, domain) ? null : `It must end in .${domain}`;
}

export type ChildProblems = Readonly<Record<'host' | 'currentAddress' | 'address', string | null>>;

/** The problem of each field that the task has. */
export function problemsOf(form: ChildForm, domain: string): ChildProblems {
  const has = fieldsOf[form.task];
  return {
    host: hostProblem(form.host, domain),
    currentAddress: has.includes('currentAddress') ? addressProblem(form.currentAddress) : null,
    address: has.includes('address') ? newAddressProblem(form) : null,
  };
}

function newAddressProblem({ task, address, currentAddress }: ChildForm): string | null {
  const problem = addressProblem(address);
  if (problem !== null) return problem;
  return task === 'modify' && address.trim() === currentAddress.trim() ? 'This is already its address' : null;
}

const isFlawless = (problems: ChildProblems): boolean =>
  Object.values(problems).every((problem) => problem === null);

/** The host as sent; empty where it is invalid. */
export const hostToSend = (form: ChildForm, domain: string): string => {
  const host = readHost(fullHost(form.host, domain));
  return host.ok ? host.value : '';
};

/** Reads a draft; null where it has another shape. */
export const readForm = readAs(form);

/** Why a text is not an IP address; null where it is one, of either version. Source: RFC 791, RFC 4291 section 2.2. */
export function addressProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return 'An address is missing';
  return isIpV4(typed) || isIpV6(typed) ? null : 'This is neither an IPv4 nor an IPv6 address';
}

const isIpV4 = (text: string): boolean => {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
};

/** Uses the browser's URL parser, which rejects invalid addresses; a zone (`%eth0`) is invalid for a nameserver. */
export const isIpV6 = (text: string): boolean =>
  /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);

/** The ask that the form makes; null where nothing is sent to the service. */
export function askOf(form: ChildForm, domain: string): ChangeAsk | null {
  const host = hostToSend(form, domain);
  const address = form.address.trim();
  switch (form.task) {
    case 'register':
      return { kind: 'child-register', host, address };
    case 'modify':
      return { kind: 'child-modify', host, currentAddress: form.currentAddress.trim(), newAddress: address };
    case 'delete':
      return { kind: 'child-delete', host };
    case 'tell':
      return null;
    default:
      return assertNever(form.task);
  }
}

const createEditors = editorsOf('child-nameservers', readForm);
const noProblems: ChildProblems = { host: null, currentAddress: null, address: null };

/** State and actions of the child nameserver form of a domain. */
export function useChildForm(domain: Domain) {
  const flow = useChange(domain, 'child-nameservers');
  const flowState = useStore(flow);
  const editor = useEditor(createEditors, domain);
  const known = useChildren(domain.accountId, domain.name);
  const [isStrict, setIsStrict] = useState(false);
  useForgetWhenDone(flow, editor);
  const form = editor.state.typed ?? emptyForm;
  const problems = problemsOf(form, domain.name);

  const isTyped = form.host !== '' || form.address !== '' || form.currentAddress !== '';

  function change(changes: Partial<ChildForm>): void {
    // An empty form, as after a change that was done, is a new one.
    if (!isTyped) setIsStrict(false);
    editor.actions.type({ ...form, ...changes });
  }

  function reset(): void {
    setIsStrict(false);
    editor.actions.reset();
  }

  async function note(): Promise<void> {
    if (await known.tell(hostToSend(form, domain.name), [form.address.trim()])) reset();
  }

  return {
    flow,
    flowState,
    editor,
    known,
    form,
    isTyped,
    problems: shownProblems(isStrict && isTyped ? problems : noProblems, flowState),
    change,
    reset,
    begin: (changes: Partial<ChildForm>): void => {
      setIsStrict(false);
      editor.actions.type({ ...emptyForm, ...changes });
    },
    submit: (): void => {
      setIsStrict(true);
      if (!isFlawless(problems)) return;
      const ask = askOf(form, domain.name);
      if (ask === null) void note();
      else flow.actions.begin(ask);
    },
  };
}

/** The names of the fields in the ask and in the request. */
const sentAs = {
  host: ['host', 'nameserver'],
  currentAddress: ['currentAddress', 'currentipaddress'],
  address: ['address', 'newAddress', 'ipaddress', 'newipaddress'],
} as const;

export const isAtItsField = (field: string): boolean =>
  Object.values(sentAs).some((names) => names.some((name) => name === field));

/** Local problems first; errors from main are shown at the fields that they name. */
function shownProblems(own: ChildProblems, flow: FlowState): ChildProblems {
  return {
    host: own.host ?? fieldError(flow, ...sentAs.host),
    currentAddress: own.currentAddress ?? fieldError(flow, ...sentAs.currentAddress),
    address: own.address ?? fieldError(flow, ...sentAs.address),
  };
}

/** The known child nameservers of a domain: made here, or entered by hand. */
export function useChildren(accountId: string, domain: string) {
  const { domains } = useStores().bridge.request;
  const [children, again] = useAction('domains', 'children', { accountId, domain });
  /** Why the last `tell` or `forget` failed. */
  const [error, setError] = useState<AppError | null>(null);

  async function note(asked: ReturnType<typeof domains.setChild>): Promise<boolean> {
    const result = await asked;
    setError(result.ok ? null : result.error);
    if (result.ok) again();
    return result.ok;
  }

  return {
    children,
    error,
    again,
    /** Records one that was made elsewhere; returns whether it was stored. Nothing is sent. */
    tell: (host: string, addresses: readonly string[]) =>
      note(domains.setChild({ accountId, domain, host, addresses: [...addresses] })),
    /** Removes such a record. Nothing is sent. */
    forget: (host: string) => note(domains.forgetChild({ accountId, domain, host })),
  };
}
