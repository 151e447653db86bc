// How often a change waits for the team's database, counted on the wire: a relay between the desk and the server counts how often the
// desk speaks after the server did. Real changes of the services of the application, at a practice service.
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { enterService, openServices } from '../../support/services/open-services.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';
import { benchLogin } from '../service/running-service.ts';
import { type TeamPlace, wayOf } from '../team/measured-team.ts';

const { team, baseUrl, folder, count } = askedOfSide() as {
  readonly team: TeamPlace;
  readonly baseUrl: string;
  readonly folder: string;
  readonly count: number;
}; // figures/team.ts

let [trips, last, ofPortfolio] = [0, 'server', 0];
/** What is published meanwhile of the domain itself, over the same connection: no change waits for it to be answered. */
const isOfPortfolio = (said: Buffer): boolean =>
  /namedesk\.(?:shared|publish)\b/.test(said.toString('latin1'));
const relay = createServer((desk) => {
  const server = connect(team.place.port, '127.0.0.1');
  desk.on('data', (said: Buffer) => {
    if (isOfPortfolio(said)) ofPortfolio += 1;
    else if (last === 'server') trips += 1;
    last = 'desk';
  });
  server.on('data', () => (last = 'server'));
  for (const [from, to] of [
    [desk, server],
    [server, desk],
  ] as const)
    from.on('error', () => to.destroy()).pipe(to);
});
await new Promise((resolve) => relay.listen(0, '127.0.0.1', () => resolve(null)));
const address = relay.address();
if (address === null || typeof address === 'string') throw new Error('No port');

const services = await openServices(join(folder, 'workspace'));
const { changes, referee } = services;
const accountId = await enterService(
  services,
  { ...benchLogin, baseUrl },
  { concurrency: 1, requestsPerSecond: 0 },
);
const joined = await (await services.team.open()).join(wayOf(team, 0, address.port), true);
if (!joined.ok) throw new Error(JSON.stringify(joined.error));
referee.changed();

const domain = 'orbit-hosting.net';
let tripsOfReviews = 0;

/** @returns The round trips from the consent until the team knows the outcome. */
async function change(state: 'locked' | 'unlocked'): Promise<number> {
  const beforeReview = trips;
  const { reviewId } = valueOf(await changes.prepare(accountId, domain, { kind: 'lock', state }));
  tripsOfReviews += trips - beforeReview;
  const before = trips;
  const { id } = valueOf(
    await changes.apply(reviewId, { typedName: domain, premiumAccepted: false, typedLimit: null }),
  );
  for (;;) {
    const isOver = valueOf(await changes.find(id)).change.state === 'confirmed';
    if (isOver && services.workspace.teamOutbox.counts().open === 0 && isTold()) break;
    await wait(5);
  }
  return trips - before;
}

const isTold = (): boolean => services.workspace.teamOutbox.counts().waiting === 0;

const stateOf = (run: number) => (run % 2 === 0 ? 'unlocked' : 'locked');
// The first change connects and catches up.
for (let run = 0; run < 2; run += 1) await change(stateOf(run));
[tripsOfReviews, ofPortfolio] = [0, 0];
let sum = 0;
for (let run = 0; run < count; run += 1) sum += await change(stateOf(run));
await services.close();
relay.close();
tellTaken({
  value: sum / count,
  also: { 'of a review': tripsOfReviews / count, 'of the portfolio, meanwhile': ofPortfolio / count },
});
