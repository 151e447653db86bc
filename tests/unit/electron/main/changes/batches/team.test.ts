import { expect } from 'vitest';
import { serviceOf } from '#shared/domain/account.ts';
import { batchSteps } from '../../../../../support/batches/batch-rows.ts';
import { type Batches, domainOf } from '../../../../../support/batches/batch-rows-do.ts';
import { ATeamDatabase } from '../../../../../support/changes/a-team-database.ts';
import { errorLike, type Step, testRows } from '../../../../../support/rows.ts';
import { anAccount, valueOf } from '../../../../../support/workspace/a-workspace.ts';

/** Of each desk, its team, and what ends Ben’s change of a domain. */
const teams = new WeakMap<Batches, ATeamDatabase>();
const ending = new WeakMap<Batches, (outcome: string) => Promise<unknown>>();

const doing: readonly Step<Batches>[] = [
  [
    /^a team$/,
    async (play) => {
      const team = new ATeamDatabase(play.world.time);
      teams.set(play, team);
      await play.world.join(team.connect('Ada'));
    },
  ],
  [
    /^Ben’s (\w+) of (\d) (?:is under way|ends (\S+))$/,
    async (play, kind = '', number = '', outcome) => {
      const service = play.world.kept.teamOutbox.login({ service: serviceOf(anAccount()) });
      const ben = teams.get(play)?.connect('Ben');
      const domain = domainOf(number);
      const of = {
        changeId: crypto.randomUUID(),
        attempt: 1,
        desk: 'd2',
        service,
        domain,
        kind,
        family: kind,
      };
      await ben?.call('claim', { ...of, lastEffect: null, entry: {} });
      await ben?.call('mark_sent', of);
      const end = async (as: string) => await ben?.call('settle', { ...of, outcome: as });
      ending.set(play, end);
      if (outcome !== undefined) await end(outcome);
    },
  ],
  [/^it ends (\S+)$/, (play, outcome = '') => ending.get(play)?.(outcome)],
  [
    /^the database is (away|back)$/,
    (play, is) => Object.assign(teams.get(play) ?? {}, { isDown: is === 'away' }),
  ],
];

const stating: readonly Step<Batches>[] = [
  [
    /^nothing is planned$/,
    async ({ world }) => expect(valueOf(await world.kept.journal.page({ after: 0, limit: 99 }))).toEqual([]),
  ],
  [
    /^waits since now for (.+)$/,
    async (play, error = '') => {
      const waitingFor = (await play.find()).waitingFor as { readonly since?: string } | null; // Of a team that is away.
      expect(waitingFor).toMatchObject(errorLike(error));
      expect(Date.parse(waitingFor?.since ?? '')).toBe(play.world.time.now().getTime() - 120_000);
    },
  ],
];

testRows(
  {
    begin: batchSteps.begin,
    doing: [...doing, ...batchSteps.doing],
    stating: [...stating, ...batchSteps.stating],
  },
  `
G16 a batch excludes what another desk has renewed lately, until a person includes it
  a team; Ben’s renew of 1 ends took-effect; prepare renew of 0 1 2; rows - renewed -; row 1 says done-in-team: by Ben; run
  rows confirmed renewed confirmed; POSTs renew 0 2
G16 a batch excludes what another desk has registered
  a team; Ben’s register of 0 ends took-effect; prepare register of 0 1; rows not-available -
a batch excludes what another desk has under way, before and after its review, and says who has it
  a team; unlocked 0 1 2; Ben’s lock of 0 is under way; prepare lock of 0 1 2; rows open-change - -
  row 0 error claimed-elsewhere by=Ben change=lock state=sent; Ben’s lock of 1 ends uncertain; run; batch done confirmed=1
  row 1 error claimed-elsewhere by=Ben state=uncertain; POSTs writeLock 2
a batch takes in again by a refresh of its review what another desk has not done after all
  a team; unlocked 0 1; Ben’s lock of 0 is under way; prepare lock of 0 1; rows open-change -; it ends had-no-effect; read again; rows - -
a batch waits while the team’s database is away, says since when, plans nothing meanwhile, and goes on by itself
  a team; unlocked 0 1 2; prepare lock of 0 1 2; the database is away; run; batch running; waits since now for team-unavailable away
  POSTs none; nothing is planned; the database is back; pass 10min; batch done confirmed=3; POSTs writeLock 0 1 2
a batch that was read while the team’s database was away is reviewed again before anything is sent
  a team; unlocked 0 1; the database is away; prepare lock of 0 1; batch ready; the database is back; pass 1min; run; batch halted
  waits for changed-since unasked; POSTs none; go on; batch done confirmed=2
`,
);
