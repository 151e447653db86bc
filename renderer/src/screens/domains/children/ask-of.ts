import { assertNever } from '#shared/assert-never.ts';
import type { ChangeAsk } from '#shared/domain/change.ts';
import { type ChildForm, hostToSend } from './child-form.ts';

/** What the form asks of the service; null where it asks nothing of it. */
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
