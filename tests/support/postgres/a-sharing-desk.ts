import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createVault } from '../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { Synced } from '../../../electron/main/team/feed.ts';
import { createTeam, type Team } from '../../../electron/main/team/team.ts';
import type { DomainRecord } from '../../../electron/main/workspace/repositories/domain-observations.ts';
import type { NewsOfDomains } from '../../../electron/main/workspace/repositories/team-facts.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import { aKeychain } from '../keychain/a-keychain.ts';
import { aDirectory, anAccount, openTestWorkspace } from '../workspace/a-workspace.ts';
import type { ATeam, Person, TeamRole } from './a-team.ts';

const accountId = anAccount().id;

/** A workspace of one person, with an account at a service, that may join a team. */
export interface ASharingDesk {
  readonly person: Person;
  readonly workspace: Workspace;
  readonly team: Team;
  /** What it was told that others had changed. */
  readonly news: readonly NewsOfDomains[];
  /** How often something of others was put into its tables. */
  readonly applied: { times: number };
  readonly bugs: readonly unknown[];
  readonly join: () => Promise<void>;
  /** Tells the team everything, and hears of everything; fails where that fails. */
  readonly sync: () => Promise<Synced>;
  readonly add: (...names: readonly string[]) => void;
  readonly domain: (name: string) => DomainRecord | null;
  readonly names: () => readonly string[];
  readonly note: (name: string, note: string) => void;
  readonly tag: (name: string, add: readonly string[], remove?: readonly string[]) => void;
  /** How many things the team is to be told of. */
  readonly queued: () => number;
  /** Ends the program, and starts it again over the same workspace. */
  readonly restart: () => Promise<ASharingDesk>;
}

interface Options {
  readonly role?: TeamRole;
  readonly name?: string;
  /** The account of its workspace; null for one that has none. */
  readonly account?: Parameters<typeof anAccount>[0] | null;
  readonly isJoined?: boolean;
}

export async function aSharingDesk(team: ATeam, options: Options = {}): Promise<ASharingDesk> {
  const { role = 'buyer', name = role, account = {}, isJoined = true } = options;
  const directory = aDirectory();
  const person = await team.person(role, name);
  const ground = {
    team,
    person,
    directory: directory.path,
    vault: createVault(aKeychain()),
    open: [] as (() => Promise<void>)[],
  };
  onTestFinished(async () => {
    for (const close of ground.open) await close();
    directory.remove();
  });
  const desk = await deskOn(ground);
  if (account !== null) desk.workspace.accounts.save(anAccount(account));
  if (isJoined) await desk.join();
  return desk;
}

interface Ground {
  readonly team: ATeam;
  readonly person: Person;
  readonly directory: string;
  readonly vault: ReturnType<typeof createVault>;
  readonly open: (() => Promise<void>)[];
}

async function deskOn(ground: Ground): Promise<ASharingDesk> {
  const { person, vault } = ground;
  const { place, database } = ground.team;
  const workspace = await openTestWorkspace(ground.directory);
  const news: NewsOfDomains[] = [];
  const applied = { times: 0 };
  const bugs: unknown[] = [];
  const team = createTeam({
    workspace,
    vault,
    timer: {
      nowMs: () => performance.now(),
      sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
    },
    now: () => new Date(),
    newId: randomUUID,
    onNews: (some) => Promise.resolve(void news.push(some)),
    onApplied: () => void (applied.times += 1),
    onBug: (thrown) => void bugs.push(thrown),
  });
  const close = async (): Promise<void> => {
    await team.close();
    await workspace.close();
  };
  ground.open.push(close);
  return {
    ...{ person, workspace, team, news, applied, bugs },
    async join() {
      const url = { host: '127.0.0.1', port: place.port, database };
      const way = { url, user: person.user, caFile: null, password: new Secret(person.password) };
      const joined = await team.join(way, true);
      if (!joined.ok) throw new Error(JSON.stringify(joined.error));
    },
    async sync() {
      const synced = await team.sync();
      if (!synced.ok) throw new Error(JSON.stringify(synced.error));
      return synced.value;
    },
    add(...names) {
      const addedAt = new Date().toISOString();
      workspace.domains.add({ accountId, names, tags: [], addedAt, addedBy: 'typed' });
    },
    domain: (name) => workspace.domains.some({ accountId, names: [name] })[0] ?? null,
    names: () => workspace.domains.names({ accountId }),
    note: (name, note) => void workspace.domains.set({ accountId, names: [name], note }),
    tag: (name, add, remove = []) => void workspace.domains.tag({ accountId, names: [name], add, remove }),
    queued: () => workspace.teamFacts.counts().queued,
    async restart() {
      ground.open.splice(ground.open.indexOf(close), 1);
      await close();
      return await deskOn(ground);
    },
  };
}
