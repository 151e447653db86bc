import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { Domain, Reading } from '#shared/domain/portfolio.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Sealing } from '../accounts/sealing.ts';
import type { Connections } from '../connections/connections.ts';
import type { Timer } from '../connections/throttle.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createAdding, type Adding } from './adding.ts';
import { type Children, createChildren } from './children.ts';
import { contactsNow } from './contacts-now.ts';
import { createKeeping } from './keeping.ts';
import { notInPortfolio } from './names.ts';
import { newsOfChange, newsOfReading } from './news.ts';
import type { ContactsNow, Learned, Portfolio } from './portfolio.ts';
import type { PartRead } from './reading/account-reader.ts';
import { createReadings } from './reading/readings.ts';
import { registrantNameIn } from './registrant-name.ts';
import { createRegistrants } from './registrants.ts';
import { createShelf, type Shelf } from './shelf.ts';

export interface PortfolioDeps {
  readonly workspace: Pick<Workspace, 'tlds' | 'domains' | 'children'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly sealing: Sealing;
  readonly announce: (accountId: string, domains: readonly Domain[], removed: readonly string[]) => void;
  readonly announceReading: (reading: Reading) => void;
  /** @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
  readonly newId: () => string;
  readonly timer: Timer;
  readonly now: () => Date;
}

type Guard = <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;

export function createPortfolio(deps: PortfolioDeps): Portfolio {
  const { workspace, connections, now } = deps;
  const registrants = createRegistrants(deps.sealing);
  const shelf = createShelf({ ...deps, kept: workspace.domains, registrants });
  const adding = createAdding({ workspace, shelf, now });
  const keeping = createKeeping({ ...deps, kept: workspace.domains, registrants, shelf });
  const children = createChildren(workspace.children, now);
  const guard = guardWith(deps.onBug);
  const keep = async (accountId: string, read: readonly PartRead[]): Promise<Result<unknown>> =>
    await shelf.learn(accountId, await newsOfReading(read, { accountId, registrants }));
  const readings = createReadings({ ...deps, guard, keep, announce: deps.announceReading });
  /** What is written down after its asker was answered. */
  const afterwards = new Set<Promise<unknown>>();

  function later(work: () => Promise<Result<unknown>>): void {
    const done = guard(work);
    afterwards.add(done);
    void done.then(() => afterwards.delete(done));
  }

  async function readContacts(accountId: string, name: string): Promise<Result<ContactsNow>> {
    const connected = await connections.of(accountId);
    if (!connected.ok) return connected;
    const { account, client, throttle } = connected.value;
    const [domain, at] = [aLabelsOf(name), now().toISOString()];
    const read = await throttle.run(() => client.readContacts({ domain }), neverAborted);
    if (!read.ok) return read;
    const found = ok({ part: 'contacts' as const, registrant: registrantNameIn(read.value) });
    later(() => keep(accountId, [{ name: domain, part: 'contacts', at, found }]));
    return contactsNow(read.value, account.options.writableRoles, at);
  }

  return {
    ...keeping,
    ...children,
    list: shelf.list,
    find: shelf.find,
    add: adding.add,
    async readAgain(accountId, names, parts) {
      const there = await shelf.among(accountId, names);
      if (!there.ok) return there;
      return there.value.length === 0 ? notInPortfolio : await readings.start(accountId, there.value, parts);
    },
    cancelReading: readings.cancel,
    readContacts,
    async learn(accountId, name, learned) {
      if (learned.isRegistered === true) registrants.forget(accountId, aLabelsOf(name));
      // What cannot be kept here is in the journal all the same.
      await guard(() => learn({ accountId, name: aLabelsOf(name), learned }, { adding, shelf, children }));
    },
    async close() {
      await readings.close();
      await Promise.all(afterwards);
    },
  };
}

interface Lesson {
  readonly accountId: string;
  readonly name: string;
  readonly learned: Learned;
}

interface Pupils {
  readonly adding: Pick<Adding, 'addRegistered'>;
  readonly shelf: Pick<Shelf, 'learn'>;
  readonly children: Pick<Children, 'learn'>;
}

async function learn(
  { accountId, name, learned }: Lesson,
  { adding, shelf, children }: Pupils,
): Promise<Result<unknown>> {
  if (learned.isRegistered === true) {
    const added = await adding.addRegistered(accountId, name);
    if (!added.ok) return added;
  }
  if (learned.child !== undefined) {
    const kept = await children.learn(accountId, name, learned.child, learned.at);
    if (!kept.ok) return kept;
  }
  return await shelf.learn(accountId, [newsOfChange(name, learned)]);
}

const guardWith =
  (onBug: PortfolioDeps['onBug']): Guard =>
  async (call) => {
    try {
      return await call();
    } catch (thrown) {
      return fail({ kind: 'bug', incidentId: onBug(thrown) });
    }
  };

const neverAborted = new AbortController().signal;
