import type { TeamFault } from '../../../electron/main/team/connection.ts';
import type { TeamDatabase } from '../../../electron/main/team/referee.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { VirtualTime } from '../time/virtual-time.ts';

interface Claimed {
  readonly changeId: string;
  readonly attempt: number;
  readonly by: string;
  readonly desk: string;
  readonly matter: string;
  readonly domain: string;
  readonly kindOfChange: string;
  readonly since: string;
  /** The last outcome that was written when it was claimed. */
  readonly seq: number;
  untilMs: number;
  state: 'held' | 'sent' | 'uncertain' | 'settled' | 'released';
  outcome: string | null;
  /** When its outcome was written, among all; null where it was not. */
  settled: { readonly seq: number; readonly at: string } | null;
}

/** The functions that a referee calls. */
export type RefereeFunction = 'claim' | 'mark_sent' | 'settle' | 'release' | 'last' | 'status';

/** `unreachable`: nothing was done. `lost-before`, `lost-after`: no answer came, and it was done only with the latter. */
export type TeamTrouble = 'unreachable' | 'lost-before' | 'lost-after' | 'history';

export const leaseMs = 120_000;
const isOpen = ({ state }: Claimed): boolean => state === 'held' || state === 'sent' || state === 'uncertain';

/** What a call is given; each function takes its own part of it. */
interface Parameters {
  readonly changeId: string;
  readonly attempt: number;
  readonly desk: string;
  readonly service?: { readonly baseUrl: string; readonly username: string };
  readonly domain: string;
  readonly kind: string;
  readonly family: string;
  readonly lastEffect?: string | null;
  readonly outcome: string;
}

/** A call that was done, and what it came to. */
export interface Done {
  readonly by: string;
  readonly name: RefereeFunction;
  readonly p: Parameters;
  readonly answer: object;
}

/**
 * A team's database in memory, for the order of calls and for what fails at each of them. Of people who may send, none of them an admin. That
 * it answers as the schema's functions do is shown over a PostgreSQL (`contract.test.ts`).
 */
export class ATeamDatabase {
  readonly #time: Pick<VirtualTime, 'now'>;
  readonly #claims: Claimed[] = [];
  #seq = 0;
  /** Of the next calls of a function, one after the other. */
  readonly troubles = new Map<RefereeFunction, TeamTrouble[]>();
  /** Every call that reached it, as `Ada claim`. */
  readonly calls: string[] = [];
  /** Every outcome that it was told, as `unsent`. */
  readonly told: string[] = [];
  isDown = false;
  /** What a function answers to everybody, in place of what is true. */
  answers = new Map<RefereeFunction, object>();
  onDone: (done: Done) => void = () => undefined;

  constructor(time: Pick<VirtualTime, 'now'>) {
    this.#time = time;
  }

  /** @param troubles Of this one's calls alone. */
  connect(by: string, troubles = this.troubles): TeamDatabase {
    // A referee calls no other function.
    return { call: (name, p) => this.#call(by, name as RefereeFunction, p as Parameters, troubles) };
  }

  /** The states of all claims, in order. */
  states(): readonly string[] {
    return this.#claims.map(({ state }) => state);
  }

  async #call(
    by: string,
    name: RefereeFunction,
    p: Parameters,
    troubles: Map<RefereeFunction, TeamTrouble[]>,
  ): Promise<Result<unknown, TeamFault>> {
    await Promise.resolve();
    const trouble = this.isDown ? 'unreachable' : troubles.get(name)?.shift();
    if (trouble === 'unreachable') return fail({ kind: trouble, code: 'ECONNREFUSED' });
    if (trouble === 'history') return fail({ kind: trouble });
    if (trouble === 'lost-before') return fail({ kind: 'unknown' });
    this.calls.push(`${by} ${name}`);
    const answer = this.answers.get(name) ?? this.#functions[name](by, p);
    this.onDone({ by, name, p, answer });
    return trouble === 'lost-after' ? fail({ kind: 'unknown' }) : ok(answer);
  }

  readonly #functions: Readonly<Record<RefereeFunction, (by: string, p: Parameters) => object>> = {
    claim: (by, p) => {
      const matter = matterOf(p);
      const known = this.#own(by, p);
      if (known !== undefined) return this.#askedAgain(known, p, matter);
      const elsewhere = this.#elsewhere(by, p);
      if (elsewhere !== undefined) return { kind: 'taken', ...shown(elsewhere) };
      const bought = this.#boughtOf(matter);
      if (bought !== undefined) return { kind: 'taken', ...shown(bought), state: 'bought' };
      const open = this.#openOf(matter);
      if (open !== undefined && !this.#isEnded(open)) return { kind: 'taken', ...shown(open) };
      // Nothing was sent under a lease that has ended.
      if (open !== undefined) open.state = 'released';
      const last = this.#last(matter);
      if ((last?.changeId ?? null) !== (p.lastEffect ?? null)) return { kind: 'changed', last };
      this.#claims.push(this.#claimOf(by, p, 'held'));
      return { kind: 'held' };
    },
    mark_sent: (by, p) => {
      const claim = this.#find(p);
      if (claim?.by !== by || claim.desk !== p.desk) return { kind: 'lost' };
      if (claim.state !== 'held' || this.#isEnded(claim)) return { kind: 'lost' };
      if ((this.#lastClaim(claim.matter)?.settled?.seq ?? 0) > claim.seq) return { kind: 'lost' };
      claim.state = 'sent';
      return { kind: 'sent', seq: 1 };
    },
    settle: (by, p) => {
      let claim = this.#own(by, p);
      if (claim === undefined) {
        if (this.#isOthers(by, p)) return { kind: 'not-yours' };
        if (p.service === undefined) return { kind: 'unknown' };
        claim = this.#claimOf(by, p, 'released');
        this.#claims.push(claim);
      }
      const isOver = claim.state === 'settled' || (claim.state === 'released' && claim.outcome !== null);
      const isKnown = claim.outcome === p.outcome || (p.outcome === 'uncertain' && isOver);
      if (isKnown) return { kind: 'settled', seq: claim.settled?.seq };
      claim.state = this.#after(claim, p.outcome);
      claim.outcome = p.outcome;
      claim.settled = this.#next();
      this.told.push(p.outcome);
      return { kind: 'settled', seq: claim.settled.seq };
    },
    release: (by, p) => {
      const claim = this.#find(p);
      if (claim === undefined || !isOpen(claim)) return { kind: 'refused', why: 'not-open' };
      if (claim.state !== 'held') return { kind: 'refused', why: 'not-admin' };
      if (claim.by !== by) return { kind: 'refused', why: 'not-yours' };
      Object.assign(claim, { state: 'released', outcome: 'unsent', settled: this.#next() });
      this.told.push('released');
      return { kind: 'released', seq: claim.settled?.seq };
    },
    last: (_by, p) => {
      const open = this.#openOf(matterOf(p));
      const isShown = open !== undefined && !this.#isEnded(open);
      const bought = this.#boughtOf(matterOf(p));
      const kept = bought === undefined ? null : { ...shown(bought), state: 'bought' };
      return { last: this.#last(matterOf(p)), open: kept ?? (isShown ? shown(open) : null) };
    },
    status: (_by, p) => {
      const claim = this.#find(p);
      return claim === undefined ? { state: null } : { ...shown(claim), outcome: claim.outcome };
    },
  };

  #own(by: string, p: Parameters): Claimed | undefined {
    const claim = this.#find(p);
    return claim?.by === by && claim.desk === p.desk ? claim : undefined;
  }

  /** An attempt of the same change that is somebody else's, or of another desk and open. */
  #elsewhere = (by: string, { changeId, attempt, desk }: Parameters): Claimed | undefined =>
    this.#claims
      .filter(
        (claim) =>
          claim.changeId === changeId &&
          (claim.by !== by || (claim.desk !== desk && (claim.attempt === attempt || isOpen(claim)))),
      )
      .toSorted((one, other) => one.attempt - other.attempt)[0];

  #isOthers = (by: string, { changeId, attempt, desk }: Parameters): boolean =>
    this.#claims.some(
      (claim) =>
        claim.changeId === changeId &&
        (claim.by !== by || (claim.attempt === attempt && claim.desk !== desk)),
    );

  #askedAgain(known: Claimed, { domain }: Parameters, matter: string): object {
    const isSame = known.domain === domain && known.matter === matter;
    if (known.state !== 'held' || this.#isEnded(known) || !isSame) return { kind: 'taken', ...shown(known) };
    return { kind: 'held' };
  }

  #after(claim: Claimed, outcome: string): Claimed['state'] {
    if (outcome !== 'uncertain')
      return claim.state === 'released' && outcome !== 'took-effect' ? 'released' : 'settled';
    // Where somebody else has the name by now, it frees nothing and takes nothing.
    const open = this.#openOf(claim.matter);
    return open === undefined || open === claim ? 'uncertain' : claim.state;
  }

  #claimOf(by: string, p: Parameters, state: Claimed['state']): Claimed {
    const { changeId, attempt, desk, domain, kind: kindOfChange } = p;
    const of = { changeId, attempt, desk, domain, kindOfChange, by, matter: matterOf(p) };
    const asked = { since: this.#at(), seq: this.#seq, untilMs: this.#nowMs() + leaseMs };
    return { ...of, ...asked, state, outcome: null, settled: null };
  }

  #find = ({ changeId, attempt }: Parameters) =>
    this.#claims.find((claim) => claim.changeId === changeId && claim.attempt === attempt);
  #openOf = (matter: string) => this.#claims.find((claim) => claim.matter === matter && isOpen(claim));
  #boughtOf(matter: string): Claimed | undefined {
    const last = matter.endsWith(' register') ? this.#lastClaim(matter) : undefined;
    return last !== undefined && Date.parse(last.since) > this.#nowMs() - 365 * 86_400_000 ? last : undefined;
  }

  #isEnded = ({ state, untilMs }: Claimed): boolean => state === 'held' && untilMs <= this.#nowMs();

  #lastClaim = (matter: string) =>
    this.#claims
      .filter((claim) => claim.matter === matter && claim.outcome === 'took-effect')
      .toSorted((one, other) => (other.settled?.seq ?? 0) - (one.settled?.seq ?? 0))[0];

  #last(matter: string) {
    const last = this.#lastClaim(matter);
    if (last === undefined) return null;
    const { changeId, by, kindOfChange, settled } = last;
    return { changeId, by, at: settled?.at ?? '', kindOfChange };
  }

  #next = () => ({ seq: (this.#seq += 1), at: this.#at() });
  #nowMs = (): number => this.#time.now().getTime();
  #at = (): string => this.#time.now().toISOString();
}

/** What only one may change at a time. */
export const matterOf = ({
  service,
  domain,
  family,
}: Pick<Parameters, 'service' | 'domain' | 'family'>): string =>
  family === 'register' || family === 'renew'
    ? `${domain} ${family}`
    : `${service?.baseUrl ?? ''} ${service?.username ?? ''} ${domain} ${family}`;

const shown = ({ changeId, attempt, by, desk, kindOfChange, domain, state, since }: Claimed) => ({
  ...{ changeId, attempt, by, desk, kindOfChange, domain, state, since },
});
