import type { RefereeFunction } from '../../../electron/main/team/referee.ts';
import type { ServicesPlatform } from '../../../electron/main/services/services.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import { serviceKey } from '../../../shared/domain/account.ts';
import { ok } from '../../../shared/result.ts';
import { ATeamDatabase, type Done, matterOf } from '../../support/changes/a-team-database.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import type { VirtualTime } from '../../support/time/virtual-time.ts';
import { freeDomains, ownedDomains, type Reseller } from './reseller.ts';
import type { Happening, History, StepOf } from './steps.ts';

/** An attempt that a desk has marked as sent. */
interface Marked {
  readonly changeId: string;
  readonly matter: string;
  readonly atMs: number;
  /** When its outcome was told, and that; null where it was not told yet. */
  told: { readonly atMs: number; readonly outcome: string } | null;
}

/** What the team's database has seen, by desk. */
export interface TeamSeen {
  readonly ours: readonly Marked[];
  readonly colleagues: readonly Marked[];
  /** Since when and until when it could not be reached. */
  readonly away: readonly { readonly fromMs: number; readonly untilMs: number }[];
}

const [us, ben] = ['Ada', 'Ben'];
const deskOfBen = 'bbbbbbbb-0000-4000-8000-000000000000';
const membership = {
  ...{ teamId: 'aaaaaaaa-0000-4000-8000-000000000000', name: 'Acme', url: 'postgresql://db.example/acme' },
  ...{ user: us, caFile: null, deskId: 'aaaaaaaa-0000-4000-8000-000000000001' },
};

const happenings = {
  renew: 'expiry',
  register: 'sold',
  lock: 'lock',
  nameservers: 'nameservers',
  contacts: 'contacts',
} as const satisfies Record<StepOf<'colleague'>['wanted'], Happening>;

/** What both desks live in: the machine of a history. */
interface Around {
  readonly time: VirtualTime;
  readonly resellers: readonly Reseller[];
  readonly tell: (sentence: () => string) => void;
  readonly happen: (login: number, domain: string, happening: Happening) => boolean;
}

/** A team over one database: this computer's desk, and Ben at another one, who keeps to the rules. It outlives the starts of the program. */
export class TeamHere {
  readonly seen = {
    ours: [] as Marked[],
    colleagues: [] as Marked[],
    away: [] as { fromMs: number; untilMs: number }[],
  };
  readonly #around: Around;
  readonly #database: ATeamDatabase;
  #changes = 0;

  /** Null where the history has none. */
  static of(history: History, around: Around): TeamHere | null {
    const has = history.steps.some((step) => step.do === 'colleague' || step.do === 'database');
    return has ? new TeamHere(around) : null;
  }

  constructor(around: Around) {
    this.#around = around;
    this.#database = new ATeamDatabase(around.time);
    this.#database.onDone = (done) => this.#note(done);
  }

  /** Whatever file it is: one that was begun anew joins again. */
  async join(workspace: Workspace): Promise<void> {
    const joinedAt = this.#around.time.now().toISOString();
    valueOf(await workspace.team.join({ ...membership, joinedAt }));
  }

  /** @param isOver The process has ended: it asks nothing any more. */
  platformOf(isOver: () => boolean): Pick<ServicesPlatform, 'refereedBy'> {
    const desk = this.#database.connect(us);
    const call: typeof desk.call = (name, p) =>
      isOver() ? new Promise(() => undefined) : desk.call(name, p);
    return {
      refereedBy: { open: () => Promise.resolve({ connection: () => Promise.resolve(ok({ call })) }) },
    };
  }

  trouble(step: StepOf<'database'>): void {
    const { time, tell } = this.#around;
    if ('loses' in step) {
      const { troubles } = this.#database;
      troubles.set(step.of, [...(troubles.get(step.of) ?? []), step.loses]);
      tell(() => `The next answer of the team's database to ${step.of} is ${step.loses}.`);
      return;
    }
    const fromMs = time.timer.nowMs();
    const untilMs = fromMs + step.awayMs;
    this.seen.away.push({ fromMs, untilMs });
    this.#database.isDown = true;
    tell(() => `The team's database cannot be reached for ${step.awayMs / 1_000} s.`);
    const back = (): void => {
      this.#database.isDown = this.seen.away.some((away) => away.untilMs > time.timer.nowMs());
    };
    void time.timer.sleep(step.awayMs).then(back);
  }

  /** Ben looks at what the team did last, and does what the step says as far as the database lets him. */
  async colleague(step: StepOf<'colleague'>): Promise<void> {
    const { login, domain: which, wanted: kind, isSent, settlesAfterMs, outcome } = step;
    const reseller = this.#around.resellers[login];
    const names = kind === 'register' ? freeDomains : ownedDomains;
    const domain = names[which % names.length];
    if (reseller === undefined || domain === undefined) return;
    const service = { baseUrl: reseller.login.baseUrl, username: reseller.login.username };
    this.#changes += 1;
    const changeId = `bbbbbbbb-0000-4000-8000-${this.#changes.toString(16).padStart(12, '0')}`;
    const of = {
      changeId,
      attempt: 1,
      desk: deskOfBen,
      service: loginOf(service),
      domain,
      kind,
      family: kind,
    };
    const last = (await this.#ask('last', of)) as { last: { changeId: string } | null } | null; // By its contract.
    const claimed =
      last && (await this.#ask('claim', { ...of, lastEffect: last.last?.changeId ?? null, entry: {} }));
    const isHeld = kindOf(claimed) === 'held';
    this.#around.tell(() => `Ben claims ${kind} ${domain} at ${reseller.login.name}: ${kindOf(claimed)}.`);
    if (!isHeld || !isSent || kindOf(await this.#ask('mark_sent', { ...of, entry: {} })) !== 'sent') return;
    if (outcome !== 'had-no-effect') this.#around.happen(login, domain, happenings[kind]);
    this.#around.tell(() => `Ben sends ${kind} ${domain} at ${reseller.login.name}.`);
    if (settlesAfterMs !== null) void this.#settleLater({ ...of, outcome, entry: {} }, settlesAfterMs);
  }

  /** Told again and again while the database is away, as an outbox does. */
  async #settleLater(p: object, afterMs: number): Promise<void> {
    let waitMs = afterMs;
    do {
      await this.#around.time.timer.sleep(waitMs);
      waitMs = 5_000;
    } while (kindOf(await this.#ask('settle', p)) !== 'settled');
  }

  /** Null where the database cannot be reached. */
  async #ask(name: RefereeFunction, p: object): Promise<unknown> {
    if (this.#database.isDown) return null;
    // What gets lost on the way of Ada's desk is not on his.
    const own = this.#database.troubles.get(name);
    this.#database.troubles.delete(name);
    const answered = await this.#database.connect(ben).call(name, p);
    if (own !== undefined) this.#database.troubles.set(name, own);
    return answered.ok ? answered.value : null;
  }

  #note({ by, name, p, answer }: Done): void {
    const marks = by === us ? this.seen.ours : this.seen.colleagues;
    const atMs = this.#around.time.timer.nowMs();
    const { changeId, outcome } = p;
    if (name === 'claim' && kindOf(answer) === 'held') this.#matters.set(changeId, matterOf(p));
    if (name === 'mark_sent' && kindOf(answer) === 'sent')
      marks.push({ changeId, matter: this.#matters.get(changeId) ?? '', atMs, told: null });
    if (name !== 'settle' || kindOf(answer) !== 'settled') return;
    const mark = marks.findLast((each) => each.changeId === changeId);
    if (mark !== undefined) mark.told = { atMs: mark.told?.atMs ?? atMs, outcome };
  }

  readonly #matters = new Map<string, string>();
}

const kindOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'kind' in answer ? String(answer.kind) : 'no answer';

/** As a desk names a login to the database. */
function loginOf(service: { readonly baseUrl: string; readonly username: string }) {
  const [baseUrl = '', username = ''] = serviceKey(service).split('\n');
  return { baseUrl, username };
}
