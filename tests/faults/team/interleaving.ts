import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serviceKey } from '../../../shared/domain/account.ts';
import { familyOf } from '../../../shared/domain/change-kinds.ts';
import { Killed } from './desk-process.ts';
import { type Evidence, repeatedAfterLoss, violationsIn } from './invariants.ts';
import type { Plan } from './plan.ts';
import type { Wanted } from './protocol.ts';
import { SeatedDesk } from './seat.ts';
import { Strikes } from './strikes.ts';
import type { World } from './world.ts';

/** What came of an interleaving. */
export interface Outcome {
  readonly number: number;
  /** What must not be, each as one sentence. */
  readonly violations: readonly string[];
  /** What really went wrong, as `kill before claim`. */
  readonly happened: readonly string[];
  readonly posts: number;
  readonly effects: number;
  /** Desks that said that the history was put back. */
  readonly noticed: number;
  /** See `repeatedAfterLoss`. */
  readonly repeated: number;
  readonly story: readonly string[];
  readonly ms: number;
}

/** So long something may take until it counts as stuck: on a busy machine everything takes longer. */
const patienceMs = 60_000;

export async function runInterleaving(world: World, plan: Plan): Promise<Outcome> {
  const startedMs = performance.now();
  const folder = join(world.folder, String(plan.number));
  mkdirSync(folder, { recursive: true });
  await world.database.reset(plan.leaseMs);
  world.services.reset();
  const desks = plan.desks.map((_, number) => new SeatedDesk(world, plan, number, folder));
  const strikes = new Strikes(world, plan, desks);
  const of = { world, plan, desks, strikes };
  const stuck: string[] = [];
  const inTime = async (what: string, work: Promise<unknown>): Promise<void> => {
    const late = wait(patienceMs, 'late', { ref: false });
    if ((await Promise.race([work, late])) === 'late') stuck.push(`stuck: ${what}`);
  };
  let evidence = null as Evidence | null; // Set by what is waited for.
  try {
    await inTime('before anything went wrong', begin(of));
    await strikes.arm();
    await inTime('while things went wrong', Promise.all(desks.map((desk) => work(of, desk))));
    await strikes.disarm();
    await inTime(
      'after everything was brought back',
      settle(of).then((found) => void (evidence = found)),
    );
  } catch (thrown) {
    stuck.push(`failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
  }
  if (stuck.length > 0) for (const { process } of desks) process.kill();
  await Promise.all(desks.map((desk) => desk.leave()));
  rmSync(folder, { recursive: true, force: true });
  return {
    number: plan.number,
    violations: [...stuck, ...strikes.failures, ...(evidence === null ? [] : violationsIn(evidence))],
    happened: [...strikes.happened, ...oldOnes(plan)],
    posts: strikes.posts.length,
    effects: strikes.posts.filter(({ hasEffect }) => hasEffect).length,
    noticed: desks.filter(({ hasSaidFault }) => hasSaidFault).length,
    repeated: evidence === null ? 0 : repeatedAfterLoss(evidence),
    story: strikes.story,
    ms: performance.now() - startedMs,
  };
}

const oldOnes = ({ desks }: Plan): readonly string[] =>
  desks.flatMap(({ isOld }) => (isOld ? ['old desk from the start'] : []));

interface Of {
  readonly world: World;
  readonly plan: Plan;
  readonly desks: readonly SeatedDesk[];
  readonly strikes: Strikes;
}

async function begin({ plan, desks, strikes }: Of): Promise<void> {
  await Promise.all(
    desks.map(async (desk) => {
      await desk.begin();
      for (const wanted of desk.plan.earlier) await act(strikes, desk, wanted);
      const isBackedUp = plan.troubles.some(
        ({ action, desk: number }) => action === 'old backup' && number === desk.number,
      );
      if (isBackedUp) await desk.backUp();
    }),
  );
}

async function act(strikes: Strikes, desk: SeatedDesk, wanted: Wanted): Promise<void> {
  if (!wanted.isBatch) await desk.process.call('review', wanted);
  const sent = await desk.process.call('send', wanted);
  for (const { domain, said } of sent)
    strikes.tell(`desk ${desk.number}: ${wanted.ask.kind} ${domain}: ${said}`);
}

/** Reviews everything before it sends anything, as the others do: so everybody consents to the same state of things. */
async function work({ strikes }: Of, desk: SeatedDesk): Promise<void> {
  const { wanted, again } = desk.plan;
  try {
    await Promise.all(
      wanted.filter(({ isBatch }) => !isBatch).map((one) => desk.process.call('review', one)),
    );
    await Promise.all(
      wanted.map(async (one) => {
        const sent = await desk.process.call('send', one);
        for (const { domain, said } of sent)
          strikes.tell(`desk ${desk.number}: ${one.ask.kind} ${domain}: ${said}`);
      }),
    );
    for (const one of again) await act(strikes, desk, one);
  } catch (thrown) {
    if (!(thrown instanceof Killed)) throw thrown;
    strikes.tell(`desk ${desk.number}: is dead`);
  }
}

/** Everything is brought back; desks start again, and tell what they know; persons decide what is left to them. */
async function settle(of: Of): Promise<Evidence> {
  const { world, desks, strikes } = of;
  await Promise.all(
    desks.map(async (desk) => {
      if (desk.process.isDead || desk.plan.isRestarted) await desk.restart();
      const uncertain = await desk.process.call('rest');
      for (const id of uncertain) {
        const isDone = strikes.posts.some(({ changeId, hasEffect }) => changeId === id && hasEffect);
        await desk.process.call('resolve', { id, isDone });
      }
    }),
  );
  const untold = await Promise.all(desks.map((desk) => desk.process.call('tellAll')));
  const postsBefore = strikes.posts.length;
  const refusals = await sendDespiteFaults(of);
  await releaseLost(of);
  await Promise.all(desks.map((desk) => desk.process.call('catchUp')));
  const reports = await Promise.all(desks.map((desk) => desk.report()));
  const disagreements = await disagreementsOf(of);
  const probe = await probeOf(of);
  return {
    ...of,
    untold,
    refusals: [...strikes.blind, ...refusals],
    reports,
    disagreements,
    probe,
    posts: strikes.posts.slice(0, postsBefore),
    entries: await world.database.entries(),
    claims: await world.database.claims(),
    moves: await world.database.moves(),
    brokenAt: await world.database.brokenAt(),
  };
}

const probed = { kind: 'renew', periodYears: 1, addons: {} } as const;

/**
 * A desk whose history is gone says so, and sends nothing. Then its person takes the history as it is.
 *
 * @returns What was sent all the same.
 */
async function sendDespiteFaults({ desks, strikes }: Of): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const desk of desks) {
    const caught = await desk.process.call('catchUp');
    const { fault } = await desk.report();
    if ((caught === 'fault') !== (fault !== null))
      wrong.push(`desk ${desk.number} says ${caught} and ${fault}`);
    if (fault === null) continue;
    desk.hasSaidFault = true;
    const before = strikes.posts.length;
    const wanted: Wanted = { account: 1, ask: probed, domains: ['oakline.io'], isBatch: false };
    await act(strikes, desk, wanted);
    if (strikes.posts.length > before) wrong.push(`desk ${desk.number} has sent, though its history is gone`);
    await desk.process.call('tellAll');
    const problem = await desk.process.call('joinAnew');
    if (problem !== null) wrong.push(`desk ${desk.number} cannot join anew: ${problem}`);
  }
  return wrong;
}

/** What a desk has sent and forgotten, because its workspace was put back, an admin frees after a look at the service. */
async function releaseLost({ world, desks, strikes }: Of): Promise<void> {
  const admin = desks[0];
  for (const { changeId, domain, state, desk: deskId } of await world.database.claims()) {
    if (state !== 'sent' && state !== 'uncertain') continue;
    const owner = desks.find(({ reports }) => reports.some((report) => report.deskId === deskId));
    if (owner?.isPutBack !== true) continue;
    const isDone = strikes.posts.some((post) => post.changeId === changeId && post.hasEffect);
    const problem = await admin?.process.call('release', { domain, isDone });
    strikes.tell(`the admin frees ${domain}: ${problem ?? 'done'}`);
  }
}

/** Where a desk and the database do not say the same of what took effect last. */
async function disagreementsOf({ world, plan, desks }: Of): Promise<readonly string[]> {
  const wrong: string[] = [];
  const matters = new Map<
    string,
    { readonly account: number; readonly domain: string; readonly family: 'renew' | 'register' | 'lock' }
  >();
  for (const { wanted } of plan.desks)
    for (const { account, ask, domains } of wanted)
      for (const domain of domains) {
        const family = familyOf(ask.kind) as 'renew' | 'register' | 'lock'; // Of the plan's.
        matters.set(`${account} ${domain} ${family}`, { account, domain, family });
      }
  for (const matter of matters.values()) {
    const login = world.services.loginsOf(0)[matter.account];
    if (login === undefined) continue;
    const there = await world.database.lastEffect(
      serviceKey(login).split('\n'),
      matter.domain,
      matter.family,
    );
    for (const desk of desks) {
      // At the other address, what is not charged is another matter.
      if (matter.family === 'lock' && desk.number % 2 === 1) continue;
      const here = await desk.process.call('last', matter);
      const says = 'why' in here ? here.why : here.changeId;
      if (says !== there)
        wrong.push(
          `desk ${desk.number} takes ${says} for the last ${matter.family} of ${matter.domain}, and not ${there}`,
        );
    }
  }
  return wrong;
}

/** In the end, everybody who may can send again, and it is done once. */
async function probeOf({ desks, strikes, world }: Of): Promise<string | null> {
  const desk = desks.find(({ plan: { isOld } }) => !isOld);
  if (desk === undefined) return null;
  const before = strikes.posts.length;
  // Of a name that nobody else has claimed: what is charged is unique by the name.
  const wanted: Wanted = { account: 1, ask: probed, domains: ['oakline.io'], isBatch: false };
  await act(strikes, desk, wanted);
  await desk.process.call('tellAll');
  const news = strikes.posts.slice(before);
  const isOnce = news.length === 1 && news[0]?.hasEffect === true;
  const left = (await world.database.claims(news[0]?.changeId ?? null)).filter(
    ({ state }) => state === 'sent',
  );
  return isOnce && left.length === 0 ? null : `in the end a renewal was sent ${news.length} times`;
}
