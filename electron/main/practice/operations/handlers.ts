import type { Operation } from '../routes.ts';
import { credits, tldList, version } from './account.ts';
import { readContact, writeContact } from './contacts.ts';
import { readLock, writeLock } from './lock.ts';
import { lookup } from './lookup.ts';
import { deleteChild, modifyChild, readNameservers, registerChild, writeNameservers } from './nameservers.ts';
import type { Handler } from './operation.ts';
import { register, renew } from './orders.ts';
import { readCode, sync } from './transfer.ts';

export const handlers: Readonly<Record<Operation, Handler>> = {
  lookup,
  credits,
  tlds: tldList,
  version,
  'contact-read': readContact,
  'contact-write': writeContact,
  'lock-read': readLock,
  'lock-write': writeLock,
  register,
  renew,
  eppcode: readCode,
  sync,
  'nameservers-read': readNameservers,
  'nameservers-write': writeNameservers,
  'child-register': registerChild,
  'child-modify': modifyChild,
  'child-delete': deleteChild,
};
