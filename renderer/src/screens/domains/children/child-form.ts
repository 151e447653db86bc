import { isInside, readHost } from '../nameservers/host-text.ts';
import { addressProblem } from './ip-address.ts';

/** What can be asked of a child nameserver. `tell` notes one that was made elsewhere, and sends nothing. */
export type ChildTask = 'register' | 'modify' | 'delete' | 'tell';

/** What is typed into the form. */
export interface ChildForm {
  readonly task: ChildTask;
  readonly host: string;
  readonly currentAddress: string;
  readonly address: string;
}

export const emptyForm: ChildForm = { task: 'register', host: '', currentAddress: '', address: '' };

/** Which fields a task has, besides the host. */
export const fieldsOf: Readonly<Record<ChildTask, readonly ('currentAddress' | 'address')[]>> = {
  register: ['address'],
  modify: ['currentAddress', 'address'],
  delete: [],
  tell: ['address'],
};

/** The full host: what is typed without the domain is completed by it, since every child stands below it. */
export function fullHost(typed: string, domain: string): string {
  const text = typed.trim().replace(/\.$/, '');
  if (text === '' || text.includes('.')) return text;
  return `${text}.${domain}`;
}

/** Why the host cannot be a child nameserver of the domain; null where it can. */
export function hostProblem(typed: string, domain: string): string | null {
  const host = readHost(fullHost(typed, domain));
  if (!host.ok) return host.error;
  if (host.value === domain) return 'A child nameserver has a name below the domain, such as ns1';
  return isInside(host.value, domain) ? null : `It has to end in .${domain}`;
}

export type ChildProblems = Readonly<Record<'host' | 'currentAddress' | 'address', string | null>>;

/** What is wrong with each field that the task has. */
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
  return task === 'modify' && address.trim() === currentAddress.trim()
    ? 'This is the address that it has already'
    : null;
}

export const isFlawless = (problems: ChildProblems): boolean =>
  Object.values(problems).every((problem) => problem === null);

/** The host as it is sent; empty where it is none. */
export const hostToSend = (form: ChildForm, domain: string): string => {
  const host = readHost(fullHost(form.host, domain));
  return host.ok ? host.value : '';
};

/** A draft's form; null where it holds something else. */
export function readForm(body: unknown): ChildForm | null {
  if (typeof body !== 'object' || body === null) return null;
  const { task, host, currentAddress, address } = { ...emptyForm, ...body };
  const isText = [host, currentAddress, address].every((value) => typeof value === 'string');
  return isText && Object.hasOwn(fieldsOf, task) ? { task, host, currentAddress, address } : null;
}
