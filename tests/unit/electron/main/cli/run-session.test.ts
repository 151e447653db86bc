import { describe, expect, it } from 'vitest';
import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { noCounts, type Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { proofOf, type ReadableNote, type Role } from '../../../../../electron/main/cli/attach/handshake.ts';
import { chosenTlds } from '../../../../../electron/main/cli/commands/lookup.ts';
import { resultOf } from '../../../../../electron/main/cli/cli-command.ts';
import { hostOver, type CommandServices } from '../../../../../electron/main/cli/host.ts';
import { nameIn, type RunOptions } from '../../../../../electron/main/cli/options.ts';
import {
  countsLine,
  heldBy,
  progressLine,
  runSession,
  unknownLines,
  sessionNamed,
} from '../../../../../electron/main/cli/run-session.ts';
import { aTerminal, type ATerminal } from '../../../../support/command-line/a-command-line.ts';
import { createAccountRemoval } from '../../../../../electron/main/services/account-removal.ts';
import { accountNamed } from '../../../../../electron/main/cli/account-choice.ts';
import { runCommandLine } from '../../../../../electron/main/cli/run.ts';

describe('run session', () => {
  const aSession = (changes: Partial<Session> = {}): Session => ({
    id: 's1',
    accountId: 'a1',
    name: 'monday',
    state: 'running',
    createdAt: '2026-02-21T14:00:00.000Z',
    changedAt: '2026-02-21T14:00:00.000Z',
    finishedAt: null,
    source: 'names.txt',
    names: 100,
    tlds: ['com', 'net'],
    counts: { ...noCounts(), available: 20, taken: 40, unchecked: 140 },
    causes: {},
    own: {},
    left: 140,
    shortlisted: 0,
    waitingFor: null,
    pace: null,
    rerunOf: null,
    view: '',
    ...changes,
  });

  const finished = aSession({ state: 'finished', left: 0, counts: { ...noCounts(), available: 200 } });
  const waiting = (error: AppError): Session => aSession({ state: 'waiting', waitingFor: error });

  /** A session that stands at one look as the next of `looks` says, and at the last one for ever. */
  function servicesOver(looks: readonly Session[], exported: AppError | null = null) {
    const did: string[] = [];
    let at = 0;
    const services = {
      sessions: {
        find: () => {
          const session = looks[Math.min(at, looks.length - 1)] ?? finished;
          at += 1;
          return Promise.resolve(ok(session));
        },
        pause: () => {
          did.push('pause');
          return Promise.resolve(ok(aSession({ state: 'paused' })));
        },
      },
      connections: {
        override: (id: string, limits: object) => {
          did.push(`limits of ${id}: ${JSON.stringify(limits)}`);
          return Promise.resolve(() => {
            did.push('limits as before');
            return Promise.resolve();
          });
        },
      },
      exports: {
        toFile: (request: { readonly path: string; readonly format: string }) => {
          did.push(`${request.format} to ${request.path}`);
          return Promise.resolve(exported === null ? ok({ rows: 200 }) : fail(exported));
        },
      },
    };
    // The parts that a run uses, and no others.
    return { did, services: services as unknown as CommandServices };
  }

  async function run(
    looks: readonly Session[],
    setting: { options?: Partial<RunOptions>; exported?: AppError; terminal?: ATerminal } = {},
  ) {
    const terminal = setting.terminal ?? aTerminal({ cwd: '/home', columns: 100 });
    const { did, services } = servicesOver(looks, setting.exported);
    const start = () => {
      did.push('start');
      return Promise.resolve(ok(aSession()));
    };
    const refuse = (sentence: string): never => {
      throw new Error(sentence);
    };
    const result = await runSession(
      { command: 'lookup', services, terminal, place: ['--user-data-dir=d'], onceGiven: [], refuse },
      's1',
      { out: 'found.csv', format: 'csv', wait: true, ...setting.options },
      start,
    );
    return { code: result, did, said: terminal.said(), terminal };
  }

  describe('running a session', () => {
    it('sets the ceilings before the first request, and takes them back', async () => {
      const { did } = await run([aSession(), finished], { options: { rate: 0, concurrency: 9 } });
      expect(did.slice(0, 2)).toEqual(['limits of a1: {"concurrency":9,"requestsPerSecond":0}', 'start']);
      expect(did.at(-1)).toBe('limits as before');
    });

    it('tells at once with what another process can go on', async () => {
      const { terminal } = await run([finished], { options: { rate: 2 } });
      expect(terminal.goOnWith()).toEqual('session resume s1 --out found.csv --rate 2'.split(' '));
    });

    it.each<[string, AppError, number]>([
      ['the key', { kind: 'refused', why: 'credentials', status: 401, said: '' }, 3],
      ['the address', { kind: 'refused', why: 'address', status: 403, said: '' }, 3],
      ['the permission', { kind: 'refused', why: 'permission', status: 403, said: '' }, 3],
      ['a keychain', { kind: 'keychain', fault: 'locked' }, 4],
      ['no key', { kind: 'no-key' }, 4],
      ['a full disk', { kind: 'storage', fault: 'full' }, 1],
    ])('does not wait for %s: it pauses, and ends with %o', async (_case, error, expected) => {
      const { code, did, said } = await run([aSession(), waiting(error)]);
      expect([code, did.includes('pause')]).toEqual([expected, true]);
      expect(said).toContain('Resume with:');
    });

    it('leaves a session alone that somebody else has paused', async () => {
      const { code, did, said } = await run([aSession(), aSession({ state: 'paused' })]);
      expect([code, did.includes('pause')]).toEqual([1, false]);
      expect(said).toContain('The session was paused elsewhere.');
    });
  });

  describe('a session in words', () => {
    it('has one line of progress: how far, how fast, how long, what was found', () => {
      const pace = {
        requestsPerSecond: 9.84,
        cellsPerSecond: 100,
        allowedPerSecond: 10,
        ceilingPerSecond: 10,
        observed: { perSecond: null, concurrency: null },
        concurrency: 4,
        slowedBy: null,
        left: { likely: 185, low: 170, high: 240 },
      };
      expect(progressLine(aSession({ pace }))).toBe(
        '60 of 200 (30 %) · 20 available · 9.8 requests/s · 3 min 5 s left (2 min 50 s to 4 min)',
      );
      expect(progressLine(aSession({ pace: { ...pace, slowedBy: 'retry-after', left: null } }))).toContain(
        'slowed: the service asked for a pause',
      );
    });

    it('has one line of counts, and none for what there is none of', () => {
      expect(countsLine(finished, 4)).toBe('"monday": 200 cells in 4 s: 200 available.');
      expect(countsLine({ ...finished, own: { available: 2 } }, null)).toBe(
        '"monday": 200 cells: 198 available, 2 yours.',
      );
      expect(unknownLines(finished)).toEqual([]);
    });
  });
});

describe('a command line leaves its session', () => {
  const going = new AbortController().signal;
  const ended = AbortSignal.abort();
  const patient = { wait: true };
  const aSession = (state: Session['state'], waitingFor: AppError | null = null): Session =>
    ({ state, waitingFor }) as Session; // nothing else is looked at

  const offline: AppError = { kind: 'unreachable', why: 'offline' };
  const refused = (why: 'server' | 'rate' | 'credentials'): AppError => ({
    kind: 'refused',
    why,
    status: 500,
    said: '',
  });
  const unreadable: AppError = { kind: 'unreadable', status: 200, why: 'not-json' };
  const anHourMs = 3_600_000;

  it.each([
    ['when it is asked to end', aSession('running'), patient, 0, ended, 'ending'],
    ['when somebody else paused it', aSession('paused'), patient, 0, going, 'elsewhere'],
    [
      'at once when the key is refused',
      aSession('waiting', refused('credentials')),
      patient,
      0,
      going,
      'error',
    ],
    [
      'at once when the disk is full',
      aSession('waiting', { kind: 'storage', fault: 'full' }),
      patient,
      0,
      going,
      'error',
    ],
    [
      'at once without the network when it may not wait',
      aSession('waiting', offline),
      { wait: false },
      0,
      going,
      'error',
    ],
    ['after a minute of errors', aSession('waiting', refused('server')), patient, 60_001, going, 'error'],
    [
      'after a minute of what nobody can read',
      aSession('waiting', unreadable),
      patient,
      60_001,
      going,
      'error',
    ],
  ])('%s', (_case, session, asked, waitedMs, ending, kind) => {
    expect(heldBy(session, asked, waitedMs, ending)?.kind).toBe(kind);
  });

  it.each([
    ['while it runs, however long', aSession('running'), anHourMs],
    ['without the network, however long', aSession('waiting', offline), anHourMs],
    ['where the service asks for a slower pace', aSession('waiting', refused('rate')), anHourMs],
    ['within the first minute of errors', aSession('waiting', refused('server')), 59_000],
  ])('not %s', (_case, session, waitedMs) => {
    expect(heldBy(session, patient, waitedMs, going)).toBeNull();
  });
});

describe('--tlds', () => {
  const ownSets = [{ id: 'o1', name: 'My own, short', tlds: ['io', 'sh'] }];

  function choose(text: string, listed: readonly string[] | null = null) {
    const workspace = {
      tldSets: {
        list: () => [
          ...builtInTldSets.map((set) => ({ ...set, builtIn: true })),
          ...ownSets.map((set) => ({ ...set, builtIn: false })),
        ],
      },
      tlds: {
        list: () => ({ tlds: [...(listed ?? [])], readAt: listed && '2026-02-21T14:00:00.000Z' }),
      },
    };
    // The parts that choosing uses, and no others.
    const services = { workspace: workspace as unknown as CommandServices['workspace'] };
    return Promise.resolve(text).then((typed) => chosenTlds(typed, services, 'a1'));
  }

  const tldsOf = async (text: string) => {
    const chosen = await resultOf(choose(text));
    return chosen.ok ? chosen.value.tlds : chosen.error;
  };

  it.each([
    ['com,net,co.uk', ['com', 'net', 'co.uk']],
    ['.COM, net;.com', ['com', 'net']],
    ['рф', ['xn--p1ai']],
    ['classic', 'com net org info biz name pro mobi'.split(' ')],
    ['Classic,de', 'com net org info biz name pro mobi de'.split(' ')],
    ['my own, short', ['io', 'sh']],
    ['.africa', ['africa']],
  ])('%s stands for %j', async (text, tlds) => {
    expect(await tldsOf(text)).toEqual(tlds);
  });

  it('says which set a word was taken for', async () => {
    const chosen = await choose('africa');
    expect(chosen.remarks).toEqual([
      '"africa" is the set Africa: africa, co.za, org.za, ng, com.ng, ke, co.ke, ma, tn.',
    ]);
  });

  it('says which TLDs the account’s service has not listed, and asks all the same', async () => {
    const chosen = await choose('com,nett,zzzz', ['.com', '.net', '.org']);
    expect(chosen).toEqual({
      tlds: ['com', 'nett', 'zzzz'],
      remarks: ["Not in the list of this account's service: .nett (is .net meant?), .zzzz. Checked anyway."],
    });
  });

  it('asks of a built-in set what the account’s service lists, and names the others; of an own set all', async () => {
    expect(await choose('classic', ['.com', '.net', '.org', '.sh'])).toEqual({
      tlds: ['com', 'net', 'org'],
      remarks: [
        '"classic" is the set Classic: com, net, org.',
        "Not in the list of this account's service, and not checked: .info, .biz, .name, .pro, .mobi.",
      ],
    });
    expect(await choose('my own, short', ['.com', '.sh'])).toMatchObject({ tlds: ['io', 'sh'] });
    const none = await resultOf(choose('africa', ['.com']));
    expect(none.ok || JSON.stringify(none.error)).toContain('not checked: .africa');
  });

  it('says nothing where the service was never asked for its list', async () => {
    expect(await choose('zzzz')).toMatchObject({ remarks: [] });
  });

  it.each([['com,ne t!'], ['-com'], ['a..b'], [','], ['http://com'], ['x'.repeat(64)]])(
    '%s is neither a TLD nor a set',
    async (text) => {
      expect(await resultOf(choose(text))).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input', field: 'tlds' },
      });
    },
  );
});

describe('the proof of a side of the handshake', () => {
  const note: ReadableNote = {
    protocol: 2,
    pid: 4_711,
    address: '/run/x/owner',
    secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  };
  const nonces = {
    client: Buffer.alloc(32, 0x11).toString('base64url'),
    host: Buffer.alloc(32, 0x22).toString('base64url'),
  };

  // By openssl dgst -sha256 -mac HMAC over ["namedesk-handover",2,ROLE,4711,"/run/x/owner",VISITOR,HOST] as JSON.
  it.each<[Role, string]>([
    ['host', 'wLgNvlBN4J5w3KRYBHL7A8cVjxwNaQFZLeHxzXmVEXo'],
    ['visitor', 'R5CLJvAP-S5bX29DYr6y8z5-DQWayC13t8hV02qVT0w'],
  ])('F9 is HMAC-SHA256 over its role, the owner file and both nonces: %s', (role, expected) => {
    expect(proofOf(note, role, nonces)).toBe(expected);
  });

  it('F9 is another one with any other role, nonce, secret, address or process', () => {
    const other = Buffer.alloc(32, 0x33).toString('base64url');
    const proofs = [
      proofOf(note, 'host', nonces),
      proofOf(note, 'visitor', nonces),
      proofOf(note, 'host', { ...nonces, client: other }),
      proofOf(note, 'host', { ...nonces, host: other }),
      proofOf(note, 'host', { client: nonces.host, host: nonces.client }),
      proofOf({ ...note, secret: other }, 'host', nonces),
      proofOf({ ...note, address: '/run/y/owner' }, 'host', nonces),
      proofOf({ ...note, pid: 4_712 }, 'host', nonces),
    ];
    expect(new Set(proofs).size).toBe(proofs.length);
  });
});

/** An account and a session that are named alike, and what was removed of them. */
function aPlace(...labels: readonly string[]) {
  const all = labels.map((label, index) => ({ id: `id-of-${index}`, label, name: label }));
  const removed: string[] = [];
  const accounts = {
    list: () => ({ accounts: all }),
    find: (id: string) => ok(all.find((account) => account.id === id)),
    contents: () => ok({ domains: 1, annotated: 0, sessions: 0, drafts: 0, batches: 0, inUse: null }),
    remove: (id: string) => Promise.resolve(ok(removed.push(id))),
    removed: () => all,
    delete: () => Promise.resolve(ok(null)),
  };
  const parts = {
    accounts,
    sessions: {
      states: () => Promise.resolve(ok(all)),
      accountRemoved: () => undefined,
    },
    connections: { drop: () => Promise.resolve() },
    backups: { make: () => Promise.resolve(ok(null)) },
    workspace: { restoreNotice: () => null, sessions: { seal: () => Promise.resolve(ok(null)) } },
  };
  // The parts that are asked here, and no others.
  const removal = createAccountRemoval(parts as unknown as Parameters<typeof createAccountRemoval>[0]);
  return { services: { ...parts, removal } as unknown as CommandServices, removed };
}

const label = 'חנות 24';

describe('what the terminal shows isolated can be given back to it', () => {
  it('as the label of an account', async () => {
    const { accounts } = aPlace('Acme', label).services;
    expect(await resultOf(accountNamed(accounts, isolated(label)))).toMatchObject({
      ok: true,
      value: { id: 'id-of-1' },
    });
  });

  it('and the very label comes before one that only looks like it', async () => {
    const { accounts } = aPlace('Ac\u202Eme', 'Acme').services;
    expect(await accountNamed(accounts, 'acme')).toMatchObject({ id: 'id-of-1' });
  });

  it('as the name of a session, and as a new name', async () => {
    const { services } = aPlace('monday', label);
    expect(await sessionNamed(services, isolated(label))).toMatchObject({ id: 'id-of-1' });
    expect(nameIn(isolated(label), 80)).toBe(label);
  });

  async function remove(...yes: readonly string[]) {
    const { services, removed } = aPlace(label);
    const terminal = aTerminal();
    const host = hostOver(services, String);
    const code = await runCommandLine(['account', 'remove', label, ...yes], terminal, host);
    return { code, removed, said: terminal.said() };
  }

  it('as the label that is typed to remove an account', async () => {
    expect(await remove('--yes', isolated(label))).toMatchObject({ code: 0, removed: ['id-of-0'] });
  });

  it('and a command that is suggested has nothing isolated in it', async () => {
    const { code, removed, said } = await remove();
    expect([code, removed]).toEqual([2, []]);
    expect(said).toContain(`Use --yes "${label}".`);
  });
});
