import { z } from 'zod';
import {
  type Change,
  type ChangeAsk,
  changeKinds,
  changeStates,
  longestPeriodYears,
  mostNameservers,
  registrationFields,
  registrationRoles,
} from '../domain/change.ts';
import { findingKinds } from '../domain/finding.ts';
import { accountId, finding, instant, price } from './common-schemas.ts';
import { appError, overLimit, overLimits } from './error-schema.ts';
import type { Same } from './startup-schemas.ts';

const text = (max: number) => z.string().max(max);
const count = z.number().int().min(0);

export const changeId = z.uuid();
export const reviewId = z.uuid();
export const fullName = text(255).min(3);
export const hosts = z.array(text(255)).max(mostNameservers).readonly();
export const changeKind = z.enum(changeKinds);
export const changeState = z.enum(changeStates);
export const lockState = z.enum(['locked', 'unlocked']);
export const periodYears = z.number().int().min(1).max(longestPeriodYears);

const addons = z.object({
  dnsManagement: z.boolean().optional(),
  emailForwarding: z.boolean().optional(),
  idProtection: z.boolean().optional(),
});

export const namedFields = z
  .array(z.object({ name: text(200), value: text(2_000) }))
  .max(200)
  .readonly();
const contactFields = z.object({ name: text(200), fields: namedFields });
const registrationContact = z.record(z.enum(registrationFields), text(2_000));

const plainAsks = [
  z.object({ kind: z.literal('lock'), state: lockState }),
  z.object({ kind: z.literal('nameservers'), nameservers: hosts }),
  z.object({ kind: z.literal('child-register'), host: text(255), address: text(64) }),
  z.object({
    kind: z.literal('child-modify'),
    host: text(255),
    currentAddress: text(64),
    newAddress: text(64),
  }),
  z.object({ kind: z.literal('child-delete'), host: text(255) }),
  z.object({ kind: z.literal('sync') }),
] as const;

export const changeAsk = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('register'),
    periodYears,
    nameservers: hosts,
    contacts: z.partialRecord(z.enum(registrationRoles), registrationContact),
    addons,
    idnLanguage: text(64).nullable(),
    domainFields: z.record(text(200), text(2_000)),
  }),
  z.object({ kind: z.literal('renew'), periodYears, addons }),
  z.object({ kind: z.literal('contacts'), roles: z.array(contactFields).max(16).readonly() }),
  ...plainAsks,
]);

export const changeWhat = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('register'),
    periodYears,
    nameservers: hosts,
    roles: z.array(z.enum(registrationRoles)).max(4).readonly(),
    addons,
    idnLanguage: text(64).nullable(),
    domainFields: z.array(text(200)).max(200).readonly(),
    isPremium: z.boolean(),
    price,
  }),
  z.object({ kind: z.literal('renew'), periodYears, addons, price }),
  z.object({
    kind: z.literal('contacts'),
    roles: z
      .array(z.object({ name: text(200), changed: z.array(text(200)).max(200).readonly() }))
      .max(16)
      .readonly(),
  }),
  ...plainAsks,
]);

export const beforeState = z.object({
  readAt: instant,
  lock: lockState.nullable().optional(),
  nameservers: hosts.nullable().optional(),
  credit: text(64).nullable().optional(),
  finding: z.enum(findingKinds).nullable().optional(),
  contacts: z.literal('read').nullable().optional(),
});

export const syncAnswer = z.object({
  active: z.boolean().nullable(),
  expired: z.boolean().nullable(),
  transferredAway: z.boolean().nullable(),
  expiresOn: text(10).nullable(),
});

export const evidence = z.object({
  label: text(200),
  before: text(2_000).nullable(),
  after: text(2_000).nullable(),
  speaks: z.enum(['for', 'against', 'neither']),
});
export const manyEvidence = z.array(evidence).max(100).readonly();

export const serviceIdentity = z.object({ baseUrl: text(2_048), username: text(320) });

export const confirmedLimits = z
  .array(overLimit.extend({ at: instant }))
  .max(1_000)
  .readonly();

export const consent = z.object({
  at: instant,
  service: serviceIdentity,
  present: text(8_000),
  lastEffect: count,
  price: price.nullable(),
  premiumAccepted: z.boolean(),
  // Entries stored while a single limit let a change exceed all limits count as confirming none.
  limits: confirmedLimits.default([]),
});

export const change = z.object({
  id: changeId,
  number: count,
  accountId,
  accountLabel: text(80),
  service: serviceIdentity.nullable(),
  domain: fullName,
  what: changeWhat,
  state: changeState,
  planId: z.uuid().nullable(),
  before: beforeState.nullable(),
  attempts: count,
  createdAt: instant,
  changedAt: instant,
  sentAt: instant.nullable(),
  error: appError.nullable(),
  proof: z.enum(['answer', 'read-back', 'person']).nullable(),
  evidence: manyEvidence,
  readBackAt: instant.nullable(),
  told: syncAnswer.nullable(),
  note: text(2_000),
  settledAs: z.enum(['applied', 'not-applied']).nullable(),
  next: z
    .array(z.enum(['send', 'read-back', 'settle', 'withdraw']))
    .max(4)
    .readonly(),
});

const changeLine = z.object({
  label: text(400),
  before: text(4_000).nullable(),
  after: text(4_000).nullable(),
  isChanged: z.boolean(),
});

/** A reason against sending, or something to know before it. It does not block sending. */
export const changeWarning = z.object({
  id: z.enum([
    'not-read-before',
    'registrant-change-may-need-approval',
    'host-inside-without-child',
    'host-in-use',
    'nothing-changes',
    'unusual-value',
    'missing-value',
    'renewed-before',
    'tried-before',
    'price-not-given',
    'credit-may-not-do',
    'effects-unknown',
    'not-in-portfolio',
    'ipv6-unknown',
    'premium',
  ]),
  text: text(500),
});

/** Everything to know before a change is sent, read just now. */
export const review = z.object({
  reviewId,
  accountId,
  accountLabel: text(80),
  isPractice: z.boolean(),
  domain: fullName,
  kind: changeKind,
  readAt: instant,
  lines: z.array(changeLine).max(500).readonly(),
  /** The request in order, field by field. */
  sent: z.object({ method: z.literal('POST'), path: text(500), fields: namedFields }),
  warnings: z.array(changeWarning).max(50).readonly(),
  /** For the whole period; null if the change has no known cost. */
  price: price.nullable(),
  credit: z.object({ amount: text(64), readAt: instant }).nullable(),
  /** For a registration: the finding looked up for this review. */
  finding: finding.nullable(),
  /** The last change of this family on this domain; null if there is none. */
  last: change.nullable(),
  /** What must be passed to `apply`. */
  asksFor: z.object({ typedName: z.boolean(), premium: z.boolean(), limits: overLimits }),
});

export const changeFilter = z.object({
  /** Null: all accounts. */
  accountId: accountId.nullable(),
  states: z.array(changeState).max(changeStates.length).readonly().nullable(),
  kinds: z.array(changeKind).max(changeKinds.length).readonly().nullable(),
  /** Searched in the domain's name. */
  text: text(255),
  domain: fullName.nullable(),
  planId: z.uuid().nullable(),
});

/** Does not compile unless the schemas match the domain's types. */
export const changeSchemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof change>, Change>,
  Same<z.output<typeof changeAsk>, ChangeAsk>,
] = [true, true];
