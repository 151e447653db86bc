import type { TeamChange } from '#shared/domain/activity.ts';
import type {
  ApprovalRequest,
  RefusedOutcome,
  TeamClaim,
  TeamDone,
  TeamEdits,
  TeamPerson,
  TeamStatus,
  TeamWork,
} from '#shared/domain/team-view.ts';
import { ok, type Result } from '#shared/result.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import type { Client, Output } from '../../renderer/src/client.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** A team, and what others do in it. */
export interface FakeTeam {
  status: TeamStatus | null;
  people: TeamPerson[];
  claims: TeamClaim[];
  removals: Output<'team', 'removals'>['removals'][number][];
  /** What was decided of them. */
  settled: { readonly by: string; readonly isKept: boolean }[];
  changes: TeamChange[];
  /** Of every domain. */
  edits: TeamEdits;
  work: TeamWork;
  /** Of every request. */
  names: Extract<Output<'team', 'approvalNames'>, { kind: 'names' }>['names'];
  done: TeamDone[];
  refused: RefusedOutcome[];
}

export const noTeamWork: TeamWork = {
  kind: 'work',
  ...{ alonePerDay: null, alone: 0, teamPerDay: null, team: 0 },
  ...{ requests: [], unread: 0 },
};

/** None is joined. */
export const aFakeTeam = (changes: Partial<FakeTeam> = {}): FakeTeam => ({
  ...{ status: null, people: [], claims: [], removals: [], settled: [], changes: [], done: [], refused: [] },
  ...{ edits: { edits: [], replaced: [] }, work: noTeamWork, names: [] },
  ...changes,
});

/** What ben asks for. */
export const anApproval = (changes: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  ...{ batchId: '4f7c4c1e-0000-4000-8000-0000000000b7', by: 'ben', isOwn: false, isHere: false },
  ...{ isCurrent: false, digest: 'a1'.repeat(32), title: 'Renew 2 domains', details: [], domains: 2 },
  ...{ at: '2026-11-21T08:00:00.000Z', until: '2026-11-28T08:00:00.000Z', reason: 'As every year' },
  service: 'reseller@example.com · https://reseller.example/api',
  ...{ isCharged: true, unpriced: 0, sums: [{ amount: '21.00', currency: 'EUR' }] },
  ...{ state: 'waiting', decidedBy: null, decidedReason: null },
  ...changes,
});

export const aTeamStatus = (changes: Partial<TeamStatus> = {}): TeamStatus => ({
  name: 'Northwind',
  url: 'postgresql://db.example:5432/namedesk',
  user: 'ada',
  caFile: null,
  joinedAt: '2026-11-20T09:00:00.000Z',
  role: 'admin',
  checkedAt: '2026-11-21T08:59:50.000Z',
  away: null,
  atWork: ['ada', 'ben'],
  entries: 12,
  skipped: 0,
  isRewritten: false,
  sharing: { state: 'current', domains: 40, foreign: 0, queued: 0, skipped: 0 },
  ...changes,
});

export const aTeamClaim = (changes: Partial<TeamClaim> = {}): TeamClaim => ({
  changeId: '4f7c4c1e-0000-4000-8000-000000000001',
  attempt: 1,
  by: 'ben',
  domain: 'oak.com',
  kind: 'renew',
  state: 'sent',
  since: '2026-11-21T08:58:00.000Z',
  service: 'reseller@example.com · https://reseller.example/api',
  isOwn: false,
  ...changes,
});

export const aTeamChange = (changes: Partial<TeamChange> = {}): TeamChange => ({
  id: '4f7c4c1e-0000-4000-8000-0000000000c1',
  by: 'ben',
  at: '2026-11-21T08:58:00.000Z',
  domain: 'oak.com',
  kind: 'renew',
  state: 'confirmed',
  settledAs: null,
  batchId: null,
  service: 'reseller@example.com · https://reseller.example',
  paid: { by: 'price', amount: '10.99', currency: 'EUR' },
  ...changes,
});

/** A team in memory. */
export const teamAnswers = (world: { team: FakeTeam }, tell: Tell): Pick<Client, 'team'> => ({
  team: {
    status: () => answer({ team: world.team.status }),
    chooseCaFile: () => answer({ path: '/home/robin/authority.pem' }),
    preview: () =>
      answer({
        kind: 'ready',
        ticket: '4f7c4c1e-0000-4000-8000-00000000000a',
        name: 'Northwind',
        role: 'buyer',
        entries: 12,
        logins: ['reseller@example.com · https://reseller.example/api'],
        toShare: { domains: 40, tagged: 6, noted: 3 },
      }),
    init: ({ name }) =>
      answer({
        kind: 'ready',
        ticket: '4f7c4c1e-0000-4000-8000-00000000000b',
        ...{ name, role: 'admin', entries: 0, logins: [], toShare: { domains: 0, tagged: 0, noted: 0 } },
      }),
    join() {
      world.team.status = aTeamStatus();
      tell('team.changed', { isNews: true });
      return answer({ kind: 'joined' });
    },
    leave() {
      world.team.status = null;
      tell('team.changed', { isNews: true });
      return answer({ kind: 'left' });
    },
    people: () => answer({ kind: 'people', people: [...world.team.people] }),
    invite({ name, role }) {
      const invited = {
        name,
        role,
        invitedBy: 'ada',
        invitedAt: '2026-11-21T09:00:00.000Z',
        excludedAt: null,
      };
      world.team.people = [...world.team.people, invited];
      return answer({ kind: 'invited', isShown: true });
    },
    exclude({ name }) {
      world.team.people = world.team.people.filter((one) => one.name !== name);
      return answer({ kind: 'excluded', open: 0 });
    },
    changePassword: () => answer({ kind: 'changed' }),
    refused: () => answer({ outcomes: [...world.team.refused] }),
    offerAgain() {
      world.team.refused = [];
      return answer({});
    },
    claims: () => answer({ claims: [...world.team.claims] }),
    changes: ({ domain }) => answer({ changes: world.team.changes.filter((one) => one.domain === domain) }),
    done: () =>
      answer({
        people: [...new Set(world.team.changes.map(({ by }) => by))],
        done: world.team.done,
      }),
    edits: () => answer(world.team.edits),
    acceptServer() {
      if (world.team.status !== null) world.team.status = { ...world.team.status, away: null };
      tell('team.changed', { isNews: true });
      return answer({ kind: 'accepted' });
    },
    removals: () => answer({ removals: [...world.team.removals] }),
    settleRemovals({ by, isKept }) {
      world.team.removals = world.team.removals.filter((one) => one.by !== by);
      world.team.settled.push({ by, isKept });
      tell('team.changed', { isNews: true });
      return answer({});
    },
    work: () => answer(world.team.work),
    setLimits(limits) {
      world.team.work = { ...world.team.work, ...limits };
      tell('team.changed', { isNews: true });
      return answer({ kind: 'set' });
    },
    askApproval({ batchId, reason }) {
      const asked = anApproval({ batchId, reason, by: 'ada', isOwn: true, isHere: true, isCurrent: true });
      world.team.work = { ...world.team.work, requests: [asked] };
      tell('team.changed', { isNews: true });
      return answer({ kind: 'asked' });
    },
    approvalNames: () => answer({ kind: 'names', names: [...world.team.names] }),
    decide({ batchId, verdict, reason: decidedReason }) {
      const requests = world.team.work.requests.flatMap((one) => {
        if (one.batchId !== batchId) return [one];
        return verdict === 'withdrawn' ? [] : [{ ...one, state: verdict, decidedBy: 'ada', decidedReason }];
      });
      world.team.work = { ...world.team.work, requests };
      tell('team.changed', { isNews: true });
      return answer({ kind: 'decided' });
    },
    release({ changeId, by, isOfAll }) {
      const before = world.team.claims;
      world.team.claims = before.filter((one) => (isOfAll ? one.by !== by : one.changeId !== changeId));
      tell('team.changed', { isNews: true });
      return answer({ kind: 'released', count: before.length - world.team.claims.length, stopped: null });
    },
  },
});
