import type { Random } from '../../support/fuzz/random.ts';
import { aFile, aManner } from './manners.ts';
import {
  attempts,
  commands,
  type Deeds,
  type OfTeam,
  edits,
  type Happening,
  happenings,
  limitsToSet,
  oddities,
  type Meeting,
  ownValues,
  type Step,
  type Verb,
  type Wanted,
  type WantedOfMany,
} from './steps.ts';
import { aTrouble, type Trouble, troubleKinds } from './troubles.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** So many steps by chance. */
export function randomSteps(
  random: Random,
  isBesideCommandLine: boolean,
): (length: number) => readonly Step[] {
  const generator = new Generator(random, isBesideCommandLine);
  return (length) => Array.from({ length }, () => generator.next());
}

type ByChance = Exclude<keyof Deeds, OfTeam>;

/** Without these nothing would ever be sent. */
const always: ReadonlySet<ByChance> = new Set<ByChance>(['review', 'batch', 'apply-batch', 'trouble']);

type Weights = Readonly<Record<ByChance, number>>;

const weights: Weights = {
  review: 19,
  apply: 7,
  batch: 9,
  'apply-batch': 7,
  'undo-batch': 3,
  'pause-batch': 2,
  'resume-batch': 4,
  'stop-batch': 1,
  'remove-batch': 1,
  'read-batch-again': 2,
  row: 2,
  send: 6,
  withdraw: 2,
  verify: 3,
  settle: 4,
  backup: 2,
  restore: 1,
  damage: 1,
  foreign: 1,
  'odd-backup': 1,
  'end-doubts': 1,
  'put-back': 1,
  kill: 2,
  restart: 2,
  edit: 4,
  'remove-account': 2,
  'add-account': 3,
  'undo-removal': 1,
  code: 1,
  limit: 2,
  draft: 1,
  switch: 1,
  'command-line': 3,
  script: 5,
  assistant: 2,
  answer: 2,
  assistants: 1,
  'last-order': 2,
  wait: 8,
  trouble: 9,
  billing: 2,
  'top-up': 2,
  price: 2,
  away: 1,
  happen: 6,
  import: 4,
  'undo-import': 3,
  own: 2,
  'registry-switch': 1,
  'look-up': 2,
  registry: 4,
};

/** What is likely to come after a step: what was begun is gone on with, and what went wrong meets what it can spoil. */
const followers: Readonly<Partial<Record<ByChance, readonly ByChance[]>>> = {
  billing: ['trouble', 'review', 'batch'],
  'top-up': ['review', 'apply', 'verify'],
  price: ['review', 'batch', 'apply', 'apply-batch'],
  trouble: ['review', 'review', 'apply', 'send', 'apply-batch'],
  review: ['apply', 'happen', 'send', 'verify', 'review', 'batch', 'wait', 'edit', 'backup'],
  apply: ['send', 'verify', 'wait', 'kill'],
  batch: ['apply-batch', 'pause-batch', 'review', 'backup', 'kill', 'batch'],
  'apply-batch': ['batch', 'backup', 'pause-batch', 'kill', 'wait', 'undo-batch'],
  'undo-batch': ['happen', 'kill', 'apply-batch', 'undo-batch'],
  'pause-batch': ['resume-batch', 'wait', 'happen'],
  happen: ['send', 'apply', 'apply-batch', 'resume-batch', 'review'],
  edit: ['apply', 'send', 'verify', 'resume-batch', 'wait'],
  'remove-account': ['add-account', 'undo-removal'],
  limit: ['review', 'batch'],
  'add-account': ['review', 'batch'],
  backup: ['review', 'batch', 'damage', 'restore'],
  foreign: ['review', 'batch', 'apply-batch'],
  'odd-backup': ['review', 'batch', 'kill'],
  'end-doubts': ['review', 'batch', 'apply-batch'],
  restore: ['resume-batch', 'send', 'apply-batch', 'review', 'batch'],
  'put-back': ['resume-batch', 'send', 'apply-batch', 'review', 'batch', 'put-back'],
  restart: ['review', 'batch', 'put-back'],
  damage: ['resume-batch', 'send', 'apply-batch', 'review', 'batch'],
  kill: ['resume-batch', 'send', 'verify', 'review'],
  settle: ['review', 'batch'],
  import: ['undo-import', 'own', 'review', 'batch', 'verify', 'import'],
  own: ['undo-import', 'import'],
  'undo-import': ['import', 'review', 'batch'],
  registry: ['trouble', 'review', 'batch', 'look-up'],
  script: ['script', 'script', 'happen', 'kill', 'apply-batch', 'resume-batch', 'wait'],
  assistant: ['answer', 'answer', 'assistant', 'script', 'happen'],
  answer: ['assistant', 'script', 'undo-batch', 'kill'],
  'last-order': ['last-order', 'restart'],
};

/** What a history comes back to; null for nothing. */
const focuses = [
  ...([null, 'renew', 'renew', 'register', 'register'] as const),
  ...(['lock', 'nameservers', 'contacts', 'contacts'] as const),
] as const;

const kindsOfMany = [
  ...([
    'renew',
    'renew',
    'renew',
    'lock',
    'lock',
    'nameservers',
    'nameservers',
    'contacts',
    'contacts',
  ] as const),
  'register',
] as const;

/** Courses of command lines that follow each other. */
const scripts: readonly (readonly Verb[])[] = [
  ['create'],
  ['create', 'apply'],
  ['create', 'apply', 'apply'],
  ['create', 'wrong-digest', 'apply'],
  ['create', 'exclude', 'apply'],
  ['create', 'include', 'apply-on'],
  ['apply'],
  ['apply-on'],
  ['show', 'apply'],
  ['pause', 'resume'],
  ['resume', 'apply'],
  ['undo', 'apply'],
  ['stop', 'list'],
];

/** Makes steps; it comes back to one domain and one kind of change again and again, for faults need two of the same. */
class Generator {
  readonly #random: Random;
  readonly #bag: readonly ByChance[];
  readonly #troubles: readonly (typeof troubleKinds)[number][];
  readonly #domain: number;
  readonly #kind: Wanted['kind'] | null;
  #last: ByChance | null = null;

  constructor(random: Random, isBesideCommandLine: boolean) {
    this.#random = random;
    const names = Object.keys(weights) as ByChance[]; // The table's own names.
    this.#bag = names.flatMap((name) => {
      const isOff = name === 'command-line' && !isBesideCommandLine;
      // Some histories have much of one thing and nothing of another: together they come to more than all of everything.
      const share = isOff ? 0 : random.pick(always.has(name) ? [1, 2] : [0, 1, 1, 3]);
      return new Array<ByChance>(weights[name] * share).fill(name);
    });
    this.#troubles = Array.from({ length: 1 + random.int(4) }, () => random.pick(troubleKinds));
    this.#domain = random.int(6);
    this.#kind = random.pick(focuses);
  }

  next(): Step {
    const random = this.#random;
    const likely = this.#last === null ? undefined : followers[this.#last];
    const name = likely !== undefined && random.chance(0.4) ? random.pick(likely) : random.pick(this.#bag);
    this.#last = name;
    const made = this.#deeds[name]();
    const thenMs = random.pick([0, 60, 500, 3 * second, 3 * second, 3 * second, 15 * second, 50 * second]);
    return { ...made, thenMs } as Step; // Each entry of the table makes the deed of its name.
  }

  readonly #which = (): number => (this.#random.chance(0.7) ? 0 : this.#random.int(4));
  readonly #account = (): number => this.#random.pick([0, 0, 0, 1, 1, 2]);
  readonly #aDomain = (): number => (this.#random.chance(0.7) ? this.#domain : this.#random.int(6));
  readonly #login = (): number => this.#random.pick([0, 0, 0, 0, 1, 2]);

  readonly #wantedOfMany = (): WantedOfMany => {
    const random = this.#random;
    const kind = random.pick(kindsOfMany);
    if (kind === 'renew' || kind === 'register') return { kind, years: 1 };
    if (kind === 'contacts')
      return { kind, city: random.pick(['Bath', 'York', 'Leeds']), unlocks: random.chance(0.5) };
    if (kind === 'nameservers') return { kind, set: random.int(3) };
    return { kind, state: random.pick(['locked', 'unlocked'] as const) };
  };

  readonly #wanted = (): Wanted => {
    const random = this.#random;
    const any = ['renew', 'renew', 'register', 'lock', 'nameservers', 'contacts', 'child', 'sync'] as const;
    const kind = this.#kind !== null && random.chance(0.6) ? this.#kind : random.pick(any);
    switch (kind) {
      case 'register':
      case 'renew':
        return { kind, years: 1 };
      case 'lock':
        return { kind, state: random.pick(['locked', 'unlocked'] as const) };
      case 'nameservers':
        return { kind, set: random.int(3) };
      case 'contacts':
        return { kind, city: random.pick(['Oxford', 'Bath']) };
      case 'child':
        return { kind, do: random.pick(['register', 'modify', 'delete'] as const) };
      case 'sync':
        return { kind };
    }
  };

  readonly #manyDomains = () => ({
    account: this.#account(),
    domains: this.#random.pick([[0], [0, 1], [0, 1, 2], [1, 2]]),
    wanted: this.#wantedOfMany(),
  });

  readonly #meeting = (): Meeting => ({ meets: this.#random.chance(0.4) ? this.#trouble('write') : null });

  /** Of the sort that the history comes back to, as often as not. */
  readonly #happening = (): Happening => {
    const own = happenings.find((each) => each === this.#kind);
    return own !== undefined && this.#random.chance(0.6) ? own : this.#random.pick(happenings);
  };

  readonly #ofOne = <D extends ByChance>(name: D) => ({ do: name, which: this.#which() });

  readonly #deeds: { readonly [D in ByChance]: () => object } = {
    review: () => ({
      do: 'review',
      ...this.#meeting(),
      account: this.#account(),
      domain: this.#aDomain(),
      wanted: this.#wanted(),
      isApplied: this.#random.chance(0.65),
    }),
    apply: () => ({ ...this.#ofOne('apply'), ...this.#meeting() }),
    batch: () => ({
      do: 'batch',
      ...this.#meeting(),
      ...this.#manyDomains(),
      isApplied: this.#random.chance(0.6),
    }),
    'apply-batch': () => ({
      ...this.#ofOne('apply-batch'),
      ...this.#meeting(),
      isFresh: this.#random.chance(0.7),
      goesOnAfterUncertain: this.#random.chance(0.3),
    }),
    'undo-batch': () => ({
      ...this.#ofOne('undo-batch'),
      ...this.#meeting(),
      isApplied: this.#random.chance(0.7),
    }),
    'pause-batch': () => this.#ofOne('pause-batch'),
    'resume-batch': () => ({ ...this.#ofOne('resume-batch'), ...this.#meeting() }),
    'stop-batch': () => this.#ofOne('stop-batch'),
    'remove-batch': () => this.#ofOne('remove-batch'),
    'read-batch-again': () => this.#ofOne('read-batch-again'),
    row: () => ({
      ...this.#ofOne('row'),
      row: this.#random.int(3),
      isExcluded: this.#random.chance(0.4),
    }),
    send: () => ({ ...this.#ofOne('send'), ...this.#meeting() }),
    withdraw: () => this.#ofOne('withdraw'),
    verify: () => this.#ofOne('verify'),
    settle: () => ({
      ...this.#ofOne('settle'),
      as: this.#random.pick(['truth', 'truth', 'truth', 'applied', 'not-applied'] as const),
    }),
    backup: () => ({ do: 'backup' }),
    restore: () => this.#ofOne('restore'),
    damage: () => ({
      do: 'damage',
      how: this.#random.pick(['head', 'cut', 'gone', 'page', 'page'] as const),
      at: this.#random.int(1_000) / 1_000,
      first: this.#random.pick(['window', 'command-line'] as const),
    }),
    foreign: () => ({ do: 'foreign' }),
    'odd-backup': () => ({ ...this.#ofOne('odd-backup'), how: this.#random.pick(oddities) }),
    'end-doubts': () => ({ do: 'end-doubts' }),
    'put-back': () => this.#ofOne('put-back'),
    kill: () => ({ do: 'kill' }),
    restart: () => ({ do: 'restart' }),
    edit: () => ({ do: 'edit', account: this.#account(), what: this.#random.pick(edits) }),
    'remove-account': () => ({
      do: 'remove-account',
      account: this.#account(),
      isTyped: this.#random.chance(0.8),
    }),
    'undo-removal': () => ({ do: 'undo-removal' }),
    code: () => ({
      do: 'code',
      account: this.#account(),
      domain: this.#aDomain(),
      deed: this.#random.pick(['copy', 'reveal'] as const),
    }),
    limit: () => ({
      do: 'limit',
      scope: this.#random.pick(['workspace', 'account'] as const),
      account: this.#account(),
      what: this.#random.pick(limitsToSet),
    }),
    draft: () => ({ do: 'draft', account: this.#account(), domain: this.#aDomain() }),
    'add-account': () => ({ do: 'add-account', slot: this.#random.int(3) }),
    switch: () => ({ do: 'switch', account: this.#account() }),
    'command-line': () => ({
      do: 'command-line',
      command: this.#random.pick(commands),
      account: this.#account(),
      isAlone: this.#random.chance(0.3),
    }),
    script: () => ({
      do: 'script',
      ...this.#meeting(),
      ...this.#manyDomains(),
      verbs: this.#random.pick(scripts),
      which: this.#which(),
      isAlone: this.#random.chance(0.12),
      ends: this.#random.chance(0.2)
        ? {
            afterMs: this.#random.pick([50, 300, 2 * second]),
            how: this.#random.pick(['ctrl-c', 'kill'] as const),
          }
        : null,
    }),
    assistant: () => ({
      do: 'assistant',
      ...this.#manyDomains(),
      attempt: this.#random.pick(['propose', 'propose', ...attempts] as const),
      isAlone: this.#random.chance(0.1),
    }),
    answer: () => ({
      ...this.#ofOne('answer'),
      ...this.#meeting(),
      as: this.#random.pick(['approved', 'approved', 'approved', 'discarded'] as const),
    }),
    assistants: () => ({ do: 'assistants', isOn: this.#random.chance(0.6) }),
    'last-order': () => ({
      do: 'last-order',
      account: this.#account(),
      deed: this.#random.pick(['save', 'save', 'read', 'forget'] as const),
    }),
    wait: () => ({
      do: 'wait',
      ms: this.#random.pick([
        40 * second,
        3 * minute,
        11 * minute,
        29 * minute,
        hour,
        5 * hour,
        13 * hour,
        day,
      ]),
    }),
    trouble: () => {
      const on = this.#random.chance(0.5) ? 'write' : 'read';
      const times = on === 'write' ? 1 : this.#random.pick([1, 3, 6]);
      return { do: 'trouble', on, times, trouble: this.#trouble(on) };
    },
    billing: () => ({
      do: 'billing',
      login: this.#login(),
      afterMs: this.#random.pick([0, 3 * second, 20 * second, minute, 5 * minute, null]),
      lagMs: this.#random.pick([0, 0, 6 * second]),
    }),
    'top-up': () => ({ do: 'top-up', login: this.#login(), cents: this.#random.pick([990, 10_000, 49_000]) }),
    price: () => {
      const cents = this.#random.pick([1_000, 1_000, 1_250, 10_000]);
      const takes = this.#random.chance(0.2) ? 10_000 : cents;
      return { do: 'price', login: this.#login(), cents, takes };
    },
    away: () => ({ do: 'away', login: this.#login(), ms: this.#random.pick([10 * second, 5 * minute]) }),
    happen: () => ({
      do: 'happen',
      login: this.#login(),
      domain: this.#aDomain(),
      what: this.#happening(),
    }),
    import: () => ({
      do: 'import',
      account: this.#account(),
      rows: aFile(this.#random, this.#aDomain()),
    }),
    'undo-import': () => this.#ofOne('undo-import'),
    own: () => ({
      do: 'own',
      account: this.#account(),
      domain: this.#aDomain(),
      what: this.#random.pick(ownValues),
    }),
    'registry-switch': () => ({ do: 'registry-switch', isOn: this.#random.chance(0.7) }),
    'look-up': () => ({ do: 'look-up', account: this.#account(), isWide: this.#random.chance(0.5) }),
    registry: () => ({ do: 'registry', manner: aManner(this.#random) }),
  };

  readonly #trouble = (on: 'write' | 'read'): Trouble => aTrouble(this.#random, this.#troubles, on);
}
