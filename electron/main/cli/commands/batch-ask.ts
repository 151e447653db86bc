import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type RegistrationContact,
  registrationFields,
  registrationRoles,
  type RegistrationRole,
} from '#shared/changes/register.ts';
import type { FullBatchAsk } from '#shared/domain/batch.ts';
import { longestPeriodYears, mostNameservers } from '#shared/domain/bounds.ts';
import { longestOwnTexts } from '#shared/domain/domain-parts.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { ok, type Result } from '#shared/result.ts';
import { textOf } from '../../system/files.ts';
import { invalidInput, jsonIn } from '../../system/texts.ts';
import { valueOf } from '../cli-command.ts';
import { type Item, listIn, nameOption, needed, numberOption, option, withDefault } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { didYouMean } from '../words.ts';

const nameservers = needed(
  option(
    '--nameservers <LIST>',
    `1 to ${mostNameservers} hosts in their order: ns1.example.net,ns2.example.net`,
  ),
);
const years = withDefault(
  numberOption('--years <N>', 'for how many years', { least: 1, most: longestPeriodYears }),
  1,
);
const contacts = (of: string) =>
  needed(
    option(
      '--contacts <FILE>',
      `a JSON file of ${of}; - is one line of the standard input. Never in the arguments, where others can read it`,
    ),
  );

/** What a batch is to do to each domain, as options say it. */
export interface AskOptions {
  readonly nameservers?: string;
  readonly years?: number;
  readonly contacts?: string;
  readonly dnsManagement?: true;
  readonly emailForwarding?: true;
  readonly idProtection?: true;
  readonly client?: string;
  readonly unlockMeanwhile?: true;
  readonly host?: string;
  readonly address?: string;
  readonly newAddress?: string;
}

const host = needed(
  option('--host <HOST>', 'its full name, which ends with that of its domain: ns1.example.com'),
);

/** A kind of batch that a command line creates, with its own options. */
interface BatchCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Item[];
  /** Contacts of the standard input are its next line. Fails with: `invalid-input`. */
  readonly ask: (
    options: AskOptions,
    terminal: Pick<Terminal, 'cwd' | 'input'>,
  ) => FullBatchAsk | Promise<FullBatchAsk>;
}

export const batchCommands = [
  {
    name: 'lock',
    summary: 'locks domains against transfer away',
    options: [],
    ask: () => ({ kind: 'lock', state: 'locked' }),
  },
  {
    name: 'unlock',
    summary: 'takes the registrar lock off',
    options: [],
    ask: () => ({ kind: 'lock', state: 'unlocked' }),
  },
  {
    name: 'nameservers',
    summary: 'sets nameservers',
    options: [nameservers],
    ask: (options) => ({ kind: 'nameservers', nameservers: listIn(options.nameservers ?? '') }),
  },
  {
    name: 'renew',
    summary: 'renews domains, which costs money',
    options: [years],
    ask: (options) => ({ kind: 'renew', periodYears: options.years ?? 1 }),
  },
  {
    name: 'contacts',
    summary: 'sets contact fields',
    options: [
      contacts('fields under the names that the service shows, such as Registrant, Email'),
      option('--unlock-meanwhile', 'unlocks each domain before, and locks it again after'),
    ],
    ask: async (options, terminal) =>
      contactsAskOf(valueOf(await contactsIn(options.contacts ?? '', terminal)), options),
  },
  {
    name: 'register',
    summary: 'registers names, which costs money',
    options: [
      contacts(
        `contacts by role (${registrationRoles.join(', ')}), each with some of ${registrationFields.join(', ')}`,
      ),
      nameservers,
      years,
      option('--dns-management', 'orders DNS management with each name'),
      option('--email-forwarding', 'orders e-mail forwarding with each name'),
      option('--id-protection', 'orders ID protection with each name'),
      nameOption('--client <CLIENT>', 'whose they will be; kept here', longestOwnTexts.client),
    ],
    ask: async (options, terminal) =>
      valueOf(registerAskOf(valueOf(await contactsIn(options.contacts ?? '', terminal)), options)),
  },
  {
    name: 'sync',
    summary: 'lets the service ask the registry for expiry and status',
    options: [],
    ask: () => ({ kind: 'sync' }),
  },
  {
    name: 'child-register',
    summary: 'registers a host record of one domain',
    options: [host, needed(option('--address <IP>', 'its address'))],
    ask: ({ host: name = '', address = '' }) => ({ kind: 'child-register', host: name, address }),
  },
  {
    name: 'child-modify',
    summary: 'changes the address of a host record',
    options: [
      host,
      needed(option('--address <IP>', 'the address that it has now')),
      needed(option('--new-address <IP>', 'the address that it gets')),
    ],
    ask: ({ host: name = '', address: currentAddress = '', newAddress = '' }) => ({
      kind: 'child-modify',
      host: name,
      currentAddress,
      newAddress,
    }),
  },
  {
    name: 'child-delete',
    summary: 'deletes a host record',
    options: [host],
    ask: ({ host: name = '' }) => ({ kind: 'child-delete', host: name }),
  },
] as const satisfies readonly BatchCommand[];
export type BatchCommandName = (typeof batchCommands)[number]['name'];

/** A file of contacts has a few kilobytes. */
const mostBytes = 1_048_576;
const contactsFile = z
  .record(z.string().min(1).max(200), z.record(z.string().min(1).max(200), z.string().max(2_000)))
  .refine((roles) => {
    const count = Object.keys(roles).length;
    return (
      count > 0 && count <= 16 && Object.values(roles).every((fields) => Object.keys(fields).length <= 200)
    );
  });
type ContactsFile = z.output<typeof contactsFile>;

async function contactsIn(
  path: string,
  { cwd, input }: Pick<Terminal, 'cwd' | 'input'>,
): Promise<Result<ContactsFile>> {
  const text = path === '-' ? await input.firstLine() : await textOf(resolve(cwd, path), mostBytes);
  if (text === null) return invalidInput('contacts', `${path} cannot be read, or has more than 1 MiB.`);
  const parsed = contactsFile.safeParse(jsonIn(text));
  const from = path === '-' ? 'The line of the standard input' : path;
  return parsed.success
    ? ok(parsed.data)
    : invalidInput('contacts', `${from} is not JSON of the form {"Registrant":{"Email":"…"}}.`);
}

const contactsAskOf = (roles: ContactsFile, { unlockMeanwhile }: AskOptions): FullBatchAsk => ({
  kind: 'contacts',
  ...(unlockMeanwhile && { unlocks: unlockMeanwhile }),
  roles: Object.entries(roles).map(([name, fields]) => ({
    name,
    fields: Object.entries(fields).map(([field, value]) => ({ name: field, value })),
  })),
});

function registerAskOf(roles: ContactsFile, options: AskOptions): Result<FullBatchAsk> {
  const contacts: Partial<Record<RegistrationRole, RegistrationContact>> = {};
  for (const [name, given] of Object.entries(roles)) {
    const role = registrationRoles.find((each) => each === name.toLowerCase());
    if (role === undefined) return unknownName('role', name, registrationRoles);
    const strange = Object.keys(given).find((field) => !registrationFields.some((each) => each === field));
    if (strange !== undefined) return unknownName('field', strange, registrationFields);
    contacts[role] = { ...emptyContact, ...given };
  }
  if (contacts.registrant === undefined) return invalidInput('contacts', 'There is no registrant in it.');
  const { dnsManagement, emailForwarding, idProtection, client } = options;
  return ok({
    kind: 'register',
    periodYears: options.years ?? 1,
    nameservers: listIn(options.nameservers ?? ''),
    contacts,
    addons: {
      ...(dnsManagement && { dnsManagement }),
      ...(emailForwarding && { emailForwarding }),
      ...(idProtection && { idProtection }),
    },
    idnLanguage: null,
    domainFields: {},
    ...(client !== undefined && { client }),
  });
}

const emptyContact: RegistrationContact = {
  firstname: '',
  lastname: '',
  fullname: '',
  companyname: '',
  email: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
  phonenumber: '',
};

const unknownName = (what: string, name: string, all: readonly string[]): Result<never> =>
  invalidInput('contacts', `There is no ${what} "${isolated(name.slice(0, 60))}".${didYouMean(name, all)}`);
