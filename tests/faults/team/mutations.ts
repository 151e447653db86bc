import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { edit, type Mutation } from '../mutations/edit.ts';
import { inMutatedTree } from '../mutations/find.ts';
import type { Action } from './points.ts';
import type { TeamAsked, TeamRun } from './run.ts';

/** A rule of a team, taken out. */
export interface TeamMutation extends Mutation {
  /** What goes wrong in each interleaving then; null where each sort has its turn. */
  readonly action: Action | null;
  /** Found within so many interleavings. */
  readonly within: number;
}

const schema = 'team/schema/team.sql';
const referee = 'team/referee.ts';
const outbox = 'workspace/repositories/team-outbox.ts';

export const teamMutations: readonly TeamMutation[] = [
  {
    name: 'team lease',
    takesOut: 'a lease that has ended frees what is held, and nothing that was sent',
    action: 'lease ends',
    within: 60,
    edits: [
      edit(
        schema,
        "WHERE change_id = found_one.change_id AND attempt = found_one.attempt AND state = 'held' AND until <= clock_timestamp();",
        'WHERE change_id = found_one.change_id AND attempt = found_one.attempt AND until <= clock_timestamp();',
      ),
    ],
  },
  {
    name: 'team mark',
    takesOut: 'the claim is marked as sent before anything is sent',
    action: null,
    within: 10,
    edits: [
      edit(
        referee,
        'markSent: (wanted) => markSent(wanted, true),',
        'markSent: (wanted) => (tickets.size < 0 ? markSent(wanted, true) : Promise.resolve(ok(null))),',
      ),
    ],
  },
  {
    name: 'team unknown commit',
    takesOut: 'a mark whose answer was lost is read back before anything is sent',
    action: 'terminate within',
    within: 60,
    edits: [
      edit(
        referee,
        "if (isUnknown && (await isRead(changeId, ticket, 'sent'))) return ok(null);",
        'if (isUnknown) return ok(null);',
      ),
    ],
  },
  {
    name: 'team outbox',
    takesOut: 'what came of a change is on the disk with the entry of the journal that says it',
    action: 'kill',
    within: 60,
    edits: [
      edit(
        'workspace/journal/write.ts',
        'if (projected !== null) teamClaims.note(changeId, after.change);',
        'if (projected !== null && database.isTransaction === null) teamClaims.note(changeId, after.change);',
      ),
      edit(outbox, 'for (const { id } of claimed.all()) noteOne(id, true);', 'claimed.all();'),
    ],
  },
  {
    name: 'team start',
    takesOut: 'a start notes what an earlier run had claimed and not begun',
    action: 'kill',
    within: 60,
    edits: [edit(outbox, 'for (const { id } of claimed.all()) noteOne(id, true);', 'claimed.all();')],
  },
  {
    name: 'team seen',
    takesOut: 'a claim says which entry of the journal its desk has seen last, and the server has it',
    action: 'old dump',
    within: 100,
    edits: [
      edit(schema, "IF (p -> 'seen' ->> 'seq')::bigint > 0 AND NOT EXISTS (", 'IF false AND NOT EXISTS ('),
    ],
  },
  {
    name: 'team last effect',
    takesOut: 'a claim compares the last change that took effect with the one that was seen',
    action: null,
    within: 60,
    edits: [
      edit(schema, "IF latest ->> 'changeId' IS DISTINCT FROM p ->> 'lastEffect' THEN", 'IF false THEN'),
    ],
  },
  {
    name: 'team charges',
    takesOut: 'of what is charged there is one open change of a name, whatever the account',
    action: null,
    within: 300,
    edits: [
      edit(
        schema,
        'CREATE UNIQUE INDEX one_open_charge ON namedesk.claims (domain, family)',
        'CREATE INDEX one_open_charge ON namedesk.claims (domain, family)',
      ),
    ],
  },
  {
    name: 'team bought',
    takesOut: 'a name that the team has bought is not bought again',
    action: null,
    within: 60,
    edits: [
      edit(
        schema,
        "FROM namedesk.bought(a_domain) c WHERE a_family = 'register'",
        'FROM namedesk.bought(a_domain) c WHERE false',
      ),
    ],
  },
];

/** @returns In which interleaving it was found, from 1, and by what; null where it was not. */
export async function findInTeam(
  mutation: TeamMutation,
  seed: number,
): Promise<{ readonly first: number; readonly says: string } | null> {
  return await inMutatedTree(mutation, async (copy) => {
    const { action, within } = mutation;
    const asked: TeamAsked = { seed, from: 0, below: within, action, worlds: 2, isFirstEnough: true };
    const child = spawn(
      process.execPath,
      [join(copy, 'tests/faults/team/run.ts'), JSON.stringify(asked)],
      // Threads that were built of our own tree are not those of the copy.
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NAMEDESK_BUILT_THREADS: undefined } },
    );
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    const [code] = (await once(child, 'close')) as readonly unknown[];
    if (code !== 0) throw new Error('The interleavings of a mutated tree did not end well');
    const run = JSON.parse(output) as TeamRun; // As run.ts writes it.
    const [says] = run.violations;
    return says === undefined ? null : { first: Number(says.split(':', 1)[0]) + 1, says };
  });
}
