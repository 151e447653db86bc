import { json } from '../answer.ts';
import { dayOf } from '../days.ts';
import { codeOf } from './transfer-code.ts';
import { onDomain } from './operation.ts';

// Unknown: the shapes of both. Assumed: the fields that vendors show.

export const readCode = onDomain((domain, _form, world) => json({ eppcode: codeOf(world.seed, domain) }));

/** Reads only: there is no registry behind this service that could have moved a domain. */
export const sync = onDomain((domain, _form, world) => {
  const expired = domain.expiryOn < dayOf(world.now());
  return json({ active: !expired, expirydate: domain.expiryOn, expired, transferredAway: false });
});
