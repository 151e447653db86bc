import { z } from 'zod';
import { domainText, instant, nothing } from '#shared/areas/common-schemas.ts';
import { teamAsks, teamPerson, teamPlace } from '#shared/areas/team.ts';
import { ok } from '#shared/result.ts';
import { action, inWindow } from '../action.ts';
import type { InWindow } from '../app/in-window.ts';

/**
 * Null where no team is joined: then the code for one is not loaded to say so. One that was loaded is asked all the same, so that it does
 * not follow a team that a command line has left.
 */
async function openedWhereJoined({ workspace, teamView }: InWindow) {
  return workspace.team.read() === null ? await teamView.loaded() : await teamView.open();
}

/** "ada at db.example": as much of the address as tells it from another. */
const whereOf = ({ url, user }: { readonly url: string; readonly user: string }): string =>
  `${user} at ${URL.canParse(url) ? new URL(url).host : url}`;

const cancelled = { kind: 'cancelled' } as const;
const notJoined = { kind: 'refused', why: 'not-joined' } as const;

/** A team on a database. Alone, nothing here loads the code for it. */
export const team = {
  /** Null where no team is joined. */
  status: inWindow(nothing, async (on) => {
    const view = await openedWhereJoined(on);
    return ok({ team: view === null ? null : await view.status() });
  }),
  /** Asks for the file of a certificate authority; null if the dialog was cancelled. */
  chooseCaFile: inWindow(nothing, async (on) => ok({ path: await on.askForFile('authority') })),
  /** Asks for the password in a window of its own, and the database for what would be joined. Changes nothing. */
  preview: inWindow(teamPlace, async (on, place) => {
    const password = await on.askForPassword(whereOf(place));
    return password === null ? ok(cancelled) : (await on.teamView.open()).preview(place, password);
  }),
  /** Makes the team in an empty database, with a password that is asked for as above; joining it is another step. */
  init: inWindow(teamPlace.extend({ name: z.string().min(1).max(80) }), async (on, { name, ...place }) => {
    const password = await on.askForPassword(whereOf(place));
    return password === null ? ok(cancelled) : (await on.teamView.open()).init(place, password, name);
  }),
  /** Joins what a preview has shown. */
  join: inWindow(z.object({ ticket: z.uuid() }), async (on, { ticket }) =>
    (await on.teamView.open()).join(ticket),
  ),
  /** What is stored here of the team's journal stays. */
  leave: inWindow(nothing, async (on) => (await on.teamView.open()).leave()),
  people: inWindow(nothing, async (on) => ok(await (await on.teamView.open()).people())),
  /**
   * Makes a person, or gives one another role and a new password, which is shown once, in a window of its own. `isShown`: it could be
   * opened.
   */
  invite: inWindow(teamAsks.invite, async (on, asked) => {
    const invited = await (await on.teamView.open()).invite(asked);
    if (!invited.ok) return invited;
    if ('kind' in invited.value) return ok(invited.value);
    return ok({ kind: 'invited', isShown: await on.showPassword(asked.name, invited.value) } as const);
  }),
  /** Takes away the way in and ends what is open of it; `open`: sessions that could not be ended. */
  exclude: inWindow(teamPerson.pick({ name: true }), async (on, { name }) =>
    (await on.teamView.open()).exclude(name),
  ),
  /** Sets one's own password, which is asked for in a window of its own. */
  changePassword: inWindow(nothing, async (on) => {
    const membership = on.workspace.team.read();
    if (membership === null) return ok(notJoined);
    const next = await on.askForPassword(whereOf(membership), true);
    return next === null ? ok(cancelled) : (await on.teamView.open()).changePassword(next);
  }),
  /** What the database did not take of what became of this workspace's changes. */
  refused: action(nothing, (on) => ok({ outcomes: on.workspace.teamOutbox.refusedOnes() })),
  /** Asks the database once more to take it. */
  offerAgain: action(nothing, async (on) => {
    const [first] = on.workspace.teamOutbox.refusedOnes();
    on.workspace.teamOutbox.offerAgain();
    // Whatever waits is delivered with it.
    if (first !== undefined) await on.referee.referee.settle(first.changeId);
    return ok({});
  }),
  claims: inWindow(nothing, async (on) => {
    const view = await openedWhereJoined(on);
    return ok({ claims: view === null ? [] : await view.claims() });
  }),
  /** What colleagues did to a domain, the newest first: also of a team that was left, as what was seen of it is still here. */
  changes: action(z.object({ domain: domainText }), (on, of) =>
    ok({ changes: on.workspace.team.changesOf(of) }),
  ),
  /**
   * What others have edited of a domain last, and the texts that do not stand any more: another edit has replaced them, or they came
   * too late. The newest first.
   */
  edits: inWindow(teamAsks.edits, async (on, of) => {
    const view = await openedWhereJoined(on);
    return ok(view === null ? { edits: [], replaced: [] } : await view.edits(of));
  }),
  /** Domains that colleagues have removed, and that stay here until this person has said so (T7). */
  removals: action(nothing, (on) => ok({ removals: on.workspace.teamFacts.removals() })),
  /** Removes them here too, or keeps them, for everybody: what was shown, up to `seq`. */
  settleRemovals: action(teamAsks.settleRemovals, (on, asked) => on.feed.settleRemovals(asked)),
  work: inWindow(nothing, async (on) => {
    const view = await openedWhereJoined(on);
    return view === null ? ok(notJoined) : view.work();
  }),
  /** An admin's. It is an entry of the journal. */
  setLimits: inWindow(teamAsks.setLimits, async (on, limits) => (await on.teamView.open()).setLimits(limits)),
  /**
   * Asks for an approval of what is ready of a reviewed batch, under the digest that was reviewed, in place of what was asked of it before.
   * It is sent under the approval alone then, by this desk. Nothing is sent.
   */
  askApproval: inWindow(teamAsks.askApproval, async (on, asked) =>
    (await on.teamView.open()).askApproval(asked),
  ),
  approvalNames: inWindow(teamAsks.approvalNames, async (on, of) =>
    (await on.teamView.open()).approvalNames(of),
  ),
  /** Approves or refuses a colleague's request as it was shown, or withdraws one's own. To refuse takes a reason. */
  decide: inWindow(teamAsks.decide, async (on, asked) => (await on.teamView.open()).decide(asked)),
  /** Which colleagues did something, and what has taken effect since an instant: of each and each kind, of how many domains. */
  done: action(z.object({ since: instant }), (on, asked) => ok(on.workspace.team.done(asked))),
  /** After the database was moved or put back: an admin says that every desk has told it again what it has sent. */
  acceptServer: inWindow(nothing, async (on) => (await on.teamView.open()).acceptServer()),
  /**
   * Frees a claim that was sent, or all that its person has sent and not settled, by what was found at the provider, with a reason; each is
   * an entry of the journal. `stopped`: why no more than `count` of them were released.
   */
  release: inWindow(teamAsks.release, async (on, asked) => (await on.teamView.open()).release(asked)),
};
