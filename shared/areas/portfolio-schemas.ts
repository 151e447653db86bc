import { z } from 'zod';
import {
  type ChildNameserver,
  type Domain,
  domainParts,
  draftKinds,
  knownSources,
  type Reading,
  type Template,
} from '../domain/portfolio.ts';
import { fullName, hosts, lockState, namedFields } from './change-schemas.ts';
import { accountId, instant } from './common-schemas.ts';
import { appError } from './error-schema.ts';
import type { Same } from './startup-schemas.ts';

const text = (max: number) => z.string().max(max);
const count = z.number().int().min(0);

export const known = <T extends z.ZodType>(value: T) =>
  z.object({ value, at: instant, source: z.enum(knownSources) }).nullable();

export const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
export const tag = text(40).min(1);
export const tags = z.array(tag).max(20).readonly();
export const domainNote = text(10_000);
export const domainPart = z.enum(domainParts);
export const draftKind = z.enum(draftKinds);

export const domain = z.object({
  accountId,
  name: fullName,
  addedAt: instant,
  addedBy: z.enum(['typed', 'registration', 'command line']),
  tags,
  note: domainNote,
  archivedAt: instant.nullable(),
  lock: known(lockState),
  nameservers: known(hosts),
  registrant: known(text(500)),
  expiresOn: known(day),
  transferredAway: known(z.boolean()),
  troubles: z
    .array(z.object({ part: domainPart, error: appError, at: instant }))
    .max(domainParts.length)
    .readonly(),
});

export const childNameserver = z.object({
  host: fullName,
  addresses: z.array(text(64)).max(20).readonly(),
  at: instant,
  source: z.enum(['change', 'typed']),
});

export const template = z.discriminatedUnion('kind', [
  z.object({ id: z.uuid(), name: text(80).min(1), kind: z.literal('contact'), fields: namedFields }),
  z.object({ id: z.uuid(), name: text(80).min(1), kind: z.literal('nameservers'), nameservers: hosts }),
]);

export const reading = z.object({
  id: z.uuid(),
  total: count,
  done: count,
  failed: count,
  isFinished: z.boolean(),
  error: appError.nullable(),
});

/** Does not compile unless the schemas match the domain's types. */
export const portfolioSchemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof domain>, Domain>,
  Same<z.output<typeof childNameserver>, ChildNameserver>,
  Same<z.output<typeof template>, Template>,
  Same<z.output<typeof reading>, Reading>,
] = [true, true, true, true];
