// Closed lists without a schema, which schemas share with the page.
import { registryStates } from './registry-names.ts';

/**
 * Why something needs a person, in the order in which equally urgent rows are listed.
 *
 * - `transfer-pending`, `registrar-changed`, `lock-not-shown`, `being-deleted`, `on-hold`: what its registry shows (`statesOf`).
 * - `uncertain`: a change of which nobody knows whether it was done. - `left-unlocked`: a batch unlocked it and did not lock it again. - `uncharged`: a paid one that was accepted and not charged. - `overcharged`: one for which more was taken than was agreed to. - `paid-twice`: in a team, two of one name that took effect, each without knowing of the other.
 * - `access`: the account cannot be used: its key is refused, or nothing answers at its address.
 * - `credit`: the credit is not enough for what is due. - `expired`, `due`, `due-later`: by the expiry that is shown.
 * - `left`: transferred away, says the service. - `not-found`: not found by the service. - `not-read`: its last answer could not be read, or none came. - `drift`: not as it was set from here. - `unlocked`.
 * - `removal`: a colleague has removed many domains, which stay here until this person has said so. - `import`: a file that could not be imported, or not wholly. - `batch`: stopped, waiting, or not all of it done. - `finished`: long work that ended well today, all of it in one row.
 */
export const attentionKinds = [
  ...registryStates,
  'uncertain',
  'left-unlocked',
  'uncharged',
  'overcharged',
  'paid-twice',
  'access',
  'credit',
  'expired',
  'due',
  'batch',
  'removal',
  'import',
  'left',
  'drift',
  'unlocked',
  'not-found',
  'not-read',
  'due-later',
  'finished',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** `later` and `note` need nobody yet. */
export const severities = ['urgent', 'soon', 'later', 'note'] as const;

/** The one next step of a row. */
export const attentionSteps = [
  'verify',
  'open-change',
  'renew',
  'restore',
  'contact-registrar',
  'lock',
  'archive',
  'open-domain',
  'open-contacts',
  'refresh',
  'open-batch',
  'look-removals',
  'open-session',
  'open-account',
  'enter-key',
  'edit-account',
  'import-again',
] as const;
export type AttentionStep = (typeof attentionSteps)[number];

/** A row names so many domains at most; `count` has them all. */
export const mostRowNames = 100;
