import { z } from 'zod';
import { childDeleteAsk, childModifyAsk, childRegisterAsk } from '../changes/child-nameservers.ts';
import { contactsAsk, contactsWhat } from '../changes/contacts.ts';
import { periodYears } from '../changes/kind.ts';
import { hosts, lockState } from '../changes/parts.ts';
import { registerAsk, registerWhat } from '../changes/register.ts';
import { syncAsk } from '../changes/sync.ts';
import { changeStates } from '../domain/change-kinds.ts';
import { change, changeId, fullName, leftOutReason, proof, remarks, syncAnswer } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import { appError } from './error-schema.ts';
import { known } from './portfolio.ts';
import { count } from './common-schemas.ts';

export const batchId = z.uuid();

const lockAsk = z.object({ kind: z.literal('lock'), state: lockState });
const nameserversAsk = z.object({ kind: z.literal('nameservers'), nameservers: hosts });
const renewAsk = z.object({ kind: z.literal('renew'), periodYears });

/** What a batch takes back: the changes of another batch that took effect, or a single change. */
export const undoneSource = z.union([
  z.object({ batchId: z.uuid() }).strict(),
  z.object({ changeId: z.uuid() }).strict(),
]);

/** Given where each row puts back what its own domain had before: then the nameservers are empty, and contacts have no values. */
const ofUndo = { undoes: undoneSource.exactOptional() };
/** Given where each domain takes three steps: unlock, the contacts, lock again. */
const ofSteps = { unlocks: z.literal(true).exactOptional() };

/** What its kind says of each domain alike, as a review of one domain does (`KindInMain.says`): it names fields and no values. */
const warned = { warnings: z.array(z.string().max(1_000)).max(3_200).readonly().optional() };

/**
 * The change that a batch makes to each of many domains, without personal data: of contacts and registry fields, the names. Price and
 * premium are each row's own.
 */
export const batchAsk = z.discriminatedUnion('kind', [
  lockAsk.extend({ ...warned, ...ofUndo }),
  nameserversAsk.extend({ ...warned, ...ofUndo }),
  renewAsk.extend(warned),
  syncAsk.extend(warned),
  childRegisterAsk.extend(warned),
  childModifyAsk.extend(warned),
  childDeleteAsk.extend(warned),
  contactsWhat.extend({ ...warned, ...ofUndo, ...ofSteps }),
  registerWhat.omit({ isPremium: true, price: true }).extend({ ...warned, client: registerAsk.shape.client }),
]);

/**
 * The same as a person requests it, with every value: never stored in this form. Of contacts, a field that is not named stays as it
 * is at each domain, and one with an empty value is erased: so it was meant, too, when every field was named.
 */
export const fullBatchAsk = z.discriminatedUnion('kind', [
  lockAsk,
  nameserversAsk,
  renewAsk,
  syncAsk,
  childRegisterAsk,
  childModifyAsk,
  childDeleteAsk,
  contactsAsk.extend(ofSteps),
  registerAsk,
]);

/**
 * The state of a batch.
 *
 * - `reading`: the present state of each domain is being read. - `ready`: it can be reviewed and applied.
 * - `running`, `paused`: change by change. - `halted`: it has reached an uncertain change and waits for a person.
 * - `done`: every row has its change or was excluded. - `stopped`: a person ended it with rows left.
 */
const batchState = z.enum(['reading', 'ready', 'running', 'paused', 'halted', 'done', 'stopped']);

/** Who proposed a batch, and why: text of an assistant, which is untrusted. */
export const proposal = z.object({ by: z.string().max(80), why: z.string().max(300) });

/** By how many of its domains a batch is told apart from others in a list. */
export const mostFirstDomains = 2;

/** An ordered set of changes that is reviewed as one and applied change by change. */
export const batch = z.object({
  id: batchId,
  accountId: s.accountId,
  ask: batchAsk,
  state: batchState,
  createdAt: s.instant,
  changedAt: s.instant,
  /** The domains of its first rows. */
  firstDomains: z.array(fullName).max(mostFirstDomains),
  counts: z.object({
    rows: count,
    /** The domains that it is for: those that are not excluded, or all of them where every one is. */
    domains: count,
    /** Rows whose present state was read, or could not be read. */
    read: count,
    leftOut: count,
    /** Of those, the rows that need attention: the program excluded them, and not because no change is needed. */
    leftOutInNeed: count,
    /** How many domains were not read (`not-read.ts`): they are among those that are left out. */
    notRead: count,
    /** The rows of these that are left out: of a domain with steps there are several, and some may be done. */
    notReadRows: count,
    /** Rows that would erase a field, whether or not they are excluded. */
    erasing: count,
    /** Rows that are not excluded. */
    toDo: count,
    /** Of those, the rows without a change so far. */
    remaining: count,
    confirmed: count,
    /** Of those, the ones that a registry proves. */
    proven: count,
    refused: count,
    uncertain: count,
  }),
  /**
   * SHA-256 over the requested change and every row's present state; null while reading. The batch is applied only with
   * the digest that was reviewed.
   */
  digest: z.string().max(64).nullable(),
  /** The number of changes that must be typed before it is applied; null if a click is enough. */
  typedCount: count.nullable(),
  goesOnAfterUncertain: z.boolean(),
  /** Why it waits; null if it does not. */
  waitingFor: appError.nullable(),
  /** Null if a person stopped it, or if it was not stopped. */
  stoppedBy: z.literal('restore').nullable(),
  /** Where an assistant made it; only a person applies it. */
  proposal: proposal.exactOptional(),
});

/** What a row does beside what its batch is for. */
const batchStep = z.enum(['unlock', 'lock-again']);

/** What is known of a domain to be renewed, or of a name to be registered. */
const renewalFacts = z.object({
  /** When it was last renewed, as far as is known here or in the team; of a name to be registered, when it was last registered. */
  renewedAt: s.instant.nullable(),
  expiresOn: known(z.string().max(10)),
  /** For the whole period, from a lookup of the last day; looked up while the row is read where there is none. */
  price: s.price,
  /** Why it could not be looked up; left out where it was. */
  priceError: appError.optional(),
  /** It was registered from here as a premium name, or is offered as one now; left out for the others. */
  isPremium: z.boolean().optional(),
  /** A registry has shown this domain's expiry before: it will show another one. */
  isAtRegistry: z.literal(true).exactOptional(),
  /** The last renewal was accepted, and not yet charged. */
  isUncharged: z.boolean().exactOptional(),
  /** The lookup of the review found that the name can be registered: then it has no price to renew. */
  isFree: z.literal(true).exactOptional(),
});

export const batchRow = z.object({
  /** From 0. */
  index: count,
  domain: fullName,
  /** Whose it is in the portfolio, or nobody's; left out where that is the same for the whole batch. */
  client: s.text(255).exactOptional(),
  /** Null for what the batch is for; the rows of one domain follow each other in the order of its steps. */
  step: batchStep.nullable(),
  /** For display; null if it could not be read. Of contacts, the names of the fields that differ: values are personal. */
  before: z.string().max(4_000).nullable(),
  after: z.string().max(4_000),
  /** The contact fields that would be emptied, by name; null where none would. */
  erases: z.string().max(4_000).nullable(),
  leftOut: leftOutReason.nullable(),
  /**
   * The account’s portfolio does not have it; `heldBy`: the label of another account here that has. Left out where it has, and of names to be
   * registered.
   */
  outside: z.object({ heldBy: s.text(80).nullable() }).exactOptional(),
  /** Why it could not be read. */
  error: appError.nullable(),
  /** What is to be known of it, what excludes it first. */
  remarks,
  /** For a renewal or a registration; null for the other kinds and before it is read. */
  renewal: renewalFacts.nullable(),
  changeId: changeId.nullable(),
  /** The state of its change; null before it has one. */
  state: z.enum(changeStates).nullable(),
  /** What shows that state; null where nothing does yet. */
  proof: proof.nullable(),
  /** When it was sent, and when the registry or a reading of the service showed it; missing or null where not. */
  sentAt: change.shape.sentAt.exactOptional(),
  provenAt: change.shape.provenAt.unwrap().nullable().exactOptional(),
  /** What a person has marked it as. */
  settledAs: change.shape.settledAs,
  /** Whether the credit fell for it; missing or null where that is not known. */
  charge: change.shape.charge.unwrap().nullable().exactOptional(),
  /** What the service answered to a sync; null for the other kinds, and before it. */
  syncAnswer: syncAnswer.nullable(),
  /** By how much the credit fell because of its change: evidence, not a price. Null where that is not known. */
  fall: s.text(64).nullable(),
  /** Why its change is not confirmed, such as what the service answered; null if it is, or has no change. */
  changeError: appError.nullable(),
});

/** A field of a role that so many domains are given, with what it holds there now, and the first of these domains. */
export const contactChange = z.object({
  role: z.string().max(200),
  field: z.string().max(200),
  before: z.string().max(2_000),
  after: z.string().max(2_000),
  count,
  domains: z.array(fullName).max(100),
});

/** Which rows are asked for. */
export const batchRowsAsked = z.object({
  /** `to-do`: those that are not excluded. `odd`: those that need attention: excluded, refused, not done, uncertain. */
  which: z.enum(['all', 'to-do', 'left-out', 'odd']),
  offset: count,
  limit: z.number().int().min(1).max(1_000),
});

export const batchEvents = {
  'batches.changed': z.object({ batches: z.array(batch), removed: z.array(batchId) }),
} as const;
