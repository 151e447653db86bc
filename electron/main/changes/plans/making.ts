import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { mostPlanRows, type Plan, type PlanAsk } from '#shared/domain/plan.ts';
import { type ServiceIdentity, serviceOf } from '#shared/domain/service.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { orderOf } from '../order.ts';
import type { Plans } from '../plans.ts';
import { noSuchPlan, stepTaken } from './answers.ts';
import type { AtWork } from './at-work.ts';
import { afterOf, changeAskOf } from './ask.ts';
import type { PlansContext } from './context.ts';
import { unlessBroken } from './unless-broken.ts';
import { withdrawPlanned } from './withdraw-planned.ts';

/** Making plans and reading what is there now. */
export function createMaking(context: PlansContext, atWork: AtWork): Pick<Plans, 'prepare' | 'readAgain'> {
  const { kept, news, at } = context;
  return {
    async prepare(accountId, ask, domains) {
      const names = namesIn(domains);
      const service = await askable(context, accountId, ask, names);
      if (!service.ok) return service;
      const id = context.newId();
      const after = afterOf(ask);
      const made = await kept.create({
        ...{ id, at: at(), accountId, service: service.value, ask, after },
        domains: names.join('\n'),
      });
      if (!made.ok) return made;
      if (made.value === null) return fail({ kind: 'no-account' });
      news.changed(id);
      atWork.readOn(made.value);
      return ok(made.value);
    },
    readAgain: (id) => readAnew(context, atWork, id),
  };
}

/** Reads the rows that have no change yet once more, for a person to look at them. */
export async function readAnew(context: PlansContext, atWork: AtWork, id: string): Promise<Result<Plan>> {
  const { kept, news, at, connections } = context;
  const found = await kept.some({ ids: [id] });
  if (!found.ok) return found;
  const plan = found.value[0];
  if (plan === undefined) return noSuchPlan;
  const connection = await connections.of(plan.accountId);
  if (!connection.ok) return connection;
  // What is still being read is of before.
  if (plan.state === 'reading') atWork.end(id);
  // Written down and never sent: it would stand in the way of its own row.
  await withdrawPlanned(context, plan, new AbortController().signal);
  const service = serviceOf(connection.value.account);
  const anew = stepTaken(await kept.readAnew({ id, at: at(), service }));
  const reading = anew.ok ? anew.value : plan;
  if (reading.state === 'reading') atWork.readOn(reading);
  news.changed(id);
  return anew;
}

/** Each name once, as it is sent. */
const namesIn = (domains: readonly string[]): readonly string[] => [
  ...new Set(domains.map((name) => aLabelsOf(name.trim().replace(/\.$/, ''))).filter((name) => name !== '')),
];

/** The login that it is for. Fails with: `invalid-input`, `journal-broken`, and what a connection fails with. */
async function askable(
  { connections, changes }: PlansContext,
  accountId: string,
  ask: PlanAsk,
  names: readonly string[],
): Promise<Result<ServiceIdentity>> {
  if (names.length === 0 || names.length > mostPlanRows) {
    return fail({
      kind: 'invalid-input',
      field: 'domains',
      reason: `A plan has one domain at least and ${mostPlanRows} at most.`,
    });
  }
  const may = await unlessBroken(changes);
  if (!may.ok) return may;
  const connection = await connections.of(accountId);
  if (!connection.ok) return connection;
  // Only what is asked of each of them; of the names, each row tells by itself.
  const order = orderOf('example.com', changeAskOf(ask), connection.value.account.options);
  return order.ok ? ok(serviceOf(connection.value.account)) : order;
}
