import { json, refused, success } from '../answer.ts';
import { textOf } from '../form.ts';
import { keep, onDomain } from './operation.ts';

// Source: Domain Reseller API v2.2, "Registrar lock".

export const readLock = onDomain((domain) => json(domain.isLocked ? 'locked' : 'unlocked'));

/** The two published words alone are taken; where others are said to unlock silently, this service refuses them. */
export const writeLock = onDomain((domain, form, world) => {
  const status = textOf(form, 'lockstatus');
  if (status !== 'locked' && status !== 'unlocked') return refused('lockstatus must be locked or unlocked');
  keep(world, { ...domain, isLocked: status === 'locked' });
  return success;
});
