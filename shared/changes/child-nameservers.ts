import { z } from 'zod';
import { nameInText, toUnicode } from '../domain/domain-name.ts';
import type { TypeOf } from '../schema-type.ts';
import { changed, type KindOfChange, sent, unprovable } from './kind.ts';

const host = z.string().max(255);
const address = z.string().max(64);

export const childRegisterAsk = z.object({ kind: z.literal('child-register'), host, address });
export const childModifyAsk = z.object({
  kind: z.literal('child-modify'),
  host,
  currentAddress: address,
  newAddress: address,
});
export const childDeleteAsk = z.object({ kind: z.literal('child-delete'), host });

const common = {
  isOfHosts: true,
  family: 'child-nameservers',
  verification: {
    ...unprovable,
    before: [],
    readBack: [],
    words: {
      reads: 'This can’t be verified: the service can’t show host records.',
      step: 'Host records can’t be verified',
      answerAlone: 'The service can’t show host records, so this rests on its answer.',
      elsewhere: 'Check the host records in your provider’s panel',
      tooEarly: '',
    },
  },
} as const;

export const childRegister = {
  ...common,
  label: 'New host record',
  noun: 'A new host record',
  title: (what) => `New host record ${nameInText(what.host)}`,
  verb: () => 'Register the host',
  done: (what) => `${nameInText(what.host)} is registered with ${what.address}.`,
  undone: (what) => `${nameInText(what.host)} is not registered.`,
  unsure: (what) => `We don’t know whether ${nameInText(what.host)} was registered with ${what.address}.`,
  lines: (what) => [sent('Host', toUnicode(what.host)), sent('Address', what.address)],
} as const satisfies KindOfChange<TypeOf<typeof childRegisterAsk>>;

export const childModify = {
  ...common,
  label: 'Change host record',
  noun: 'A change of a host record',
  title: (what) => `Change address of ${nameInText(what.host)}`,
  verb: () => 'Change the address',
  done: (what) => `${nameInText(what.host)} has the address ${what.newAddress}.`,
  undone: (what) => `The address of ${nameInText(what.host)} was not changed.`,
  unsure: (what) =>
    `We don’t know whether ${nameInText(what.host)} has the address ${what.newAddress} or still ${what.currentAddress}.`,
  lines: (what) => [changed(`Address of ${nameInText(what.host)}`, what.currentAddress, what.newAddress)],
} as const satisfies KindOfChange<TypeOf<typeof childModifyAsk>>;

export const childDelete = {
  ...common,
  label: 'Delete host record',
  noun: 'The removal of a host record',
  title: (what) => `Delete host record ${nameInText(what.host)}`,
  verb: () => 'Delete the host',
  done: (what) => `${nameInText(what.host)} is deleted.`,
  undone: (what) => `${nameInText(what.host)} is still there.`,
  unsure: (what) => `We don’t know whether ${nameInText(what.host)} was deleted.`,
  isRemoval: true,
  lines: (what) => [sent('Host', toUnicode(what.host))],
} as const satisfies KindOfChange<TypeOf<typeof childDeleteAsk>>;
