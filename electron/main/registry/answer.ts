import { z } from 'zod';
import { mostNameservers } from '#shared/domain/bounds.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import { canExpireOn, instantIn } from '#shared/domain/expiry.ts';
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
/** Null beside a member that says the same is as if it were left out. */
const nameText = z.string().max(255).nullish().catch(null);

/** The domain object class. Source: RFC 9083, section 5.3. */
const domainObject = z.object({
  objectClassName: z.string().regex(/^domain$/i),
  ldhName: nameText,
  unicodeName: nameText,
  events: list.optional(),
  status: list.optional(),
  nameservers: list.optional(),
  entities: list.optional(),
  redacted: list.optional(),
});

const event = z.object({ eventAction: z.string().max(100), eventDate: z.string().max(64) });
const nameserver = z.object({ ldhName: z.string().min(1).max(255) });
const entity = z.object({
  roles: list,
  publicIds: list.optional(),
  entities: list.optional(),
  vcardArray: z.tuple([z.unknown(), list]).nullish().catch(null),
});
/** Name, parameters, type, value. Source: RFC 7095, section 3.3. */
const vcardProperty = z.tuple([z.string(), z.unknown(), z.unknown(), z.string().max(320)]);
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
  const registeredAt = dates.of('registration');
  const expiries = expirations.map((action) => dates.expiryOf(action, registeredAt));
  const [expiresAt, registrarExpiresAt] = expiries as [string | null, string | null]; // One for each.
  return {
    missing: expiresAt === null && registrarExpiresAt === null ? whyNot(dates, redacted) : null,
    expiresAt,
    registrarExpiresAt,
    registeredAt,
    changedAt: dates.of('last changed'),
    transferredAt: dates.of('transfer'),
    databaseAt: dates.of('last update of rdap database'),
    statuses: statusesIn(status),
    nameservers: each(nameservers, nameserver)
      .map(({ ldhName: host }) => plainHost(host))
      .slice(0, mostNameservers),
    ...registrarIn(entities),
  };
}

function jsonIn(body: string): unknown {
  try {
    const whole: unknown = JSON.parse(body);
    return typeof whole === 'object' && whole !== null ? { ...whole, ...repeatedIn(body) } : whole;
  } catch {
    return null;
  }
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[[\]{},:]/g;
const deeper: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/** The members that an object has more than once, which a parser takes the last of: of lists all items, else the last that is not null. */
function repeatedIn(body: string): Readonly<Record<string, unknown>> {
  const members: (readonly [name: string, text: string])[] = [];
  let [depth, from, name] = [0, 0, ''];
  for (const { 0: token, index } of body.matchAll(jsonToken)) {
    if (depth === 1 && token === ':') from = index + 1;
    else if (depth === 1 && name === '') name = token;
    depth += deeper[token] ?? 0;
    const isEnd = depth === 0 || (depth === 1 && token === ',');
    if (isEnd && name !== '') members.push([name, body.slice(from, index)]);
    if (isEnd) name = '';
  }
  const repeated = [...Map.groupBy(members, ([each]) => each)].filter(([, { length }]) => length > 1);
  return Object.fromEntries(
    repeated.map(([each, all]) => [JSON.parse(each) as string, mergedOf(all.map(([, text]) => text))]), // A name is a text.
  );
}

function mergedOf(texts: readonly string[]): unknown {
  const values = texts.map((text): unknown => JSON.parse(text)).filter((value) => value !== null);
  return values.every(Array.isArray) ? values.flat() : values.at(-1);
}

const each = <S extends z.ZodType>(items: readonly unknown[], schema: S): readonly z.output<S>[] =>
  items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });

type Dates = ReturnType<typeof datesIn>;

function datesIn(events: readonly unknown[]) {
  const found = each(events, event);
  const textsOf = (action: string): readonly string[] =>
    found
      .filter(({ eventAction }) => eventAction.trim().toLowerCase() === action)
      .map(({ eventDate }) => eventDate.trim());
  const instantsOf = (action: string): readonly string[] =>
    textsOf(action).flatMap((text) => instantOf(text) ?? []);
  return {
    /** What such events have in place of their dates, or as these. */
    textsOf,
    /** The instant of the events of this kind, in UTC; null where there is none, none with a date, or several that differ. */
    of(action: string): string | null {
      const [first = null, ...others] = new Set(textsOf(action).map(instantOf));
      return others.length === 0 ? first : null;
    },
    /** The same of an expiry: several of one day are one, and what cannot be one is none. */
    expiryOf(action: string, registeredAt: string | null): string | null {
      // A date that is none takes nothing from one beside it.
      const likely = instantsOf(action).filter((instant) => isLikely(instant, registeredAt));
      const [first = null, ...others] = likely.toSorted();
      return others.every((other) => dayOf(other) === dayOf(first ?? '')) ? first : null;
    },
  };
}

const dayOf = (instant: string): string => instant.slice(0, 10);

/** Registries write year 1, 1900, 1970 or 9999 for an expiry that they do not have, and none is from before the registration. */
const isLikely = (expiresAt: string, registeredAt: string | null): boolean =>
  canExpireOn(dayOf(expiresAt)) && (registeredAt === null || dayOf(expiresAt) >= dayOf(registeredAt));

/** Without an offset only the day is known: it is taken from its beginning, so that nothing seems to have come about after it was sent. */
function instantOf(text: string): string | null {
  const ms = instantIn(hasOffset.test(text) ? text : text.slice(0, 10)) ?? Number.NaN;
  return instantIn(text) === null ? null : instantAt(ms);
}

const hasOffset = /(?:z|utc|gmt|[+-]\d\d(?::?\d\d)?)$/i;

const firstInstantMs = Date.UTC(1970, 0, 1);
const endOfInstantsMs = Date.UTC(9999, 0, 1);

/**
 * In UTC, ISO 8601; null outside the years 1970 to 9998: registries write `0001-01-01` and `9999-12-31` for a date that they do not have,
 * and a year of more than four digits has no such form.
 */
export const instantAt = (ms: number): string | null =>
  ms >= firstInstantMs && ms < endOfInstantsMs ? new Date(ms).toISOString() : null;

/** How registries say, in place of a date, that they do not show it. */
const emptied = /redact|withheld|hidden|private|privacy|gdpr|not (shown|disclosed|public)|undisclosed|^\*+$/i;

/** Why no expiry is shown. Source: RFC 9537, for what a registry has redacted; some send the event with a text in place of its date. */
function whyNot(dates: Dates, redacted: readonly unknown[]): RegistryMiss {
  const texts = expirations.flatMap(dates.textsOf).filter((text) => text !== '');
  const isNamed = redacted.some((one) => textsIn(one, 2).some((text) => /expir/i.test(text)));
  if (isNamed || texts.some((text) => emptied.test(text))) return 'redacted';
  if (texts.length === 0) return 'no-expiry';
  const registeredAt = dates.of('registration');
  const areDates = texts.every((text) => instantIn(text) !== null);
  const isNone = areDates && !texts.some((text) => isLikely(instantOf(text) ?? '', registeredAt));
  return isNone ? 'placeholder' : 'not-understood';
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
  [
    ...new Set(
      each(statuses, z.string().max(60)).map((status) =>
        status
          .trim()
          .replace(/([a-z])([A-Z])/g, '$1 $2')
          .replaceAll(/[\s_-]+/g, ' ')
          .toLowerCase(),
      ),
    ),
  ].slice(0, 40);

/** The registrar's IANA id, null where there is none, or where there are two; and its contact for abuse. */
function registrarIn(entities: readonly unknown[]): Pick<Shown, 'registrar' | 'abuse'> {
  const ids = each(entities, entity)
    .filter(({ roles }) => roles.includes('registrar'))
    .flatMap(({ publicIds = [] }) => each(publicIds, publicId))
    .filter(({ type }) => /iana/i.test(type))
    .map(({ identifier }) => identifier.replace(/^0+(?=\d)/, ''));
  const [first = null, ...others] = new Set(ids);
  const abuse = abuseIn(entities);
  return { registrar: others.length === 0 ? first : null, ...(abuse !== null && { abuse }) };
}

/** Where the registrar is told of abuse, as a text; null where that is not shown. Source: RFC 7483 and 9083, section 10.2.4. */
function abuseIn(entities: readonly unknown[]): string | null {
  const all = each(entities, entity);
  const registrars = all.filter(({ roles }) => roles.includes('registrar'));
  const within = registrars.flatMap(({ entities: inner = [] }) => each(inner, entity));
  const [contact] = [...within, ...registrars, ...all].filter(({ roles }) => roles.includes('abuse'));
  const properties = each(contact?.vcardArray?.[1] ?? [], vcardProperty);
  const valueOf = (property: string, form: RegExp): readonly string[] =>
    properties
      .filter(([name]) => name.toLowerCase() === property)
      .map(([, , , value]) => value.trim().replace(/^(mailto|tel):/i, ''))
      .filter((value) => form.test(value))
      .slice(0, 1);
  const found = [...valueOf('email', emailForm), ...valueOf('tel', phoneForm)];
  return found.length === 0 ? null : found.join(', ');
}

// It is shown to a person who is in a hurry: nothing else than an address and a number.
const emailForm = /^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[a-z0-9.-]{1,190}$/i;
const phoneForm = /^\+?\d[\d .()-]{4,30}$/;
