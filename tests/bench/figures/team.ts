import { join } from 'node:path';
import { asOwner, database, startMeasuredTeam, type TeamPlace } from '../team/measured-team.ts';
import { writeMany } from '../../support/postgres/many-entries.ts';
import type { Figure, FigureOptions, Row, Side, Taken } from '../framework/figure.ts';
import { profiling, takeInProcess, type SideScript } from '../framework/side-process.ts';
import { startService } from '../service/running-service.ts';

/** What a team costs: its statements, its history, its news, and many desks at once, over a PostgreSQL of its own. */
export const team: Figure = {
  name: 'team',
  async prepare(options) {
    const { desks } = options.crowd;
    const [small, large, crowd] = [
      await startMeasuredTeam(2),
      await startMeasuredTeam(1),
      await startMeasuredTeam(desks),
    ];
    const service = await startService('practice');
    const entries = options.isQuick ? 10_000 : 100_000;
    await asOwner(large.place, database, (sql) => writeMany(sql, entries));
    // Limits that nobody reaches, over a long history: each claim counts those of a day (T5).
    await asOwner(crowd.place, database, async (sql) => {
      await writeMany(sql, entries);
      await sql('UPDATE namedesk.team SET alone_per_day = 1000000, team_per_day = 1000000');
    });
    const of = ({ place, people }: TeamPlace): TeamPlace => ({ place, people });
    return {
      rows: [
        changeRow(of(small), options),
        tripsRow(of(small), service.baseUrl, options),
        catchUpRow(of(large), entries, options),
        newsRow(of(small), options),
        desksRow(of(crowd), entries, options),
      ],
      async end() {
        await Promise.all([small.end(), large.end(), crowd.end(), service.end()]);
      },
    };
  },
};

let folders = 0;

function sideOf(
  is: string,
  script: SideScript,
  input: object,
  options: FigureOptions,
  row: string | null,
): Side {
  return {
    is,
    take: () =>
      takeInProcess({
        script,
        input: { ...input, folder: join(options.folder, `${script}-${String(folders++)}`) },
        switches: row === null ? [] : profiling(options, row),
      }),
  };
}

function changeRow(place: TeamPlace, options: FigureOptions): Row {
  const count = options.isQuick ? 20 : 300;
  const side = (is: string, of: 'change' | 'select', row: string | null) =>
    sideOf(is, 'team-change', { team: place, of, count }, options, row);
  return {
    name: 'team-change',
    unit: 'ms',
    ours: side('claim, mark_sent and settle of a change', 'change', 'team-change'),
    limit: side('one `select 1`', 'select', null),
    goals: [],
    heldEqual: `the server, whose commits wait for the disk; the desk's connection; ${count} in turn`,
    warmUp: '20 of them',
  };
}

const tripsRow = (place: TeamPlace, baseUrl: string, options: FigureOptions): Row => ({
  name: 'team-round-trips',
  unit: 'a change',
  ours: sideOf(
    'waits of a change for the database, from its consent until its outcome is known there, counted on the wire',
    ...([
      'team-round-trips',
      { team: place, baseUrl, count: options.isQuick ? 4 : 20 },
      options,
      null,
    ] as const),
  ),
  limit: null,
  goals: [{ of: 'ours', bound: 'at most', first: 3, then: null }],
  heldEqual: 'nothing stands beside it',
  warmUp: 'two changes, which connect and catch up',
});

function catchUpRow(place: TeamPlace, entries: number, options: FigureOptions): Row {
  const side = (is: string, of: 'catch-up' | 'select', row: string | null) =>
    sideOf(is, 'team-catch-up', { team: place, of, entries }, options, row);
  return {
    name: 'team-catch-up',
    unit: 's',
    ours: side(
      `what ${entries} entries come to fetched and stored by a new desk`,
      'catch-up',
      'team-catch-up',
    ),
    limit: side('the library alone, which fetches them and drops them', 'select', null),
    goals: [{ of: 'ours', bound: 'at most', first: 5, then: null }],
    heldEqual: 'the server and its entries; each side in a fresh process, ours with an empty workspace',
    warmUp: 'none',
  };
}

function newsRow(place: TeamPlace, options: FigureOptions): Row {
  const count = options.isQuick ? 5 : 30;
  const side = (is: string, of: 'screen' | 'doorbell', row: string | null) =>
    sideOf(is, 'team-news', { team: place, of, count }, options, row);
  return {
    name: 'team-news',
    unit: 'ms',
    ours: side(
      'from the call that settles a change to `team.changed` on another desk',
      'screen',
      'team-news',
    ),
    limit: side('to the doorbell at a bare connection', 'doorbell', null),
    goals: [{ of: 'ours', bound: 'at most', first: 1_000, then: null }],
    heldEqual: `the server; both desks in one process; ${count} changes`,
    warmUp: '3 changes',
  };
}

function desksRow(place: TeamPlace, entries: number, options: FigureOptions): Row {
  const { desks, minutes } = options.crowd;
  const ours = sideOf(
    `p99 of \`claim\` with limits over ${entries} entries, ${desks} desks with 20 changes a minute each for ${minutes} minutes`,
    ...(['team-desks', { team: place, desks, minutes }, options, 'team-desks'] as const),
  );
  let latest: Taken | null = null;
  return {
    name: 'team-desks',
    unit: 'ms (p99)',
    ours: { is: ours.is, take: async () => (latest = await ours.take()) },
    limit: {
      is: '`select 1`, asked by the same desks just before each claim',
      take: () => Promise.resolve({ value: latest?.also['p99 of select 1'] ?? Number.NaN, also: {} }),
    },
    goals: [{ of: 'ours', bound: 'at most', first: 50, then: null }],
    heldEqual:
      'the desks, their connections and the moment; each desk hears every entry and catches up with it',
    warmUp: 'one change of each desk',
  };
}
