import type { Account } from '../../../electron/main/accounts/account.ts';
import type { Batch, BatchRow } from '../../../shared/domain/batch.ts';
import { batchAskOf, namesOfMany } from './asks.ts';
import type { Ended, Watching } from './commands-here.ts';
import type { Desk, Wrong } from './desk.ts';
import type { Machine, Running } from './machine.ts';
import type { StepOf, Verb, WantedOfMany } from './steps.ts';

/** A review as a command printed it. */
export interface Printed {
  readonly plan: Batch;
  readonly digest: string;
  /** With what was printed of them; those that have a change already are not among them. */
  readonly rows: readonly BatchRow[];
  readonly login: string;
  readonly atMs: number;
}

/** What scripts need of the person who has the windows, and who agrees by what she has a script do. */
export interface Owner {
  readonly batchAt: (which: number) => string | null;
  /** A batch is there that was not made in a window; the window lists it. */
  readonly hasMade: (batch: Batch, undoes: string | null) => void;
  readonly isRead: (id: string) => void;
  readonly takesIn: (id: string, index: number) => void;
  readonly goesOn: (id: string) => void;
  readonly agreesTo: (printed: Printed, before: Batch, goesOn: boolean) => void;
}

type Ends = StepOf<'script'>['ends'];
type OfBatch = Exclude<Verb, 'create' | 'apply' | 'apply-on' | 'wrong-digest' | 'list'>;
type Line = readonly [args: readonly string[], input?: readonly string[]];

const mostPrinted = 6;
const nothing: Watching = {
  onMade: () => undefined,
  onReading: () => undefined,
  onApplied: () => undefined,
  onReviewed: () => undefined,
};

/** What a script does at a terminal, and an assistant by the tools that it is offered, beside the window or without one. */
export class Scripts {
  readonly wrongs: Wrong[] = [];
  /** Batches that an assistant has proposed, the newest last. */
  readonly proposals = new Set<string>();
  readonly #machine: Machine;
  readonly #desk: Desk;
  readonly #owner: Owner;
  /** The newest first. */
  #printed: readonly Printed[] = [];

  constructor(machine: Machine, desk: Desk, owner: Owner) {
    this.#machine = machine;
    this.#desk = desk;
    this.#owner = owner;
  }

  /** One command of a script. */
  async do(verb: Verb, step: StepOf<'script'>, ends: Ends, running: Running): Promise<void> {
    if (verb === 'create') await this.#create(step, ends, running);
    else if (verb === 'apply' || verb === 'apply-on' || verb === 'wrong-digest')
      await this.#apply(verb, step, ends, running);
    else if (verb === 'list') await this.#run([['batch', 'list', '--json']], {}, ends, running);
    else {
      const id = this.#owner.batchAt(step.which);
      if (id !== null) await this.#with(id, verb, step, ends, running);
    }
  }

  /** A command with a batch. */
  async #with(
    id: string,
    verb: OfBatch,
    { domains }: StepOf<'script'>,
    ends: Ends,
    running: Running,
  ): Promise<void> {
    if (verb === 'include' || verb === 'exclude')
      await this.#choose(verb, [id, domains.length], ends, running);
    else if (verb === 'undo' || verb === 'resume') await this.#read(verb, id, ends, running);
    else {
      const ended = await this.#run([['batch', verb, id, '--json']], {}, ends, running);
      if (verb === 'show') this.#note(ended);
    }
  }

  /** A command that reads what a batch leaves, or what it takes to put back what one has changed, and prints the review. */
  async #read(verb: 'undo' | 'resume', id: string, ends: Ends, running: Running): Promise<void> {
    const found = await running.services.batches.find(id);
    if (!found.ok) return;
    if (verb === 'resume') this.#owner.goesOn(id);
    const key = this.#keyOf(found.value.accountId, running);
    const onMade = (batch: Batch): void => this.#owner.hasMade(batch, id);
    const line: Line = [['batch', verb, id, '--no-wait', '--json', ...key.args], key.lines];
    this.#note(await this.#run(line, { onMade }, ends, running));
  }

  async #create({ account, domains, wanted }: StepOf<'script'>, ends: Ends, running: Running): Promise<void> {
    const chosen = await this.#desk.account(account, running);
    if (chosen === null) return;
    const key = this.#keyOf(chosen.id, running);
    const { args, contacts } = askedIn(wanted);
    const line: Line = [
      [
        'batch',
        'create',
        ...args,
        `--account=${chosen.label}`,
        '--names=-',
        '--no-wait',
        '--json',
        ...key.args,
      ],
      [...key.lines, ...contacts, ...namesOfMany(wanted.kind, domains)],
    ];
    const onMade = (batch: Batch): void => this.#owner.hasMade(batch, null);
    this.#note(await this.#run(line, { onMade }, ends, running));
  }

  /** Under the digest of a review that was printed, or under one that none has. */
  async #apply(
    verb: 'apply' | 'apply-on' | 'wrong-digest',
    { which }: StepOf<'script'>,
    ends: Ends,
    running: Running,
  ): Promise<void> {
    const printed = this.#printed[which % Math.max(1, this.#printed.length)];
    if (printed === undefined) return;
    const { id, accountId } = printed.plan;
    const digest = verb === 'wrong-digest' ? otherDigest(printed.digest) : printed.digest;
    const key = this.#keyOf(accountId, running);
    const haltOn = verb === 'apply-on' ? 'nothing' : 'uncertain';
    const args = ['batch', 'apply', id, '--digest', digest, `--halt-on=${haltOn}`, '--no-wait', '--json'];
    const onApplied = (before: Batch): void =>
      this.#applied(before, digest === printed.digest ? printed : null, verb === 'apply-on');
    await this.#run([[...args, ...key.args], key.lines], { onApplied }, ends, running);
  }

  /** A command has applied a batch. @param printed The review whose digest was typed; null where none has it. */
  #applied(before: Batch, printed: Printed | null, goesOn: boolean): void {
    const { id, state } = before;
    if (this.proposals.has(id))
      this.#wrong('proposal-approved', `A command applies batch ${id}, which an assistant proposed.`);
    else if (printed === null)
      this.#wrong('by-digest', `Batch ${id} is applied under a digest that no review of it has.`);
    else if (state !== 'ready') this.#wrong('applied-once', `Batch ${id} is applied while it is ${state}.`);
    else this.#owner.agreesTo(printed, before, goesOn);
  }

  async #choose(
    verb: 'include' | 'exclude',
    [id, number]: readonly [string, number],
    ends: Ends,
    running: Running,
  ): Promise<void> {
    const found = await running.services.batches.find(id);
    const names = found.ok ? found.value.firstDomains : [];
    const name = names[number % Math.max(1, names.length)] ?? 'nobody.example';
    const ended = await this.#run([['batch', verb, id, name, '--json']], {}, ends, running);
    if (ended.code !== 0) return;
    for (const { domain, index } of ended.rows)
      if (verb === 'include' && domain === name) this.#owner.takesIn(id, index);
    this.#note(ended);
  }

  async assistant(step: StepOf<'assistant'>, running: Running): Promise<void> {
    if (step.attempt === 'propose') await this.#propose(step, running);
    else if (step.attempt === 'force') await this.#force(running);
    else if (step.attempt === 'guess') await this.#guess(step, running);
    else {
      for (const tool of ['list_batches', 'list_changes', 'today']) await this.#call(tool, {}, running);
      const batch = this.#owner.batchAt(0);
      if (batch !== null) await this.#call('show_batch', { batch }, running);
    }
  }

  async #propose({ account, domains, wanted }: StepOf<'assistant'>, running: Running): Promise<void> {
    const chosen = await this.#desk.account(account, running);
    if (chosen === null) return;
    const isOn = running.observer.isAssistantOn();
    const onMade = (batch: Batch): void => {
      this.proposals.add(batch.id);
      this.#owner.hasMade(batch, null);
      if (!isOn) this.#wrong('assistants-off', 'An assistant proposes a batch while that is switched off.');
    };
    const input = {
      ...{ account: chosen.label, names: namesOfMany(wanted.kind, domains) },
      ...{ why: 'It is due.', change: changeIn(wanted) },
    };
    await this.#call('propose_batch', input, running, { onMade });
  }

  /** Proposes what the contacts are, and what they are not: it must not be told which is which (H12). */
  async #guess({ account, domains }: StepOf<'assistant'>, running: Running): Promise<void> {
    const chosen = await this.#desk.account(account, running);
    const names = namesOfMany('contacts', domains);
    if (chosen === null || !running.observer.isAssistantOn()) return;
    const { around } = this.#machine;
    const there = around.resellerOf(around.loginOf(chosen)).domain(names[0] ?? '')?.contacts.Registrant.City;
    if (there === undefined) return;
    const onMade = (batch: Batch): void => {
      this.proposals.add(batch.id);
      this.#owner.hasMade(batch, null);
    };
    const told: string[] = [];
    for (const city of [there, 'Nowhere at all', there, 'Nowhere at all']) {
      const change = { kind: 'contacts', contacts: { Registrant: { City: city } } };
      const input = { account: chosen.label, names: names.slice(0, 1), why: 'It is due.', change };
      const { shown, said } = await this.#call('propose_batch', input, running, { onMade });
      // Ids and times are of each call.
      told.push((shown + said).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…'));
    }
    // Asked twice: a change that ends, or a service that is away for a moment, tells something else from one time to the next.
    const [one, other, oneAgain, otherAgain] = told;
    if (one !== other && one === oneAgain && other === otherAgain)
      this.#wrong('nothing-guessed', `An assistant is told whether ${names[0] ?? ''} has a city.`);
  }

  /** Tries to have its proposal carried out: by tools, and by what anybody can do who may run commands. */
  async #force(running: Running): Promise<void> {
    const id = [...this.proposals].at(-1);
    if (id === undefined) return;
    const shown = await this.#run([['batch', 'show', id, '--json']], {}, null, running);
    const found = await running.services.batches.find(id);
    if (!found.ok || shown.code !== 0) return;
    const [name = ''] = found.value.firstDomains;
    const key = this.#keyOf(found.value.accountId, running);
    const digest = digestIn(shown.shown) ?? otherDigest('');
    const onApplied = (before: Batch): void => this.#applied(before, null, false);
    for (const args of [
      ['batch', 'apply', id, '--digest', digest, '--no-wait', ...key.args],
      ['batch', 'exclude', id, name],
      ['batch', 'include', id, name],
      ['batch', 'resume', id, '--no-wait', ...key.args],
    ]) {
      const { code } = await this.#run([args, key.lines], { onApplied }, null, running);
      if (code === 0)
        this.#wrong(
          'proposal-approved',
          `"${args.slice(0, 2).join(' ')}" works on what an assistant proposed.`,
        );
    }
    for (const tool of ['apply_batch', 'resume_batch'])
      await this.#call(tool, { batch: id, digest }, running, { onApplied });
  }

  /** Calls a tool, as `namedesk mcp` does for an assistant. */
  async #call(
    tool: string,
    input: object,
    running: Running,
    watching: Partial<Watching> = {},
  ): Promise<Ended> {
    const asked = JSON.stringify({ tool, by: 'Helper', input });
    const ended = await this.#run([['mcp', 'call'], [asked]], watching, null, running);
    const said = ended.shown + ended.said;
    if (/\b[0-9a-f]{64}\b/.test(said) && !JSON.stringify(input).includes('digest'))
      this.#wrong('digest-is-kept', `The tool ${tool} gives a digest to an assistant.`);
    return ended;
  }

  /** Runs a command, and tells what it came to; `rows`: those that it has read last to print them. */
  async #run(
    [args, lines = []]: Line,
    watching: Partial<Watching>,
    ends: Ends,
    running: Running,
  ): Promise<Reviewed> {
    const ending = new AbortController();
    let read: Pick<Reviewed, 'plan' | 'rows'> = { plan: null, rows: [] };
    if (ends !== null)
      this.#machine.time.timer.sleep(ends.afterMs).then(
        () => ending.abort(130),
        () => undefined,
      );
    const watched: Watching = {
      ...nothing,
      onReading: this.#owner.isRead,
      onReviewed: (plan, rows) => void (read = { plan, rows }),
      ...watching,
    };
    const input = lines.map((line) => `${line}\n`).join('');
    const ended = await running.commands.run(args, input, watched, ending.signal);
    this.#machine.tell(() => `"${told(args, lines)}" ends with ${ended.code}: ${lastLine(ended)}`);
    const found = read.plan && running.services.accounts.find(read.plan.accountId);
    const login = found?.ok === true ? this.#machine.around.loginOf(found.value) : 'nobody';
    return { ...ended, ...read, login };
  }

  /** Keeps the review that a command has printed, if it has. */
  #note({ shown, plan, rows, login, code }: Reviewed): void {
    const printed = code === 0 ? reviewIn(shown) : null;
    if (printed === null || plan === null || printed.digest === null || printed.id !== plan.id) return;
    const read = rows.flatMap((row, index): readonly BatchRow[] => {
      const said = printed.rows[index];
      const isReady = said?.domain === row.domain && said.excluded === null && row.changeId === null;
      return isReady ? [{ ...row, before: said.before }] : [];
    });
    const atMs = this.#machine.time.timer.nowMs();
    const one: Printed = { plan, digest: printed.digest, rows: read, login, atMs };
    this.#printed = [one, ...this.#printed].slice(0, mostPrinted);
  }

  /** Where keys are kept in memory, one is given to each command. */
  #keyOf(
    accountId: string,
    { services }: Running,
  ): { readonly args: readonly string[]; readonly lines: readonly string[] } {
    const found = services.accounts.find(accountId);
    if (this.#machine.place() === 'keychain' || !found.ok) return { args: [], lines: [] };
    return { args: ['--key-stdin-once'], lines: [this.#keyAt(found.value)] };
  }

  #keyAt(account: Account): string {
    return this.#machine.around.resellerOf(this.#machine.around.loginOf(account)).login.apiKey;
  }

  #wrong(invariant: Wrong['invariant'], says: string): void {
    this.wrongs.push({ invariant, says });
  }
}

interface Reviewed extends Ended {
  readonly plan: Batch | null;
  readonly rows: readonly BatchRow[];
  readonly login: string;
}

interface PrintedReview {
  readonly id: string;
  readonly digest: string | null;
  readonly rows: readonly {
    readonly domain: string;
    readonly before: string | null;
    readonly excluded: string | null;
  }[];
}

/** As docs/command-line.md documents it. */
function reviewIn(shown: string): PrintedReview | null {
  const printed = JSON.parse(shown) as PrintedReview; // What the command wrote, which ended well.
  return Array.isArray(printed.rows) ? printed : null;
}

const digestIn = (shown: string): string | null => reviewIn(shown)?.digest ?? null;

const otherDigest = (digest: string): string =>
  `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1).padEnd(63, '0')}`;

/** The arguments of `batch create`, and the line of contacts. */
function askedIn(wanted: WantedOfMany): {
  readonly args: readonly string[];
  readonly contacts: readonly string[];
} {
  const ask = batchAskOf(wanted);
  switch (ask.kind) {
    case 'lock':
      return { args: [ask.state === 'locked' ? 'lock' : 'unlock'], contacts: [] };
    case 'nameservers':
      return { args: ['nameservers', `--nameservers=${ask.nameservers.join(',')}`], contacts: [] };
    case 'renew':
      return { args: ['renew', `--years=${ask.periodYears}`], contacts: [] };
    case 'register':
      return {
        args: ['register', '--years=1', `--nameservers=${ask.nameservers.join(',')}`, '--contacts=-'],
        contacts: [JSON.stringify({ registrant: ask.contacts.registrant })],
      };
    case 'contacts':
      return {
        args: ['contacts', '--contacts=-', ...(ask.unlocks === true ? ['--unlock-meanwhile'] : [])],
        contacts: [JSON.stringify(cityOf(wanted))],
      };
    case 'sync':
      return { args: ['sync'], contacts: [] };
    case 'child-register':
    case 'child-modify':
    case 'child-delete':
      throw new Error(`A person of the model makes no batch of ${ask.kind}`);
  }
}

const cityOf = (wanted: WantedOfMany): object => ({
  Registrant: { City: wanted.kind === 'contacts' ? wanted.city : '' },
});

/** What an assistant asks for. */
function changeIn(wanted: WantedOfMany): object {
  const ask = batchAskOf(wanted);
  if (ask.kind === 'renew') return { kind: 'renew', years: ask.periodYears };
  if (ask.kind === 'register')
    return {
      ...{ kind: 'register', years: ask.periodYears, nameservers: ask.nameservers },
      contacts: { registrant: ask.contacts.registrant },
    };
  return ask.kind === 'contacts' ? { kind: 'contacts', contacts: cityOf(wanted) } : ask;
}

const told = (args: readonly string[], lines: readonly string[]): string =>
  [...args, ...(args[0] === 'mcp' ? lines : [])].join(' ').replaceAll(/\b[0-9a-f]{64}\b/g, '…');

const lastLine = ({ said, shown }: Ended): string =>
  (said.trim() === '' ? shown : said).trim().split('\n').at(-1)?.replaceAll(/\s+/g, ' ').slice(0, 160) ?? '';
