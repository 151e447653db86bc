import type { ChangeFamily } from '#shared/domain/change-kinds.ts';
import type { Domain, Known, Reading, Template } from '#shared/domain/portfolio.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import type { Client, Input, Output } from '../../renderer/src/client.ts';
import type { FakeWorld } from './fake-world.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;
type Added = Output<'domains', 'add'>;

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** When everything in this small world was read, unless a test says otherwise. */
const readAt = '2026-11-21T08:00:00.000Z';
/** When it is read again. */
const readAgainAt = '2026-11-21T09:00:00.000Z';

export const aKnown = <T>(value: T, changes: Partial<Known<T>> = {}): Known<T> => ({
  value,
  at: readAt,
  source: 'read',
  ...changes,
});

/** A name that was read in all its parts; whatever a test is about stands in `changes`. */
export const aDomain = (name: string, changes: Partial<Domain> = {}): Domain => ({
  ...anUnreadDomain(name),
  lock: aKnown('locked'),
  nameservers: aKnown(['ns1.northwind.example', 'ns2.northwind.example']),
  registrant: aKnown('Northwind Hosting'),
  expiresOn: aKnown('2027-08-14', { source: 'sync' }),
  transferredAway: aKnown(false, { source: 'sync' }),
  ...changes,
});

/** A name that was just added: nothing is known of it. */
export const anUnreadDomain = (name: string, changes: Partial<Domain> = {}): Domain => ({
  accountId: 'practice',
  name,
  addedAt: '2026-11-01T08:00:00.000Z',
  addedBy: 'typed',
  tags: [],
  client: '',
  note: '',
  archivedAt: null,
  lock: null,
  nameservers: null,
  registrant: null,
  expiresOn: null,
  registry: null,
  transferredAway: null,
  troubles: [],
  ...changes,
});

/** Domains, templates and drafts in memory: the outlines of what main does. */
export const portfolioAnswers = (
  world: FakeWorld,
  tell: Tell,
): Pick<Client, 'domains' | 'templates' | 'drafts' | 'lastOrders' | 'clients'> => ({
  domains: { ...portfolio(world, tell), ...readings(tell), ...children(world) },
  ...keptTextAnswers(world),
});

type Portfolio = Pick<
  Client['domains'],
  | 'list'
  | 'names'
  | 'prices'
  | 'find'
  | 'add'
  | 'tag'
  | 'setTexts'
  | 'setClient'
  | 'setExpiry'
  | 'archive'
  | 'remove'
  | 'revert'
>;

function portfolio(world: FakeWorld, tell: Tell): Portfolio {
  const { remember, revert } = revertible<Domain>((before, after) => {
    const accountIds = new Set([...before, ...after].map(({ accountId }) => accountId));
    world.domains = before;
    for (const accountId of accountIds)
      tell('domains.changed', {
        accountId,
        domains: before.filter((domain) => domain.accountId === accountId),
        removed: after
          .filter((domain) => !before.some(({ name }) => name === domain.name))
          .map(({ name }) => name),
      });
  });
  const of = (accountId: string, edit?: string) => {
    remember(edit, () => world.domains);
    return shelfOf(world, tell, accountId);
  };
  return {
    revert,
    list: ({ accountId }) => answer({ domains: [...of(accountId).mine()] }),
    names: ({ accountId }) =>
      answer({
        names: [...of(accountId).mine()]
          .filter(({ archivedAt }) => archivedAt === null)
          .map(({ name }) => name),
      }),
    prices: () => answer({ known: [], similar: [] }),
    find: ({ accountId, domain }) => one(of(accountId).find(domain)),
    add: ({ accountId, text, tags }) => answer(of(accountId).put.new(text, tags)),
    tag: ({ accountId, domains, add, remove, edit }) =>
      of(accountId, edit).put.each(domains, ({ tags }) => ({
        tags: [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag)),
      })),
    async setTexts({ accountId, domain, texts, edit }) {
      const { put, find } = of(accountId, edit);
      await put.each([domain], () => texts);
      return one(find(domain));
    },
    setClient: ({ accountId, domains, client, edit }) =>
      of(accountId, edit).put.each(domains, () => ({ client })),
    async setExpiry({ accountId, domain, expiresOn }) {
      const { put, find } = of(accountId);
      const known = expiresOn === null ? null : aKnown(expiresOn, { at: readAgainAt, source: 'typed' });
      await put.each([domain], () => ({ expiresOn: known }));
      return one(find(domain));
    },
    archive: ({ accountId, domains, archived, edit }) =>
      of(accountId, edit).put.each(domains, () => ({ archivedAt: archived ? readAgainAt : null })),
    remove: ({ accountId, domains, edit }) => of(accountId, edit).put.away(domains),
  };
}

/** All that there was before an edit, put back whole: what counts here is what the page asks. */
function revertible<T>(put: (back: readonly T[], now: readonly T[]) => void) {
  const edits = new Map<string, { readonly of: () => readonly T[]; other: readonly T[] }>();
  return {
    remember: (edit: string | undefined, of: () => readonly T[]): void => {
      if (edit !== undefined && !edits.has(edit)) edits.set(edit, { of, other: of() });
    },
    revert: ({ edit }: Input<'domains', 'revert'>): Promise<Result<Output<'domains', 'revert'>>> => {
      const found = edits.get(edit);
      if (found === undefined)
        return Promise.resolve(
          fail({ kind: 'invalid-input', field: 'edit', reason: 'This can no longer be undone.' }),
        );
      const [back, now] = [found.other, found.of()];
      found.other = now;
      put(back, now);
      return answer({ changed: 1, kept: 0 });
    },
  };
}

const one = (domain: Domain | undefined): Promise<Result<Domain>> =>
  domain === undefined
    ? Promise.resolve(fail({ kind: 'invalid-input', field: 'domain', reason: 'Not in the portfolio' }))
    : answer(domain);

/** An account's domains, and how they are changed and told of. */
function shelfOf(world: FakeWorld, tell: Tell, accountId: string) {
  const isMine = (domain: Domain) => domain.accountId === accountId;
  const mine = () => world.domains.filter(isMine);
  const find = (name: string) => mine().find((domain) => domain.name === name);
  const say = (domains: Domain[], removed: readonly string[] = []) =>
    tell('domains.changed', { accountId, domains, removed: [...removed] });

  function each(names: readonly string[], change: (domain: Domain) => Partial<Domain>) {
    const wanted = new Set(names);
    world.domains = world.domains.map((domain) =>
      isMine(domain) && wanted.has(domain.name) ? { ...domain, ...change(domain) } : domain,
    );
    say(mine().filter(({ name }) => wanted.has(name)));
    return answer({});
  }

  function away(names: readonly string[]) {
    world.domains = world.domains.filter((domain) => !isMine(domain) || !names.includes(domain.name));
    say([], names);
    return answer({});
  }

  function addNew(text: string, tags: Input<'domains', 'add'>['tags']): Added {
    const addition = addedOf(text, (name) => find(name));
    const fresh = addition.added.map((name) =>
      anUnreadDomain(name, { accountId, tags: [...tags], addedAt: readAgainAt }),
    );
    world.domains = [...world.domains, ...fresh];
    say(fresh);
    if (addition.restored.length > 0) void each(addition.restored, () => ({ archivedAt: null }));
    return addition;
  }

  return { mine, find, put: { each, away, new: addNew } };
}

/** What a name may look like is main's to say; here only a missing TLD and an underscore are refused. */
function addedOf(text: string, find: (name: string) => Domain | undefined): Added {
  const addition = {
    added: [] as string[],
    already: [] as string[],
    restored: [] as string[],
    shortened: [],
    refused: [] as Added['refused'][number][],
  };
  for (const [index, line] of text.split('\n').entries()) {
    for (const word of line.split(/[\s,;]+/).filter((part) => part !== '')) {
      const name = word.toLowerCase();
      const known = find(name);
      const reason = refusalOf(name);
      if (reason !== null) addition.refused.push({ line: index + 1, text: word, reason });
      else if (known === undefined) addition.added.push(name);
      else (known.archivedAt === null ? addition.already : addition.restored).push(name);
    }
  }
  return addition;
}

function refusalOf(name: string): string | null {
  if (name.includes('_')) return 'A name has no underscores';
  return name.includes('.') ? null : 'The TLD is missing';
}

function readings(tell: Tell): Pick<Client['domains'], 'readAgain' | 'readRegistry' | 'cancelReading'> {
  const begun = new Map<string, Reading>();
  /** Nothing goes on by itself: a test tells how far it is. */
  function begin(accountId: string, domains: readonly string[], more: Partial<Reading> = {}) {
    const id = `00000000-0000-4000-9100-${String(begun.size + 1).padStart(12, '0')}`;
    const reading = {
      id,
      accountId,
      total: domains.length,
      done: 0,
      notShown: 0,
      notRead: 0,
      isFinished: false,
      error: null,
      ...more,
    };
    begun.set(id, reading);
    tell('domains.reading', reading);
    return answer(reading);
  }
  return {
    readAgain: ({ accountId, domains }) => begin(accountId, domains),
    readRegistry: ({ accountId, domains }) => begin(accountId, domains, { isOfRegistry: true }),
    cancelReading({ id }) {
      const reading = begun.get(id);
      if (reading !== undefined)
        tell('domains.reading', { ...reading, isFinished: true, error: { kind: 'cancelled' } });
      return answer({});
    },
  };
}

type Children = Pick<
  Client['domains'],
  'readContacts' | 'history' | 'children' | 'setChild' | 'forgetChild' | 'usersOf'
>;

function children(world: FakeWorld): Children {
  let known: readonly Output<'domains', 'children'>['children'][number][] = [];
  const below = (domain: string) => ({
    children: known.filter(({ host }) => host.endsWith(`.${domain}`)),
  });
  return {
    readContacts: () =>
      answer({
        readAt: readAgainAt,
        roles: [
          {
            name: 'Registrant',
            isWritable: true,
            fields: [
              { name: 'Contact_Name', value: 'Robin Example', isText: true },
              { name: 'Company_Name', value: 'Northwind Hosting', isText: true },
              { name: 'Country', value: 'DE', isText: true },
              { name: 'Email', value: 'robin@northwind.example', isText: true },
            ],
          },
        ],
        answer: '{}',
      }),
    history: ({ domain }) => answer({ events: world.events.get(domain) ?? [] }),
    children: ({ domain }) => answer(below(domain)),
    setChild({ domain, host, addresses }) {
      known = [
        ...known.filter((child) => child.host !== host),
        { host, addresses, at: readAgainAt, source: 'typed' },
      ];
      return answer(below(domain));
    },
    forgetChild({ domain, host }) {
      known = known.filter((child) => child.host !== host);
      return answer(below(domain));
    },
    usersOf: ({ host }) =>
      answer({
        domains: world.domains
          .filter(({ nameservers }) => nameservers?.value.includes(host) === true)
          .map(({ name }) => name),
      }),
  };
}

const fakeKeptTextsAnswer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));
const savedAt = '2026-11-21T09:00:00.000Z';

/** Templates and drafts in memory. */
const keptTextAnswers = (
  world: FakeWorld,
): Pick<Client, 'templates' | 'drafts' | 'lastOrders' | 'clients'> => ({
  clients: clients(world),
  templates: templates(world),
  drafts: drafts(),
  lastOrders: lastOrders(world),
});

/** Clients with their templates; `domains` counts those of the world. */
function clients(world: FakeWorld): Client['clients'] {
  const { remember, revert } = revertible<FakeWorld['clients'][number]>((back) => {
    world.clients = back;
  });
  const templatesOf = (name: string) =>
    world.clients.find((client) => client.name === name) ?? { name, contact: null, nameservers: null };
  const names = () => [
    ...new Set(
      [...world.domains, ...world.clients.map(({ name }) => ({ client: name }))].map((of) => of.client),
    ),
  ];
  return {
    revert,
    list: () =>
      answer({
        clients: names()
          .filter((name) => name !== '')
          .toSorted()
          .map((name) => ({
            ...templatesOf(name),
            domains: world.domains.filter(({ client }) => client === name).length,
          })),
      }),
    save({ edit, ...changes }) {
      remember(edit, () => world.clients);
      const client = { ...templatesOf(changes.name), ...changes };
      world.clients = [...world.clients.filter(({ name }) => name !== client.name), client];
      return answer({});
    },
    ofDomains({ of }) {
      const found = new Set(
        world.domains
          .filter((one) =>
            of.some(({ accountId, domains }) => one.accountId === accountId && domains.includes(one.name)),
          )
          .map(({ client }) => client),
      );
      const [name = ''] = found;
      return answer({ client: found.size === 1 && name !== '' ? templatesOf(name) : null });
    },
  };
}

function templates(world: FakeWorld): Client['templates'] {
  const { remember, revert } = revertible<Template>((back) => {
    world.templates = back;
  });
  const of = () => world.templates;
  return {
    revert,
    list: () => fakeKeptTextsAnswer({ templates: [...world.templates] }),
    save({ id, name, body, edit }) {
      remember(edit, of);
      const number = String(world.templates.length + 1).padStart(12, '0');
      const template: Template = { id: id ?? `00000000-0000-4000-9200-${number}`, name, ...body };
      world.templates = [...world.templates.filter((other) => other.id !== template.id), template];
      return fakeKeptTextsAnswer(template);
    },
    remove({ id, edit }) {
      remember(edit, of);
      world.templates = world.templates.filter((template) => template.id !== id);
      return fakeKeptTextsAnswer({});
    },
  };
}

interface Draft {
  readonly accountId: string;
  readonly domain: string;
  readonly kind: ChangeFamily;
  readonly body: string;
}

function lastOrders({ lastOrders: stored }: FakeWorld): Client['lastOrders'] {
  return {
    read({ accountId }) {
      const body = stored.get(accountId);
      return fakeKeptTextsAnswer({ order: body === undefined ? null : { body, savedAt } });
    },
    save({ accountId, body }) {
      stored.set(accountId, body);
      return fakeKeptTextsAnswer({});
    },
    forget({ accountId }) {
      stored.delete(accountId);
      return fakeKeptTextsAnswer({});
    },
  };
}

function drafts(): Client['drafts'] {
  let kept: readonly Draft[] = [];
  const isAt = (place: Omit<Draft, 'body'>) => (draft: Draft) =>
    draft.accountId === place.accountId && draft.domain === place.domain && draft.kind === place.kind;
  const without = (place: Omit<Draft, 'body'>) => kept.filter((draft) => !isAt(place)(draft));
  return {
    read(place) {
      const draft = kept.find(isAt(place));
      return fakeKeptTextsAnswer({
        body: draft?.body ?? null,
        savedAt: draft === undefined ? null : savedAt,
      });
    },
    save(draft) {
      kept = [...without(draft), draft];
      return fakeKeptTextsAnswer({});
    },
    remove(place) {
      kept = without(place);
      return fakeKeptTextsAnswer({});
    },
    list: ({ accountId }) =>
      fakeKeptTextsAnswer({
        drafts: kept
          .filter((draft) => draft.accountId === accountId)
          .map(({ domain, kind }) => ({ domain, kind, savedAt })),
      }),
  };
}
