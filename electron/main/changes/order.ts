import { createHash } from 'node:crypto';
import { z } from 'zod';
import { changeAsk } from '#shared/areas/change-schemas.ts';
import type { AccountOptions } from '#shared/domain/account.ts';
import {
  type ChangeAsk,
  type ContactFields,
  type RegistrationContact,
  registrationFields,
  registrationRoles,
} from '#shared/domain/change.ts';
import { assertNever, ok, type Result } from '#shared/result.ts';
import type { CallOptions, Kept } from '../reseller/client.ts';
import { encodeForm } from '../reseller/form.ts';
import { asciiName, type Call, type Operation } from '../reseller/operation.ts';
import * as child from '../reseller/operations/child-nameservers.ts';
import { writeContacts } from '../reseller/operations/contact.ts';
import { sync, writeLock } from '../reseller/operations/domain.ts';
import { writeNameservers } from '../reseller/operations/nameservers.ts';
import * as orders from '../reseller/operations/order.ts';
import { Secret } from '../system/secret.ts';
import type { ChangingClient, Context, Sending } from './ledger.ts';

/** A change as it is sent: the review, the digest and the request are made from the same form. */
export interface Order {
  /** As A-labels. */
  readonly domain: string;
  readonly ask: ChangeAsk;
  /** Below the base URL. */
  readonly path: string;
  /** The form's fields in the order in which they are sent. Personal. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /**
   * SHA-256 over everything that is sent, hexadecimal. The change's id is part of it, so that equal orders have different digests.
   */
  readonly digestFor: (changeId: string) => string;
  /** Sends it. To be called once for each attempt, and only by the gate, which has the `Sending` it needs. */
  readonly write: Write;
}

type Write = (
  client: ChangingClient,
  options: CallOptions,
  sending: Sending,
) => Promise<Result<Kept<object>>>;

/** The order for a change. Fails with: `invalid-input`, as the operation itself would. */
export function orderOf(name: string, ask: ChangeAsk, options: AccountOptions): Result<Order> {
  const domain = asciiName('domain', name.trim().replace(/\.$/, ''));
  if (!domain.ok) return domain;
  const bound = boundTo(domain.value, ask);
  const call = bound.ask(options);
  if (!call.ok) return call;
  const path = `/${call.value.path.join('/')}`;
  const body = encodeForm(call.value.form ?? []);
  return ok({
    domain: domain.value,
    ask,
    path,
    fields: [...new URLSearchParams(body)].map(([field, value]) => ({ name: field, value })),
    digestFor: (changeId) => createHash('sha256').update(`${changeId}\n${path}\n${body}`).digest('hex'),
    write: bound.write,
  });
}

interface Bound {
  readonly ask: (options: AccountOptions) => Result<Call>;
  readonly write: Write;
}

function boundTo(domain: string, ask: ChangeAsk): Bound {
  switch (ask.kind) {
    case 'register':
      return bind(orders.register, registrationOf(domain, ask), (client) => client.register);
    case 'renew':
      return bind(orders.renew, renewalOf(domain, ask), (client) => client.renew);
    case 'contacts':
      return bind(writeContacts, { domain, roles: ask.roles.map(secretRole) }, (c) => c.writeContacts);
    case 'lock':
      return bind(writeLock, { domain, state: ask.state }, (client) => client.writeLock);
    case 'nameservers':
      return bind(writeNameservers, { domain, nameservers: ask.nameservers }, (c) => c.writeNameservers);
    case 'sync':
      return bind(sync, { domain }, (client) => client.sync);
    case 'child-register':
    case 'child-modify':
    case 'child-delete':
      return boundChild(domain, ask);
    default:
      return assertNever(ask);
  }
}

function boundChild(domain: string, ask: Extract<ChangeAsk, { kind: `child-${string}` }>): Bound {
  const named = { domain, nameserver: ask.host };
  switch (ask.kind) {
    case 'child-register':
      return bind(
        child.registerChildNameserver,
        { ...named, ipAddress: ask.address },
        (client) => client.registerChildNameserver,
      );
    case 'child-modify':
      return bind(
        child.modifyChildNameserver,
        { ...named, currentIpAddress: ask.currentAddress, newIpAddress: ask.newAddress },
        (client) => client.modifyChildNameserver,
      );
    case 'child-delete':
      return bind(child.deleteChildNameserver, named, (client) => client.deleteChildNameserver);
    default:
      return assertNever(ask);
  }
}

const bind = <I, V extends object>(
  operation: Operation<I, V>,
  input: I,
  method: (client: ChangingClient) => (input: I, options?: CallOptions) => Promise<Result<Kept<V>>>,
): Bound => ({
  ask: (options) => operation.ask(input, options),
  write: (client, options) => method(client)(input, options),
});

function registrationOf(domain: string, ask: Extract<ChangeAsk, { kind: 'register' }>): orders.Registration {
  const contacts = registrationRoles.flatMap((role) => {
    const contact = ask.contacts[role];
    return contact === undefined ? [] : [[role, secretContact(contact)] as const];
  });
  return {
    ...renewalOf(domain, ask),
    nameservers: ask.nameservers,
    contacts: Object.fromEntries(contacts),
    ...(ask.idnLanguage === null ? {} : { idnLanguage: ask.idnLanguage }),
    domainFields: ask.domainFields,
  };
}

type Paid = Extract<ChangeAsk, { kind: 'register' | 'renew' }>;

const renewalOf = (domain: string, { periodYears, addons }: Paid): orders.Renewal => ({
  domain,
  periodYears,
  addons,
});

const secretContact = (contact: RegistrationContact): orders.SecretContact =>
  // Proof for the cast: built from the list of fields itself, so every one of them is there.
  Object.fromEntries(
    registrationFields.map((name) => [name, new Secret(contact[name])]),
  ) as orders.SecretContact;

const secretRole = ({ name, fields }: Extract<ChangeAsk, { kind: 'contacts' }>['roles'][number]) => ({
  name,
  fields: fields.map((field) => ({ name: field.name, value: new Secret(field.value) })),
});

type AskStoreDeps = Pick<Context, 'journal' | 'sealing'>;

const purposeFor = (changeId: string): string => `change ${changeId}`;

const isPersonal = ({ kind }: ChangeAsk): boolean => kind === 'contacts' || kind === 'register';

/** The personal data of a change, encrypted; null where there is none, or where the keychain cannot encrypt now. */
export async function encryptAsk(
  { sealing }: AskStoreDeps,
  changeId: string,
  ask: ChangeAsk,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isPersonal(ask)) return null;
  const sealed = await sealing.seal(JSON.stringify(ask), purposeFor(changeId));
  return sealed.ok ? sealed.value : null;
}

/**
 * The decrypted request of a change; null where none was stored, or it cannot be decrypted or parsed any more.
 *
 * Fails with: `keychain`, `storage`.
 */
export async function decryptAsk(
  { journal, sealing }: AskStoreDeps,
  changeId: string,
): Promise<Result<ChangeAsk | null>> {
  const sealed = await journal.sealed({ id: changeId });
  if (!sealed.ok || sealed.value === null) return sealed.ok ? ok(null) : sealed;
  const opened = await sealing.open(new Uint8Array(sealed.value), purposeFor(changeId));
  if (!opened.ok) return opened;
  const parsed = changeAsk.safeParse(asJson(opened.value ?? ''));
  return ok(parsed.success ? parsed.data : null);
}

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown; // Parsed by `changeAsk` in `decryptAsk`.
  } catch {
    context.addIssue('No JSON');
    return z.NEVER;
  }
});
const asJson = (text: string): unknown => json.safeParse(text).data;

/** The contacts that a change sends, for the person who has to decide about it. */
export function personalRoles(ask: ChangeAsk | null): readonly ContactFields[] | null {
  if (ask?.kind === 'contacts') return ask.roles;
  if (ask?.kind !== 'register') return null;
  const roles = registrationRoles.flatMap((name): ContactFields[] => {
    const contact = ask.contacts[name];
    return contact === undefined ? [] : [{ name, fields: fieldsOf(contact) }];
  });
  const asked = fieldsOf(ask.domainFields);
  return asked.length === 0 ? roles : [...roles, { name: 'domainfields', fields: asked }];
}

const fieldsOf = (values: Readonly<Record<string, string>>): ContactFields['fields'] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
