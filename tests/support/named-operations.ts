import type { CallOptions, Kept, ResellerClient } from '../../electron/main/reseller/client.ts';
import type { Operation } from '../../electron/main/reseller/operation.ts';
import { readContacts, writeContacts } from '../../electron/main/reseller/operations/contact.ts';
import {
  listTlds,
  readCredits,
  readVersion,
} from '../../electron/main/reseller/operations/credits-tlds-version.ts';
import { readEppCode, readLock, sync, writeLock } from '../../electron/main/reseller/operations/domain.ts';
import { lookup } from '../../electron/main/reseller/operations/lookup.ts';
import {
  deleteChildNameserver,
  modifyChildNameserver,
  readNameservers,
  registerChildNameserver,
  writeNameservers,
} from '../../electron/main/reseller/operations/nameservers.ts';
import { register, renew } from '../../electron/main/reseller/operations/order.ts';
import type { Result } from '../../shared/result.ts';

/** Every operation of the API by its name; `named-operations.test.ts` sees to it that none is missing. */
export const operations = {
  lookup,
  readCredits,
  listTlds,
  readVersion,
  readContacts,
  writeContacts,
  readLock,
  writeLock,
  register,
  renew,
  readEppCode,
  sync,
  readNameservers,
  writeNameservers,
  registerChildNameserver,
  modifyChildNameserver,
  deleteChildNameserver,
} as const satisfies Readonly<Record<string, Operation<never, object>>>;

type Operations = typeof operations;
export type OperationName = keyof Operations;

// The names of a constant object are the names of its type.
export const operationNames = Object.keys(operations) as readonly OperationName[];
export const readNames = operationNames.filter((name) => operations[name].effect !== 'write');
export const writeNames = operationNames.filter((name) => operations[name].effect === 'write');

/** A method for each operation. */
export type NamedMethods = {
  [N in OperationName]: Operations[N] extends Operation<infer I, infer V>
    ? (input: I, options?: CallOptions) => Promise<Result<Kept<V & object>>>
    : never;
};

type Methods = Pick<ResellerClient, 'read' | 'readOnce' | 'write'>;
type Method = (input: unknown, options?: CallOptions) => Promise<Result<Kept<object>>>;

const methodOf = { read: 'read', 'read-once': 'readOnce', write: 'write' } as const;

/** The operations of a client as methods. */
export const named = (client: Methods): NamedMethods =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => {
      const method: Method = (input, options) =>
        client[methodOf[operation.effect]](operation as never, input, options);
      return [name, method];
    }),
  ) as unknown as NamedMethods; // Made from the table of operations, by its own names.

/** A client that carries out operations by these methods, as they are at the time of the call. */
export const clientOf = (methods: Partial<NamedMethods>): Methods => {
  const call = ({ name }: { readonly name: string }, input: unknown, options?: CallOptions) => {
    const method = methods[name as OperationName] as Method | undefined;
    if (method === undefined) throw new Error(`Nothing carries out ${name}`);
    return method(input, options);
  };
  return { read: call, readOnce: call, write: call } as unknown as Methods; // Each method takes what its operation takes.
};

/** A client that has a method for each operation as well. */
export const withNames = <C extends Methods>(client: C): C & NamedMethods => ({
  ...client,
  ...named(client),
});
