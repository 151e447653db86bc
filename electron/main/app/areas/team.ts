import { mapOk, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { HandlerDeps } from '../handler-deps.ts';

type TeamHandlersDeps = Pick<
  HandlerDeps,
  'workspace' | 'teamView' | 'askForFile' | 'askForPassword' | 'showPassword'
>;

export function createTeamHandlers(deps: TeamHandlersDeps): Handlers['team'] {
  const { workspace, teamView, askForFile, askForPassword, showPassword } = deps;

  /** Null where no team is joined: then the code for one is not loaded to say so. */
  async function whereJoined() {
    const membership = await workspace.team.read();
    return membership.ok && membership.value === null ? null : await teamView();
  }

  return {
    async status() {
      const view = await whereJoined();
      return view === null ? ok({ team: null }) : mapOk(await view.status(), (team) => ({ team }));
    },
    chooseCaFile: async () => ok({ path: await askForFile('authority') }),
    async preview(place) {
      const password = await askForPassword(whereOf(place));
      if (password === null) return ok({ kind: 'cancelled' });
      return await (await teamView()).preview(place, password);
    },
    async init({ name, ...place }) {
      const password = await askForPassword(whereOf(place));
      if (password === null) return ok({ kind: 'cancelled' });
      return await (await teamView()).init(place, password, name);
    },
    join: async ({ ticket }) => (await teamView()).join(ticket),
    leave: async () => (await teamView()).leave(),
    people: async () => (await teamView()).people(),
    async invite(asked) {
      const invited = await (await teamView()).invite(asked);
      if (!invited.ok) return invited;
      if ('kind' in invited.value) return ok(invited.value);
      return ok({ kind: 'invited', isShown: await showPassword(asked.name, invited.value) });
    },
    exclude: async ({ name }) => (await teamView()).exclude(name),
    async claims() {
      const view = await whereJoined();
      return view === null ? ok({ claims: [] }) : mapOk(await view.claims(), (claims) => ({ claims }));
    },
    async changes({ domain }) {
      // Of a team that was left, its entries are still here.
      const left = domain === null ? ok([]) : await workspace.team.ofDomain({ domain, limit: 1 });
      const view = left.ok && left.value.length > 0 ? await teamView() : await whereJoined();
      return view === null
        ? ok({ changes: [] })
        : mapOk(await view.changes(domain), (changes) => ({ changes }));
    },
    async edits(of) {
      const view = await whereJoined();
      return view === null ? ok({ edits: [], replaced: [] }) : await view.edits(of);
    },
    release: async (asked) => (await teamView()).release(asked),
    async work() {
      const view = await whereJoined();
      return view === null ? ok({ kind: 'refused', why: 'not-joined' }) : await view.work();
    },
    setLimits: async (asked) => (await teamView()).setLimits(asked),
    handOver: async (asked) => (await teamView()).handOver(asked),
    openReview: async ({ id }) => (await teamView()).openReview(id),
    closeReview: async (asked) => (await teamView()).closeReview(asked),
  };
}

/** "ada at db.example": as much of the address as tells it from another. */
function whereOf({ url, user }: { readonly url: string; readonly user: string }): string {
  return `${user} at ${URL.canParse(url) ? new URL(url).host : url}`;
}
