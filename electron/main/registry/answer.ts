import { z } from 'zod';
import { mostNameservers } from '#shared/domain/bounds.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import type { RegistryMiss, RegistryReading } from '#shared/domain/registry.ts';

/** What an answer shows; the rest of a reading is known by who asked. */
export type Shown = Omit<RegistryReading, 'at' | 'host' | 'until' | 'serverAt'>;

const nothing: Shown = {
  missing: null,
  registeredAt: null,
  expiresAt: null,
  registrarExpiresAt: null,
  changedAt: null,
  transferredAt: null,
  databaseAt: null,
  statuses: [],
  nameservers: [],
  registrar: null,
};

export const missed = (missing: RegistryMiss): Shown => ({ ...nothing, missing });

/** A list of which each item is looked at by itself: one that is not understood takes none of the others with it. */
const list = z.array(z.unknown()).max(1_000).catch([]);

/** The domain object class. Source: RFC 9083, section 5.3. */
const domainObject = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string().max(255).optional(),
  unicodeName: z.string().max(255).optional(),
  events: list.optional(),
  status: list.optional(),
  nameservers: list.optional(),
  entities: list.optional(),
  redacted: list.optional(),
});

const event = z.object({ eventAction: z.string().max(100), eventDate: z.string().max(64) });
const nameserver = z.object({ ldhName: z.string().min(1).max(255) });
const entity = z.object({ roles: list, publicIds: list.optional() });
const publicId = z.object({ type: z.string(), identifier: z.string().regex(/^\d{1,10}$/) });

/** What the body of an answer shows of `name`. @param name As A-labels in lower case. */
export function shownIn(body: string, name: string): Shown {
  const parsed = domainObject.safeParse(jsonIn(body));
  if (!parsed.success) return missed('not-understood');
  const { ldhName, unicodeName, ...answer } = parsed.data;
  // An answer for another name says nothing of this one.
  if (plainHost(ldhName ?? unicodeName ?? '') !== name) return missed('wrong-name');
  const { events = [], redacted = [], status = [], nameservers = [], entities = [] } = answer;
  const dates = datesIn(events);
  const [expiresAt, registrarExpiresAt] = expirations.map(dates.of) as [string | null, string | null]; // One for each.
  return {
    missing: expiresAt === null && registrarExpiresAt === null ? whyNot(dates, redacted) : null,
    ...{ expiresAt, registrarExpiresAt },
    registeredAt: dates.of('registration'),
    changedAt: dates.of('last changed'),
    transferredAt: dates.of('transfer'),
    databaseAt: dates.of('last update of rdap database'),
    statuses: statusesIn(status),
    nameservers: each(nameservers, nameserver)
      .map(({ ldhName: host }) => plainHost(host))
      .slice(0, mostNameservers),
    registrar: registrarIn(entities),
  };
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const each = <S extends z.ZodType>(items: readonly unknown[], schema: S): readonly z.output<S>[] =>
  items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });

interface Dates {
  /** The instant of the events of this kind, in UTC; null where there is none, none with a date, or several that differ. */
  readonly of: (action: string) => string | null;
  readonly areSeveral: (action: string) => boolean;
  /** There is such an event, with a text in place of its date. */
  readonly isEmptied: (action: string) => boolean;
  /** There is such an event, of a date that cannot be meant. */
  readonly isOutside: (action: string) => boolean;
}

function datesIn(events: readonly unknown[]): Dates {
  const found = each(events, event);
  const datesOf = (action: string): readonly string[] =>
    found
      .filter(({ eventAction }) => eventAction.trim().toLowerCase() === action)
      .map(({ eventDate }) => eventDate.trim());
  const instantsOf = (action: string): readonly (string | null)[] => [
    ...new Set(datesOf(action).map(instantIn)),
  ];
  return {
    of(action) {
      const [first = null, ...others] = instantsOf(action);
      return others.length === 0 ? first : null;
    },
    areSeveral: (action) => instantsOf(action).length > 1,
    isEmptied: (action) => datesOf(action).some((text) => !isInstantText(text)),
    isOutside: (action) => datesOf(action).some((text) => isInstantText(text) && instantIn(text) === null),
  };
}

/** RFC 3339 with its offset, or a day alone, taken as UTC. Without an offset, an instant is not known. */
const instantText = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const isInstantText = (text: string): boolean => instantText.safeParse(text).success;

const instantIn = (text: string): string | null => (isInstantText(text) ? instantAt(Date.parse(text)) : null);

const firstInstantMs = Date.UTC(1970, 0, 1);
const endOfInstantsMs = Date.UTC(9999, 0, 1);

/**
 * In UTC, ISO 8601; null outside the years 1970 to 9998: registries write `0001-01-01` and `9999-12-31` for a date that they do not have,
 * and a year of more than four digits has no such form.
 */
export const instantAt = (ms: number): string | null =>
  ms >= firstInstantMs && ms < endOfInstantsMs ? new Date(ms).toISOString() : null;

/** Why no expiry is shown. Source: RFC 9537, for what a registry has redacted; some send the event with a text in place of its date. */
function whyNot(dates: Dates, redacted: readonly unknown[]): RegistryMiss {
  if (expirations.some(dates.areSeveral) || expirations.some(dates.isOutside)) return 'not-understood';
  const isNamed = redacted.some((one) => textsIn(one, 2).some((text) => /expir/i.test(text)));
  return isNamed || expirations.some(dates.isEmptied) ? 'redacted' : 'no-expiry';
}

/** No deeper than what RFC 9537 writes: an answer may be nested as deep as it is long (H3). */
function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth - 1));
}

const expirations = ['expiration', 'registrar expiration'] as const;

/** In lower case. A registry that writes them as EPP does is understood as well. Source: RFC 8056, section 2. */
const statusesIn = (statuses: readonly unknown[]): readonly string[] =>
  each(statuses, z.string().max(60))
    .map((status) =>
      status
        .trim()
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase(),
    )
    .slice(0, 40);

/** The registrar's IANA id; null where there is none, or where there are two. */
function registrarIn(entities: readonly unknown[]): string | null {
  const ids = each(entities, entity)
    .filter(({ roles }) => roles.includes('registrar'))
    .flatMap(({ publicIds = [] }) => each(publicIds, publicId))
    .filter(({ type }) => /iana/i.test(type))
    .map(({ identifier }) => identifier.replace(/^0+(?=\d)/, ''));
  const [first = null, ...others] = new Set(ids);
  return others.length === 0 ? first : null;
}
