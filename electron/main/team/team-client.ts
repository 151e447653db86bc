import { z } from 'zod';
import type {
  TeamChange,
  TeamClaim,
  TeamPlace,
  TeamPreview,
  TeamStatus,
  TeamTrouble,
} from '#shared/domain/team-view.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { Input } from '#shared/routes.ts';
import type { Vault } from '../accounts/vault.ts';
import { createMutex } from '../system/queue.ts';
import type { Secret } from '../system/secret.ts';
import { type AboutTeam, createTeamConnection, type TeamConnection, type TeamTarget } from './connection.ts';
import { entryOf, follow, type FollowDeps, type Followed, statusOf } from './following.ts';
import {
  type Answer,
  changesOf,
  claimsOf,
  excluded,
  invited,
  peopleOf,
  type Refused,
  refused,
  released,
  troubleOf,
} from './people-and-claims.ts';
import { setUpTeam } from './schema.ts';
import { parseTeamUrl, textOfTeamUrl } from './team-url.ts';

/** The team as the window works with it: set up, joined, followed and left. */
export interface TeamClient {
  /** Follows the team that is joined; does nothing where there is none, or where it does so already. */
  readonly start: () => Promise<void>;
  readonly status: () => Promise<Result<TeamStatus | null>>;
  readonly preview: (place: TeamPlace, password: Secret) => Promise<Result<Answer<'preview'>>>;
  readonly init: (place: TeamPlace, password: Secret, name: string) => Promise<Result<Answer<'init'>>>;
  readonly join: (ticket: string) => Promise<Result<Answer<'join'>>>;
  readonly leave: () => Promise<Result<Answer<'leave'>>>;
  readonly people: () => Promise<Result<Answer<'people'>>>;
  /** @returns The person's password, which is stored nowhere. */
  readonly invite: (asked: Input<'team', 'invite'>) => Promise<Secret | Refused>;
  readonly exclude: (name: string) => Promise<Result<Answer<'exclude'>>>;
  /** Open claims of others. Empty where the database does not answer. */
  readonly claims: () => Promise<readonly TeamClaim[]>;
  readonly changes: (domain: string | null) => Promise<Result<readonly TeamChange[]>>;
  readonly release: (asked: Input<'team', 'release'>) => Promise<Result<Answer<'release'>>>;
  readonly close: () => Promise<void>;
}

export interface TeamClientDeps extends FollowDeps {
  readonly vault: Pick<Vault, 'read' | 'write' | 'remove'>;
  /** The logins of this workspace: user and address. */
  readonly logins: () => Promise<Result<readonly string[]>>;
  /** Whether changes of this workspace are still open at the team, or wait to be reported to it. */
  readonly isUnfinished: () => Promise<Result<boolean>>;
  /** A team was joined or left. */
  readonly onMembership: () => Promise<void>;
  readonly newId: () => string;
}

interface Prepared {
  readonly ticket: string;
  readonly place: TeamPlace;
  readonly password: Secret;
  readonly about: AboutTeam;
}

export function createTeamClient(deps: TeamClientDeps): TeamClient {
  const { store, inTurn } = { store: deps.workspace.team, inTurn: createMutex() };
  let followed: Followed | null = null;
  const preparing = createPreparing(deps);

  async function start(): Promise<void> {
    const membership = await store.read();
    if (!membership.ok || membership.value === null || followed !== null) return;
    followed = follow(deps, membership.value);
  }

  async function stop(): Promise<void> {
    const before = followed;
    followed = null;
    before?.ended.abort();
    await before?.connection.close();
  }

  /** Work on the connection of the team that is joined. */
  async function within<T>(work: (of: Followed) => Promise<T>): Promise<T | Refused> {
    await inTurn(start);
    return followed === null ? refused('not-joined') : await work(followed);
  }

  async function join(ticket: string): Promise<Result<Answer<'join'>>> {
    const prepared = preparing.take(ticket);
    if (prepared === null) return ok(refused('expired'));
    const joined = await stored(deps, prepared);
    if (!joined.ok || joined.value.kind === 'refused') return joined;
    preparing.forget();
    await deps.onMembership();
    await start();
    deps.onChange(true);
    return joined;
  }

  async function leave(): Promise<Result<Answer<'leave'>>> {
    const membership = await store.read();
    if (!membership.ok) return membership;
    if (membership.value === null) return ok(refused('not-joined'));
    const unfinished = await deps.isUnfinished();
    if (!unfinished.ok) return unfinished;
    if (unfinished.value) return ok(refused('unfinished'));
    await stop();
    const left = await store.leave();
    if (!left.ok) return left;
    // A keychain that is locked keeps an entry that nothing refers to any longer.
    await deps.vault.remove(entryOf(membership.value));
    await deps.onMembership();
    deps.onChange(true);
    return ok({ kind: 'left' });
  }

  return {
    start: () => inTurn(start),
    async status() {
      const membership = await store.read();
      return mapOk(membership, (joined) => (joined === null ? null : statusOf(joined, followed)));
    },
    preview: (place, password) => preparing.prepare(place, password, null),
    init: (place, password, name) => preparing.prepare(place, password, name),
    join: (ticket) => inTurn(() => join(ticket)),
    leave: () => inTurn(leave),
    people: async () => ok(await within(peopleOf)),
    invite: (asked) => within((of) => invited(of, asked)),
    exclude: async (name) => ok(await within((of) => excluded(of, name))),
    async claims() {
      const listed = await within(claimsOf);
      return 'kind' in listed ? [] : listed;
    },
    changes: (domain) => changesOf(store, domain),
    release: async (asked) => ok(await within((of) => released(of, asked))),
    async close() {
      preparing.forget();
      await inTurn(stop);
    },
  };
}

/** Writes the membership, and the password to the keychain. */
async function stored(deps: TeamClientDeps, prepared: Prepared): Promise<Result<Answer<'join'>>> {
  const { team: store } = deps.workspace;
  const { place, password, about } = prepared;
  const before = await store.read();
  if (!before.ok) return before;
  if (before.value !== null) return ok(refused('joined-already'));
  const deskId = deps.newId();
  const written = await deps.vault.write(entryOf({ deskId }), password);
  if (!written.ok) return written;
  const joinedAt = deps.now().toISOString();
  const joined = await store.join({ ...place, teamId: about.team, name: about.name, deskId, joinedAt });
  if (!joined.ok || !joined.value.joined) {
    await deps.vault.remove(entryOf({ deskId }));
    return joined.ok ? ok(refused('joined-already')) : joined;
  }
  return ok({ kind: 'joined' });
}

/** What may be joined: asked for, shown to a person, and kept with its password until it is joined or another is asked for. */
function createPreparing(deps: TeamClientDeps) {
  let prepared: Prepared | null = null;
  return {
    /** @param setUpAs The name of the team that is made before; null where there is one. */
    async prepare(
      place: TeamPlace,
      password: Secret,
      setUpAs: string | null,
    ): Promise<Result<TeamPreview | Refused>> {
      prepared = null;
      const url = parseTeamUrl(place.url);
      if (!url.ok) return ok(refused('address'));
      const target: TeamTarget = { ...place, url: url.value, password: () => Promise.resolve(ok(password)) };
      const connection = createTeamConnection({ target, timer: deps.timer });
      try {
        const trouble = setUpAs === null ? null : await setUp(connection, setUpAs);
        if (trouble !== null) return ok(refused(trouble));
        const shown = await previewOf(deps, connection);
        if (!shown.ok || 'kind' in shown.value) return shown as Result<Refused>; // All that it can be, but for the preview.
        const { about, preview } = shown.value;
        const at = { ...place, url: textOfTeamUrl(url.value) };
        prepared = { ticket: preview.ticket, place: at, password, about };
        return ok(preview);
      } finally {
        await connection.close();
      }
    },
    take: (ticket: string): Prepared | null => (prepared?.ticket === ticket ? prepared : null),
    forget: () => void (prepared = null),
  };
}

async function setUp(connection: TeamConnection, name: string): Promise<TeamTrouble | null> {
  const made = await connection.script((client) => setUpTeam(client, name));
  return made.ok ? setUpTroubles[made.value.kind] : troubleOf(made.error);
}

async function previewOf({ logins, newId }: TeamClientDeps, connection: TeamConnection) {
  const about = await connection.about();
  if (!about.ok) return ok(refused(troubleOf(about.error)));
  const counted = await connection.query(
    'SELECT count(*)::integer AS count FROM namedesk.people WHERE excluded_at IS NULL',
  );
  if (!counted.ok) return ok(refused(troubleOf(counted.error)));
  const people = z.object({ count: z.int() }).parse(counted.value[0]).count;
  const { name, role, seq } = about.value;
  return mapOk(await logins(), (own) => {
    const preview: TeamPreview = {
      kind: 'ready',
      ticket: newId(),
      ...{ name, role, people, entries: seq, logins: own },
    };
    return { about: about.value, preview };
  });
}

const setUpTroubles = {
  made: null,
  upgraded: null,
  current: 'has-team',
  newer: 'newer-schema',
  'old-server': 'old-server',
  'not-allowed': 'not-allowed',
} as const satisfies Readonly<Record<string, TeamTrouble | null>>;
