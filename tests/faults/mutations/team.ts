import { edit, type Mutation } from './edit.ts';

const referee = 'team/referee.ts';

export const ofTeams: readonly Mutation[] = [
  {
    name: 'T1 marked',
    plot: 'answerLost',
    takesOut: 'what the team’s database did not mark as sent is not sent',
    edits: [
      edit(
        referee,
        "if (asked.ok && asked.value.kind === 'sent') return ok(null);",
        "if (!asked.ok || asked.value.kind === 'sent') return ok(null);",
      ),
    ],
  },
  {
    name: 'T1 away',
    plot: 'databaseAway',
    takesOut: 'a workspace whose team cannot be asked is not one without a team',
    edits: [
      edit(
        'team/open-team.ts',
        'return found.ok ? await ask(found.value ?? localReferee) : found;',
        'return await ask(localReferee);',
      ),
    ],
  },
  {
    name: 'T2 taken',
    plot: 'colleagueAtIt',
    takesOut: 'what another desk has claimed is not sent',
    edits: [
      edit(
        referee,
        "return asked.value.kind === 'held' ? ok(null)",
        "return asked.value.kind !== 'changed' ? ok(null)",
      ),
      edit(
        referee,
        "if (asked.ok && asked.value.kind === 'sent') return ok(null);",
        'if (asked.ok) return ok(null);',
      ),
    ],
  },
  {
    name: 'T3 changed since',
    plot: 'colleagueFirst',
    takesOut: 'a person is asked again where another desk’s change took effect since the review',
    edits: [
      edit(
        referee,
        '    if (asked.ok)\n      return',
        "    if (asked.ok && asked.value.kind === 'changed')\n      return await claim({ ...wanted, teamEffect: asked.value.last?.changeId ?? null });\n    if (asked.ok)\n      return",
      ),
    ],
  },
  {
    name: 'T4 told truly',
    plot: 'colleagueFirst',
    takesOut: 'the team is told what the journal says of this attempt, and not of the next one',
    edits: [
      edit(
        'workspace/repositories/team-outbox.ts',
        'settledOutcomeOf(now, attempt);',
        'settledOutcomeOf(now, attempt + 1);',
      ),
    ],
  },
];
