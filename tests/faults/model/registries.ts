// Loaded before a history begins: the program loads it when it is needed, which takes no virtual time.
import '../../../electron/main/registry/client.ts';
import type { PracticeDomain } from '../../../electron/main/practice/operations/domains.ts';
import type { RegistryDeps } from '../../../electron/main/registry/registry.ts';
import type { Timer } from '../../../electron/main/system/timing.ts';
import { domainObject } from '../../support/registry/rdap-shapes.ts';
import type { Manner } from './manners.ts';

type RegistryTransport = NonNullable<RegistryDeps['transport']>;
type Fetched = Awaited<ReturnType<RegistryTransport['get']>>;

/** Who made a record what it is. `elsewhere`: nobody that Namedesk can know of. `auto`: the registry itself, of an expired name. */
export type Mover =
  | { readonly kind: 'start' | 'elsewhere' | 'auto' | 'transfer' }
  | { readonly kind: 'post'; readonly number: number };

/** What the registry has of a name from one moment on. */
export interface RegistryRecord {
  readonly atMs: number;
  readonly by: Mover;
  readonly registeredMs: number;
  readonly expiresMs: number;
  readonly changedMs: number;
  readonly transferredMs: number | null;
  readonly registrar: string;
  readonly isAutoRenewed: boolean;
}

/** What an answer shows of a name, as its text has it. */
export interface ShownAtRegistry {
  readonly registeredAt: string | null;
  readonly expiresAt: string | null;
  readonly changedAt: string | null;
  readonly transferredAt: string | null;
  readonly databaseAt: string | null;
  readonly registrar: string;
  readonly statuses: readonly string[];
  /** By how much the registry's clock is ahead. */
  readonly aheadMs: number;
}

/** A request for a name that reached a registry. */
export interface Said {
  readonly name: string;
  readonly atMs: number;
  /** UTC, ISO 8601: what the program takes for the time of its reading. */
  readonly at: string;
  /** How many of the name's records it knew: registries lag. Two of one millisecond are told apart by it. */
  readonly known: number;
  readonly isLie: boolean;
  /** Null where nothing was answered that shows the name. */
  readonly shown: ShownAtRegistry | null;
  /** The name was in the portfolio or in the journal then, or a little before. */
  readonly isOwn: boolean;
  /** The person had switched it on, now or a little before. */
  readonly isOn: boolean;
}

/** What may be asked for at one moment, as the file has it. */
export interface MayAsk {
  readonly isOn: boolean;
  readonly isOwn: boolean;
}

interface RegistriesDeps {
  readonly timer: Pick<Timer, 'nowMs'>;
  /** When the history begins, UTC. */
  readonly startMs: number;
  readonly tell: (sentence: () => string) => void;
}

const second = 1_000;
const minute = 60 * second;
const day = 24 * 3_600_000;
const latencyMs = 60;
/** As the transport has it. */
const patienceMs = 15 * second;
/** So long after a name has expired, its registry renews it by itself. */
const autoRenewsAfterMs = 60 * minute;
/** A list of names that was begun goes on for as long, although one was taken out, or all was switched off. */
const goesOnForMs = 10 * minute;

const servers = [
  { zones: ['com', 'net'], base: 'https://rdap.one.example/' },
  { zones: ['za', 'org'], base: 'https://rdap.two.example/rdap/' },
] as const;

/** What is the same for every computer. */
interface OfAll {
  manner: Manner;
  readonly records: Map<string, RegistryRecord[]>;
}

/** The registries of every name: what they have of it, since when and by whom, and what they said of it to one computer. */
export class Registries {
  readonly said: Said[] = [];
  readonly #deps: RegistriesDeps;
  readonly #all: OfAll;
  /** When each name was last seen to be one's own, and when the switch was last seen to be on. */
  readonly #ownAtMs = new Map<string, number>();
  #onAtMs = Number.NEGATIVE_INFINITY;
  #offAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: RegistriesDeps, all: OfAll = { manner: { kind: 'truly' }, records: new Map() }) {
    this.#deps = deps;
    this.#all = all;
  }

  /** The same registries, as another computer asks them. */
  ofAnother = (): Registries => new Registries(this.#deps, this.#all);

  get manner(): Manner {
    return this.#all.manner;
  }

  set manner(manner: Manner) {
    this.#all.manner = manner;
  }

  get #records(): OfAll['records'] {
    return this.#all.records;
  }

  /** A name that is registered when the history begins. */
  begin(name: string, expiresInMs: number): void {
    const expiresMs = this.#deps.startMs + expiresInMs;
    this.#records.set(name, [
      {
        ...{ atMs: 0, by: { kind: 'start' }, expiresMs, transferredMs: null, isAutoRenewed: false },
        ...{ registeredMs: this.#deps.startMs - 700 * day, changedMs: this.#deps.startMs - 90 * day },
        registrar: '292',
      },
    ]);
  }

  /** Records in which the expiry is another one than before, of those that one answer did not know yet, and another did. */
  movesOf(name: string, unknownTo: Said | null, knownTo: Said | null): readonly RegistryRecord[] {
    const records = this.#records.get(name) ?? [];
    const [from, to] = [unknownTo?.known ?? 0, knownTo?.known ?? 0];
    return records.filter(
      ({ expiresMs }, index) => index >= from && index < to && expiresMs !== records[index - 1]?.expiresMs,
    );
  }

  /** The day on which a name expires as the registry has it now, and had it before that; null where it has none. */
  expiryOf(name: string, which: 'now' | 'before'): string | null {
    const records = this.#recordsOf(name);
    const now = records.at(-1);
    const before = records.findLast(({ expiresMs }) => expiresMs !== now?.expiresMs);
    const record = which === 'now' ? now : (before ?? now);
    return record === undefined ? null : dayOf(record.expiresMs);
  }

  /** A service has carried out something, or somebody at it. */
  follow(
    name: string,
    before: PracticeDomain | undefined,
    after: PracticeDomain | undefined,
    by: Mover,
  ): void {
    const last = this.#recordsOf(name).at(-1);
    if (after === undefined) return;
    if (before === undefined || last === undefined) {
      this.#registered(name, by, yearsBetween(after.registeredOn, after.expiryOn), '292');
      return;
    }
    const years = yearsBetween(before.expiryOn, after.expiryOn);
    this.#push(name, { ...last, by, expiresMs: yearsLater(last.expiresMs, years), isAutoRenewed: false });
  }

  /** Somebody else has registered it. */
  sold(name: string): void {
    if (this.#recordsOf(name).length === 0) this.#registered(name, { kind: 'elsewhere' }, 1, '7');
  }

  /** It goes to another registrar, which adds a year. */
  transfer(name: string): boolean {
    const last = this.#recordsOf(name).at(-1);
    if (last === undefined) return false;
    const registrar = last.registrar === '292' ? '7' : '292';
    const transferredMs = this.#dateMs();
    this.#push(name, {
      ...{ ...last, by: { kind: 'transfer' }, transferredMs, registrar },
      expiresMs: yearsLater(last.expiresMs, 1),
    });
    return true;
  }

  /** @param names In some portfolio now. */
  seen(names: Iterable<string>, isOn: boolean): void {
    const nowMs = this.#deps.timer.nowMs();
    for (const name of names) this.#ownAtMs.set(name, nowMs);
    if (isOn) this.#onAtMs = nowMs;
    else this.#offAtMs = nowMs;
  }

  /** Whether the person has had it switched on, as far as was seen, from a moment on. */
  wasOnSince = (atMs: number): boolean => this.#offAtMs < atMs && this.#onAtMs > atMs;

  /** The way of one process to the registries. @param timer Its own: once it has ended, nothing wakes. */
  transport(timer: Timer, mayAsk: (name: string) => MayAsk): RegistryTransport {
    const waits = async (durationMs: number, signal: AbortSignal | undefined): Promise<boolean> => {
      if (signal?.aborted === true) return false;
      return await timer.sleep(durationMs, signal).then(
        () => true,
        () => false,
      );
    };
    return {
      get: async (url, isListed, signal) => {
        const { manner } = this;
        const name = nameIn(url);
        if (name === null || !isListed(new URL(url).host))
          return (await waits(latencyMs, signal)) ? this.#list() : unreachable;
        const asked = { name, atMs: timer.nowMs(), at: new Date(this.#dateMs()).toISOString() };
        const may = this.#mayStill(name, mayAsk(name));
        const isGiven = await waits(answersAfterMs(manner), signal);
        const { fetched, ...rest } = isGiven ? this.#answer(name, manner) : this.#nothing(unreachable);
        this.said.push({ ...asked, ...may, ...rest });
        this.#deps.tell(() => `A registry is asked for ${name}: ${inWords(rest.shown, manner)}.`);
        return fetched;
      },
    };
  }

  #mayStill(name: string, { isOn, isOwn }: MayAsk): MayAsk {
    const sinceMs = this.#deps.timer.nowMs() - goesOnForMs;
    return {
      isOn: isOn || this.#onAtMs >= sinceMs,
      isOwn: isOwn || (this.#ownAtMs.get(name) ?? Number.NEGATIVE_INFINITY) >= sinceMs,
    };
  }

  #dateMs = (): number => this.#deps.startMs + this.#deps.timer.nowMs();

  /** With what the registry did by itself meanwhile. */
  #recordsOf(name: string): readonly RegistryRecord[] {
    const records = this.#records.get(name) ?? [];
    const last = records.at(-1);
    if (last === undefined || last.isAutoRenewed) return records;
    const atMs = last.expiresMs + autoRenewsAfterMs - this.#deps.startMs;
    if (atMs > this.#deps.timer.nowMs()) return records;
    records.push({
      ...{ ...last, atMs, by: { kind: 'auto' }, changedMs: this.#deps.startMs + atMs, isAutoRenewed: true },
      expiresMs: yearsLater(last.expiresMs, 1),
    });
    return records;
  }

  #registered(name: string, by: Mover, years: number, registrar: string): void {
    const registeredMs = this.#dateMs();
    const expiresMs = yearsLater(registeredMs, years);
    const none = { transferredMs: null, isAutoRenewed: false, atMs: 0, changedMs: registeredMs };
    this.#push(name, { ...none, by, registeredMs, expiresMs, registrar });
  }

  #push(name: string, record: RegistryRecord): void {
    const records = this.#records.get(name) ?? [];
    records.push({ ...record, atMs: this.#deps.timer.nowMs(), changedMs: this.#dateMs() });
    this.#records.set(name, records);
  }

  #list(): Fetched {
    if (this.manner.kind === 'away') return unreachable;
    const services = servers.map(({ zones, base }) => [zones, [base]]);
    return this.#answered(200, JSON.stringify({ publication: '2026-02-01T00:00:00Z', services }));
  }

  #answer(name: string, manner: Manner): Spoken {
    if (manner.kind === 'away') return this.#nothing(this.#noAnswer(manner.how));
    if (manner.kind === 'odd') return this.#nothing(this.#oddAnswer(name, manner.how));
    const ofMs = this.#deps.timer.nowMs() - (manner.kind === 'lags' ? manner.ms : 0);
    const records = this.#recordsOf(name);
    const index = records.findLastIndex(({ atMs }) => atMs <= ofMs);
    const record = records[index];
    if (record === undefined) return this.#nothing(this.#answered(404, '{"errorCode":404}'));
    const shown = shownBy(record, manner, this.#deps.startMs + ofMs, this.#dateMs());
    const isOther = manner.kind === 'lies' && manner.how === 'name';
    const body = domainObject(isOther ? `other-${name}` : name, {
      ...{ registered: shown.registeredAt, expires: shown.expiresAt, changed: shown.changedAt },
      ...{ transferred: shown.transferredAt, database: shown.databaseAt, registrar: shown.registrar },
      statuses: shown.statuses,
      registrarExpires: manner.kind === 'beside' ? this.expiryOf(name, 'before') : null,
    });
    const fetched = this.#answered(200, body, shown.aheadMs);
    return { fetched, known: index + 1, isLie: manner.kind === 'lies', shown: isOther ? null : shown };
  }

  #noAnswer(how: Extract<Manner, { readonly kind: 'away' }>['how']): Fetched {
    if (how === 'limit') return { ...this.#answered(429, ''), retryAfter: '60' };
    if (how === 'garbage') return this.#answered(200, '<html>Maintenance</html>');
    return how === 'unknown' ? this.#answered(404, '{"errorCode":404}') : unreachable;
  }

  #oddAnswer(name: string, how: Extract<Manner, { readonly kind: 'odd' }>['how']): Fetched {
    if (how === 'clock') {
      const date = 'Sat, 01 Jan 20000 00:00:00 GMT';
      return { ...this.#answered(200, domainObject(name, { expires: null })), date };
    }
    if (how === 'deep') {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const body = { objectClassName: 'domain', ldhName: name, events: [], redacted: 'deep' };
      return this.#answered(200, JSON.stringify(body).replace('"deep"', deep));
    }
    const expires = {
      'year-20000': '9999-12-31T23:59:59-12:00',
      'for-ever': '9999-12-31T00:00:00Z',
      'year-1': '0001-01-01T00:00:00Z',
    }[how];
    return this.#answered(200, domainObject(name, { expires, registered: '0000-01-01T00:00:00+12:00' }));
  }

  #nothing(fetched: Fetched): Spoken {
    return { fetched, known: 0, isLie: false, shown: null };
  }

  #answered(status: number, text: string, aheadMs = 0): Extract<Fetched, { readonly kind: 'answered' }> {
    const date = new Date(this.#dateMs() + aheadMs).toUTCString();
    return { kind: 'answered', status, retryAfter: null, date, text };
  }
}

interface Spoken extends Pick<Said, 'known' | 'isLie' | 'shown'> {
  readonly fetched: Fetched;
}

const unreachable = { kind: 'failed', why: 'unreachable' } as const satisfies Fetched;

function answersAfterMs(manner: Manner): number {
  if (manner.kind === 'slow') return manner.ms;
  return manner.kind === 'away' && manner.how === 'silent' ? patienceMs : latencyMs;
}

function nameIn(url: string): string | null {
  const name = /\/domain\/([^/]+)$/.exec(url)?.[1];
  return name === undefined ? null : decodeURIComponent(name);
}

function statusesOf({ isAutoRenewed }: RegistryRecord, { kind }: Manner): readonly string[] {
  if (kind === 'deletes') return ['redemption period', 'pending delete'];
  return isAutoRenewed ? ['auto renew period'] : [];
}

/** What a registry shows of a record, if it shows things in this manner. @param databaseMs Of which moment it is. */
function shownBy(record: RegistryRecord, manner: Manner, databaseMs: number, nowMs: number): ShownAtRegistry {
  const shown: ShownAtRegistry = {
    registeredAt: instant(record.registeredMs),
    expiresAt: instant(record.expiresMs),
    changedAt: instant(record.changedMs),
    transferredAt: record.transferredMs === null ? null : instant(record.transferredMs),
    databaseAt: instant(databaseMs),
    registrar: record.registrar,
    statuses: statusesOf(record, manner),
    aheadMs: 0,
  };
  switch (manner.kind) {
    case 'hides':
      return { ...shown, ...hidden[manner.what] };
    case 'lags':
      return manner.isDated ? shown : { ...shown, ...hidden.database };
    case 'lies':
      return { ...shown, ...lies(record, instant(nowMs))[manner.how] };
    case 'deletes':
    case 'truly':
    case 'beside':
    case 'slow':
    case 'odd':
    case 'away':
      return shown;
  }
}

type Shows = Partial<ShownAtRegistry>;

const hidden = {
  changed: { changedAt: null },
  database: { databaseAt: null },
  expiry: { expiresAt: null },
  grace: { statuses: [] },
} as const satisfies Readonly<Record<string, Shows>>;

type Lie = Extract<Manner, { readonly kind: 'lies' }>['how'];

function lies({ expiresMs }: RegistryRecord, now: string): Readonly<Record<Lie, Shows>> {
  const expiresAt = instant(yearsLater(expiresMs, 1));
  return {
    date: { expiresAt },
    moved: { expiresAt, changedAt: now },
    changed: { changedAt: now },
    name: {},
    registrar: { registrar: '99' },
    registered: { registeredAt: now },
    clock: { aheadMs: 3_600_000 },
  };
}

function inWords(shown: ShownAtRegistry | null, manner: Manner): string {
  const how = 'how' in manner ? `${manner.kind} (${manner.how})` : manner.kind;
  if (shown === null) return `nothing comes of it; ${how}`;
  return `it expires at ${shown.expiresAt ?? 'a hidden date'}, last changed at ${shown.changedAt ?? 'a hidden date'}; ${how}`;
}

/** Registries cut instants to the second. */
const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const yearsBetween = (from: string, to: string): number => Number(to.slice(0, 4)) - Number(from.slice(0, 4));

function yearsLater(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
