import { aVirtualTime, type VirtualTime } from '../../support/time/virtual-time.ts';
import { Registries } from './registries.ts';
import { type Caller, filedDomains, type Login, ownedDomains, Reseller } from './reseller.ts';
import type { Happening, History } from './steps.ts';
import { TeamHere } from './team-here.ts';
import { Flights, listenFor, type Troubles } from './transport.ts';
import { isAtFiles } from './workspace-here.ts';

const basePath = '/modules/addons/DomainsReseller/api/index.php';
const hangsAfterMs = 60_000;
const closingMs = 10;

interface Computer extends Caller {
  readonly troubles: Troubles;
  /** Whether something goes on that does not go by the virtual clock. */
  readonly isBusy: boolean;
  readonly isQuitting: boolean;
  readonly end: () => Promise<void>;
}

/** What all computers of a history live in: one clock, the services, the registries, and the team's database. */
export class Surroundings {
  readonly time: VirtualTime;
  readonly resellers: Reseller[] = [];
  readonly registries: Registries;
  /** Null where there is one computer alone. */
  readonly team: TeamHere | null;
  readonly machines: Computer[] = [];
  readonly flights = new Flights();
  readonly tell: (sentence: () => string) => void;
  readonly #history: History;

  readonly #servers: { readonly stop: () => Promise<void> }[] = [];
  #held = 0;
  #posts = 0;

  constructor(history: History, tell: (sentence: () => string) => void) {
    this.#history = history;
    this.tell = tell;
    this.time = aVirtualTime(() => this.#settle(), history.startAt);
    this.registries = new Registries({ timer: this.time.timer, startMs: Date.parse(history.startAt), tell });
    this.team = history.desks > 1 ? new TeamHere(this.time, tell) : null;
    for (const [index, name] of [...ownedDomains, ...filedDomains].entries())
      this.registries.begin(name, history.expireInMs[index] ?? 0);
  }

  /** Begins the services. Nothing runs on any machine yet. */
  async begin(): Promise<void> {
    const north = await this.#addressOf('north', () => [this.resellers[0], this.resellers[1]]);
    const south = await this.#addressOf('south', () => [this.resellers[2]]);
    const logins: readonly Login[] = [
      { name: 'North', ...north, username: 'ada@example.com', apiKey: 'key-of-ada' },
      { name: 'North (Ben)', ...north, username: 'ben@example.com', apiKey: 'key-of-ben' },
      { name: 'South', ...south, username: 'ada@example.com', apiKey: 'key-for-south' },
    ];
    const { time, registries } = this;
    const hold = async (durationMs: number): Promise<void> => {
      this.#held += 1;
      await time.timer.sleep(durationMs);
      this.#held -= 1;
    };
    const deps = { time, tell: this.tell, hold, registries, nextPost: () => (this.#posts += 1) };
    const soldElsewhere = (login: Login, domain: string): void => {
      for (const other of this.resellers) if (other.login !== login) other.happen(domain, 'sold');
    };
    for (const login of logins) {
      this.resellers.push(
        new Reseller(login, this.#history.creditCents, {
          ...deps,
          otherKeys: logins.filter((other) => other !== login).map(({ apiKey }) => apiKey),
          onRegistered: (domain) => soldElsewhere(login, domain),
        }),
      );
    }
  }

  async end(): Promise<void> {
    for (const machine of this.machines) await machine.end();
    for (const server of this.#servers) await server.stop();
  }

  resellerOf = (login: string): Reseller => {
    const found = this.resellers.find((each) => each.login.name === login);
    if (found === undefined) throw new Error(`There is no login ${login}`);
    return found;
  };

  /** Whose login an account is, by what it is set to. */
  loginOf(account: { readonly baseUrl: string; readonly username: string }): string {
    const found = this.resellers.find(
      (each) => each.isAt(account.baseUrl) && each.login.username === account.username,
    );
    return found?.login.name ?? 'nobody';
  }

  /** Who takes a request. */
  find = (url: string, username: string | undefined): Reseller | null =>
    this.resellers.find((each) => each.pathIn(url) !== null && each.login.username === username) ?? null;

  /** How many exchanges wait by the virtual clock. */
  held = (): number => this.#held;

  happen(login: number, domain: string, happening: Happening): boolean {
    if (happening === 'transfer') return this.registries.transfer(domain);
    const chosen = this.resellers[login];
    const concerned = happening === 'sold' ? this.resellers : chosen === undefined ? [] : [chosen];
    return concerned.map((reseller) => reseller.happen(domain, happening)).some(Boolean);
  }

  async #addressOf(
    name: string,
    resellers: () => readonly (Reseller | undefined)[],
  ): Promise<Pick<Login, 'baseUrl' | 'otherUrl'>> {
    const [by] = this.machines;
    if (this.#history.ground !== 'sockets' || by === undefined) {
      const [baseUrl, otherUrl] = [
        `https://${name}.example${basePath}`,
        `https://api.${name}.example${basePath}`,
      ];
      return { baseUrl, otherUrl };
    }
    const find = (username: string | undefined): Reseller | null =>
      resellers().find((each) => each?.login.username === username) ?? null;
    const { troubles } = by;
    const server = await listenFor({
      ...{ find, basePath, now: this.time.now },
      ...{ troubles, flights: this.flights, by },
    });
    this.#servers.push(server);
    const baseUrl = `http://127.0.0.1:${server.port}${basePath}`;
    return { baseUrl, otherUrl: baseUrl };
  }

  /** Lets everything happen that can happen at this moment of the virtual clock. */
  async #settle(): Promise<void> {
    const startedMs = performance.now();
    do {
      await new Promise((resolve) => setImmediate(resolve));
      if (performance.now() - startedMs > hangsAfterMs)
        throw new Error('Something on the disk or the wire hangs');
    } while (this.machines.some(({ isBusy }) => isBusy) || isAtFiles());
    // Sockets and files close in their own time, which the virtual clock does not see.
    if (this.machines.some(({ isQuitting }) => isQuitting))
      await new Promise((resolve) => setTimeout(resolve, closingMs));
  }
}
