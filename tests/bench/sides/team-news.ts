// From the call that settles a change on one desk to the news of it on another desk's screen; beside it the doorbell alone.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTeamViewDoor } from '../../../electron/main/team/open-team.ts';
import { ok } from '../../../shared/result.ts';
import { openServices } from '../../support/services/open-services.ts';
import { median } from '../framework/result.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';
import {
  aChange,
  bareConnectionTo,
  connectionTo,
  must,
  realTimer,
  type TeamPlace,
  wayOf,
} from '../team/measured-team.ts';

/** Until what was written before is on the other screen. */
const quietMs = 600;

const { team, of, folder, count } = askedOfSide() as {
  readonly team: TeamPlace;
  readonly of: 'screen' | 'doorbell';
  readonly folder: string;
  readonly count: number;
}; // figures/team.ts

/** Calls back with the number of the last entry that the other desk has. */
type Listen = (onEntry: (seq: number) => void) => Promise<() => Promise<unknown>>;

/** A workspace with the window's view of the team; its page hears `team.changed` when `onChange` is called. */
const onScreen: Listen = async (onEntry) => {
  const services = await openServices(join(folder, 'workspace'));
  const joined = await (await services.team.open()).join(wayOf(team, 1), true);
  if (!joined.ok) throw new Error(JSON.stringify(joined.error));
  const view = createTeamViewDoor({
    ...services,
    logins: () => Promise.resolve(ok([])),
    onMembership: () => undefined,
    onChange(isNews) {
      if (!isNews) return;
      onEntry(services.workspace.team.read()?.lastSeq ?? 0);
    },
    onBug(thrown) {
      throw thrown;
    },
    ...{ timer: realTimer, now: () => new Date(), newId: () => crypto.randomUUID() },
  });
  await (await view.open()).status();
  return async () => {
    await view.close();
    await services.close();
  };
};

const atTheDoor: Listen = async (onEntry) => {
  const client = await bareConnectionTo(team, 1);
  client.on('notification', ({ payload }) => onEntry(Number(payload)));
  await client.query('LISTEN namedesk');
  return () => client.end();
};

let heard: (seq: number) => void = () => undefined;
const end = await (of === 'screen' ? onScreen : atTheDoor)((seq) => heard(seq));
const sender = connectionTo(team);
const desk = crypto.randomUUID();

async function newsOfAChange(): Promise<number> {
  const p = { ...aChange(desk), outcome: 'took-effect' };
  await must(sender, 'claim', p);
  // Nobody else writes entries: the next one is this change's outcome.
  const wanted = 1 + (await must(sender, 'mark_sent', p));
  await wait(quietMs);
  const arrived = Promise.withResolvers<number>();
  const startedAt = performance.now();
  heard = (seq) => {
    if (seq >= wanted) arrived.resolve(performance.now() - startedAt);
  };
  await must(sender, 'settle', p);
  return await arrived.promise;
}

for (let warmUp = 0; warmUp < 3; warmUp += 1) await newsOfAChange();
const taken: number[] = [];
for (let run = 0; run < count; run += 1) taken.push(await newsOfAChange());
await sender.close();
await end();
tellTaken({ value: median(taken), also: { 'most ms': Math.max(...taken) } });
