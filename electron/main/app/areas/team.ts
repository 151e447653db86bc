import { mapOk, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { HandlerDeps } from '../handler-deps.ts';

type TeamHandlersDeps = Pick<
  HandlerDeps,
  'workspace' | 'teamView' | 'feed' | 'referee' | 'askForFile' | 'askForPassword' | 'showPassword'
>;

/**
 * Null where no team is joined: then the code for one is not loaded to say so. One that was loaded is asked all the same, so that it does
 * not follow a team that a command line has left.
 */
const openedWhereJoined =
  ({ workspace, teamView }: Pick<HandlerDeps, 'workspace' | 'teamView'>) =>
  async () => {
    const membership = await workspace.team.read();
    return membership.ok && membership.value === null ? await teamView.loaded() : await teamView.open();
  };

export function createTeamHandlers(deps: TeamHandlersDeps): Handlers['team'] {
  const { workspace, feed, referee, askForFile, askForPassword, showPassword } = deps;
  const teamView = deps.teamView.open;
  const whereJoined = openedWhereJoined(deps);

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
    async changePassword() {
      const membership = await workspace.team.read();
      if (!membership.ok) return membership;
      if (membership.value === null) return ok({ kind: 'refused', why: 'not-joined' });
      const next = await askForPassword(whereOf(membership.value), true);
      return next === null ? ok({ kind: 'cancelled' }) : await (await teamView()).changePassword(next);
    },
    refused: async () =>
      mapOk(await workspace.teamOutbox.refusedOnes(), (outcomes) => ({ outcomes: [...outcomes] })),
    async offerAgain() {
      const before = await workspace.teamOutbox.refusedOnes();
      if (!before.ok) return before;
      const offered = await workspace.teamOutbox.offerAgain();
      // Whatever waits is delivered with it.
      const [first] = before.value;
      if (offered.ok && first !== undefined) await referee.referee.settle(first.changeId);
      return mapOk(offered, () => ({}));
    },
    async claims() {
      const view = await whereJoined();
      return view === null ? ok({ claims: [] }) : mapOk(await view.claims(), (claims) => ({ claims }));
    },
    // Also of a team that was left: what was seen of it is still here.
    changes: async ({ domain }) =>
      mapOk(await workspace.team.changesOf({ domain }), (changes) => ({ changes: [...changes] })),
    done: (asked) => workspace.team.done(asked),
    async edits(of) {
      const view = await whereJoined();
      return view === null ? ok({ edits: [], replaced: [] }) : await view.edits(of);
    },
    release: async (asked) => (await teamView()).release(asked),
    acceptServer: async () => (await teamView()).acceptServer(),
    removals: async () => mapOk(await workspace.teamFacts.removals(), (removals) => ({ removals })),
    settleRemovals: feed.settleRemovals,
    async work() {
      const view = await whereJoined();
      return view === null ? ok({ kind: 'refused', why: 'not-joined' }) : await view.work({});
    },
    setLimits: async (asked) => (await teamView()).setLimits(asked),
    askApproval: async (asked) => (await teamView()).askApproval(asked),
    approvalNames: async (of) => (await teamView()).approvalNames(of),
    decide: async (asked) => (await teamView()).decide(asked),
  };
}

/** "ada at db.example": as much of the address as tells it from another. */
function whereOf({ url, user }: { readonly url: string; readonly user: string }): string {
  return `${user} at ${URL.canParse(url) ? new URL(url).host : url}`;
}
