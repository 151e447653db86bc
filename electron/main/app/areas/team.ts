import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { mapOk, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { Vault } from '../../accounts/vault.ts';
import type { Services } from '../../services/services.ts';
import type { Logger } from '../../system/log.ts';
import type { TeamClient } from '../../team/team-client.ts';
import type { HandlerDeps } from '../handler-deps.ts';

/** The way to the team: its code is loaded by whoever opens it first. */
export interface TeamDoor {
  readonly open: () => Promise<TeamClient>;
  readonly close: () => Promise<void>;
}

interface TeamDoorDeps extends Pick<Services, 'workspace' | 'accounts'> {
  readonly vault: Vault;
  readonly announce: HandlerDeps['announce'];
  readonly log: Logger;
}

export function createTeamDoor({ workspace, accounts, vault, announce, log }: TeamDoorDeps): TeamDoor {
  let opened: Promise<TeamClient> | null = null;

  async function load(): Promise<TeamClient> {
    const { createTeamClient } = await import('../../team/team-client.ts');
    return createTeamClient({
      workspace,
      vault,
      logins: async () =>
        mapOk(await accounts.list(), ({ accounts: all }) =>
          all
            .filter(({ kind }) => kind !== 'practice')
            .map(({ username, baseUrl }) => `${username} · ${baseUrl}`),
        ),
      isUnfinished: () => Promise.resolve(ok(false)),
      onMembership: () => Promise.resolve(),
      onChange: (isNews) => announce('team.changed', { isNews }),
      onBug: (thrown) => void log.bug(thrown),
      timer: {
        nowMs: () => performance.now(),
        sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
      },
      now: () => new Date(),
      newId: randomUUID,
    });
  }

  return {
    open: () => (opened ??= load()),
    close: async () => (await opened)?.close(),
  };
}

type TeamHandlersDeps = Pick<
  HandlerDeps,
  'workspace' | 'teamClient' | 'askForFile' | 'askForPassword' | 'showPassword'
>;

export function createTeamHandlers(deps: TeamHandlersDeps): Handlers['team'] {
  const { workspace, teamClient, askForFile, askForPassword, showPassword } = deps;

  /** Alone, the code for a team is not loaded to say so. */
  async function whereJoined() {
    const membership = await workspace.team.read();
    return membership.ok && membership.value === null ? null : await teamClient();
  }

  return {
    async status() {
      const team = await whereJoined();
      await team?.start();
      return team === null ? ok({ team: null }) : mapOk(await team.status(), (status) => ({ team: status }));
    },
    chooseCaFile: async () => ok({ path: await askForFile('authority') }),
    async preview(place) {
      const password = await askForPassword(whereOf(place));
      if (password === null) return ok({ kind: 'cancelled' });
      return await (await teamClient()).preview(place, password);
    },
    async init({ name, ...place }) {
      const password = await askForPassword(whereOf(place));
      if (password === null) return ok({ kind: 'cancelled' });
      return await (await teamClient()).init(place, password, name);
    },
    join: async ({ ticket }) => (await teamClient()).join(ticket),
    leave: async () => (await teamClient()).leave(),
    people: async () => (await teamClient()).people(),
    async invite(asked) {
      const invited = await (await teamClient()).invite(asked);
      if ('kind' in invited) return ok(invited);
      return ok({ kind: 'invited', isShown: await showPassword(asked.name, invited) });
    },
    exclude: async ({ name }) => (await teamClient()).exclude(name),
    async claims() {
      const team = await whereJoined();
      return ok({ claims: team === null ? [] : [...(await team.claims())] });
    },
    async changes({ domain }) {
      const membership = await workspace.team.read();
      // Of a team that was left, its entries are still there, of a domain that has some.
      if (membership.ok && membership.value === null && domain === null) return ok({ changes: [] });
      return mapOk(await (await teamClient()).changes(domain), (changes) => ({ changes: [...changes] }));
    },
    release: async (asked) => (await teamClient()).release(asked),
  };
}

/** "ada at db.example": as much of the address as tells it from another. */
function whereOf({ url, user }: { readonly url: string; readonly user: string }): string {
  return `${user} at ${URL.canParse(url) ? new URL(url).host : url}`;
}
