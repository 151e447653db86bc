import type { RefereeFunction, TeamDatabase } from '../../../electron/main/team/referee.ts';
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
  readonly untilMs: number;
  state: 'held' | 'sent' | 'uncertain' | 'settled' | 'released';
  outcome: string | null;
}

/** `unreachable`: nothing was done. `lost-before`, `lost-after`: no answer came, and it was done only with the latter. */
export type TeamTrouble = 'unreachable' | 'lost-before' | 'lost-after' | 'history';

const leaseMs = 60_000;
const isOpen = ({ state }: Claimed): boolean => state === 'held' || state === 'sent' || state === 'uncertain';

/** What a call is given; each function takes its own part of it. */
interface Parameters {
  readonly changeId: string;
  readonly attempt: number;
  readonly desk: string;
  readonly service: { readonly baseUrl: string; readonly username: string };
  readonly domain: string;
  readonly kind: string;
  readonly family: string;
  readonly lastEffect: string | null;
  readonly outcome: string;
}

/**
 * A team's database in memory, by its contract, for the order of calls and for what fails at each of them. That the real one keeps the
 * contract is for the tests that start a PostgreSQL.
 */
export class ATeamDatabase {
  readonly #time: VirtualTime;
  readonly #claims: Claimed[] = [];
  readonly #effects: {
    readonly matter: string;
    readonly changeId: string;
    readonly by: string;
    readonly at: string;
    readonly kindOfChange: string;
  }[] = [];
  /** Of the next calls of a function, one after the other. */
  readonly troubles = new Map<RefereeFunction, TeamTrouble[]>();
  /** Every call that reached it, as `Ada claim`. */
  readonly calls: string[] = [];
  /** Every outcome that it was told, as `unsent`. */
  readonly told: string[] = [];
  isDown = false;
  /** What a function answers to everybody, in place of what is true. */
  answers = new Map<RefereeFunction, object>();

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  connect(by: string): TeamDatabase {
    return { call: (name, p) => this.#call(by, name, p as Parameters) };
  }

  /** The states of all claims, in order. */
  states(): readonly string[] {
    return this.#claims.map(({ state }) => state);
  }

  async #call(
    by: string,
    name: RefereeFunction,
    p: Parameters,
  ): Promise<Result<unknown, { readonly kind: string }>> {
    await Promise.resolve();
    const trouble = this.isDown ? 'unreachable' : this.troubles.get(name)?.shift();
    if (trouble === 'unreachable' || trouble === 'history') return fail({ kind: trouble });
    if (trouble === 'lost-before') return fail({ kind: 'unknown' });
    this.calls.push(`${by} ${name}`);
    const answer = this.answers.get(name) ?? this.#functions[name](by, p);
    return trouble === 'lost-after' ? fail({ kind: 'unknown' }) : ok(answer);
  }

  readonly #functions: Readonly<Record<RefereeFunction, (by: string, p: Parameters) => object>> = {
    claim: (by, p) => {
      const matter = matterOf(p);
      const open = this.#open(matter);
      if (open !== undefined) return { kind: 'taken', ...shown(open) };
      const last = this.#last(matter);
      if ((last?.changeId ?? null) !== p.lastEffect) return { kind: 'changed', last };
      const { changeId, attempt, desk, domain, kind: kindOfChange } = p;
      const of = { changeId, attempt, desk, domain, kindOfChange, by, matter, since: this.#at() };
      this.#claims.push({ ...of, untilMs: this.#nowMs() + leaseMs, state: 'held', outcome: null });
      return { kind: 'held' };
    },
    mark_sent: (_by, p) => {
      const claim = this.#find(p);
      const isHeld = claim?.state === 'held' && claim.untilMs > this.#nowMs();
      if (claim === undefined || !(isHeld || claim.state === 'sent')) return { kind: 'lost' };
      claim.state = 'sent';
      return { kind: 'sent', seq: 1 };
    },
    settle: (by, p) => {
      const claim = this.#find(p);
      if (claim === undefined) return { kind: 'unknown' };
      if (claim.outcome === p.outcome) return { kind: 'settled', seq: 1 };
      Object.assign(claim, {
        outcome: p.outcome,
        state: p.outcome === 'uncertain' ? 'uncertain' : 'settled',
      });
      this.told.push(p.outcome);
      const { matter, changeId, kindOfChange } = claim;
      if (p.outcome === 'took-effect')
        this.#effects.push({ matter, changeId, kindOfChange, by, at: this.#at() });
      return { kind: 'settled', seq: 1 };
    },
    release: (_by, p) => {
      const claim = this.#claims.find(({ changeId, state }) => changeId === p.changeId && state === 'held');
      if (claim === undefined) return { kind: 'refused', why: 'not-open' };
      claim.state = 'released';
      this.told.push('released');
      return { kind: 'released', seq: 1 };
    },
    last: (_by, p) => {
      const open = this.#open(matterOf(p));
      return { last: this.#last(matterOf(p)), open: open === undefined ? null : shown(open) };
    },
    status: (_by, p) => {
      const claim = this.#find(p);
      return claim === undefined ? { state: null } : { ...shown(claim), attempt: claim.attempt };
    },
  };

  #find = ({ changeId, attempt }: Parameters) =>
    this.#claims.find((claim) => claim.changeId === changeId && claim.attempt === attempt);
  #open = (matter: string) =>
    this.#claims.find(
      (claim) =>
        claim.matter === matter && isOpen(claim) && (claim.state !== 'held' || claim.untilMs > this.#nowMs()),
    );

  #last(matter: string) {
    const last = this.#effects.filter((effect) => effect.matter === matter).at(-1);
    return last === undefined
      ? null
      : { changeId: last.changeId, by: last.by, at: last.at, kindOfChange: last.kindOfChange };
  }

  #nowMs = (): number => this.#time.now().getTime();
  #at = (): string => this.#time.now().toISOString();
}

const matterOf = ({ service, domain, family }: Parameters): string =>
  family === 'register'
    ? `${domain} ${family}`
    : `${service.baseUrl} ${service.username} ${domain} ${family}`;

const shown = ({ changeId, by, desk, kindOfChange, domain, state, since }: Claimed) => ({
  ...{ changeId, by, desk, kindOfChange, domain, state, since },
});
