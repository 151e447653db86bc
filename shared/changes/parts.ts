import { z } from 'zod';
import type { TypeOf } from '../schema-type.ts';
import { registryReading } from '../areas/registry-schemas.ts';
import { findingKinds } from '../domain/finding-kinds.ts';
import { mostNameservers } from '../domain/bounds.ts';

export const lockState = z.enum(['locked', 'unlocked']);
export type LockState = TypeOf<typeof lockState>;

export const hosts = z.array(z.string().max(255)).max(mostNameservers).readonly();

/**
 * What can be read of a domain and its account to compare a change with, each with its sentences. Read by the changes, just
 * before and after one; what the portfolio refreshes by itself are the `domainParts`, some of the same.
 *
 * Source: Domain Reseller API v2.2, "Endpoints".
 */
export const readPartWords = {
  lock: {
    changed: 'The registrar lock has changed since you looked.',
    notShown: 'The service did not show the current registrar lock.',
  },
  nameservers: {
    changed: 'The nameservers have changed since you looked.',
    notShown: 'The service did not show the current nameservers.',
  },
  contacts: {
    changed: 'The contacts have changed since you looked.',
    notShown: 'The service did not show the current contacts.',
  },
  // Never compared with what a person saw: any other order changes it.
  credit: {
    notShown: 'The service did not show the current credit.',
  },
  // Never compared either: it is what a later reading is compared with.
  registry: {
    notShown: 'The registry did not show the domain.',
  },
  finding: {
    changed: 'The status of this name has changed since you looked.',
    notShown: 'The service did not show whether the name is still available.',
  },
} as const;
export type ReadPart = keyof typeof readPartWords;
// The names of a constant object are the names of its type.
export const readParts = Object.keys(readPartWords) as readonly ReadPart[];
/** The parts that are compared with what a person saw, before a change is sent. */
type ComparedPart = {
  [P in ReadPart]: (typeof readPartWords)[P] extends { readonly changed: string } ? P : never;
}[ReadPart];
export const isCompared = (part: ReadPart): part is ComparedPart => 'changed' in readPartWords[part];
export const comparedParts = readParts.filter(isCompared);

/**
 * What was read just before an attempt. A member is missing if it was not requested, and null if it could not be read.
 */
export const beforeState = z.object({
  /** UTC, like all instants. */
  readAt: z.iso.datetime(),
  lock: z.optional(z.nullable(lockState)),
  nameservers: z.optional(z.nullable(hosts)),
  /** The decimal text. Unknown: its currency and what it stands for. */
  credit: z.string().max(64).nullable().optional(),
  finding: z.enum(findingKinds).nullable().optional(),
  /** What the registry showed of the domain, where it was asked. */
  registry: z.optional(z.nullable(registryReading)),
  /** Whether the contacts could be read; their values are stored elsewhere, as digests. */
  contacts: z.literal('read').nullable().optional(),
} satisfies Readonly<Record<ReadPart | 'readAt', z.ZodType>>);
export type BeforeState = TypeOf<typeof beforeState>;
