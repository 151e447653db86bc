import type { DatabaseSync } from 'node:sqlite';
import type { Plan, PlanState } from '#shared/domain/plan.ts';
import type { Repository } from '../requests.ts';
import { toMs } from '../row.ts';
import { inTransaction } from '../transaction.ts';
import type { PlanRecords } from './plan-records.ts';

type Plans = Repository<'plans'>;
type Lives = Pick<Plans, 'create' | 'endReading' | 'readAnew' | 'apply' | 'move' | 'wait'>;

/** From state to state. Each step is taken from a state that it can be taken from, or not at all. */
export function createLives(
  database: DatabaseSync,
  records: PlanRecords,
  digestOf: (id: string) => string,
): Lives {
  const { move, seal, wait, forget } = statementsOf(database);

  /** Does `work` with the plan as it stands; what it answers comes with the plan as it stands then. */
  const withPlan = <A extends object>(id: string, work: (plan: Plan) => A): (A & { plan: Plan }) | null =>
    inTransaction(database, () => {
      const plan = records.find(id);
      if (plan === null) return null;
      const answer = work(plan);
      return { ...answer, plan: records.find(id) ?? plan };
    });

  const step = (id: string, from: readonly PlanState[], work: (plan: Plan) => boolean) =>
    withPlan(id, (plan) => ({ isDone: from.includes(plan.state) && work(plan) }));

  return {
    create: creatorOf(database, records),
    endReading: ({ id, at }) =>
      step(id, ['reading'], ({ counts }) => {
        if (counts.read < counts.rows) return false;
        move.run('ready', toMs(at), null, null, id);
        seal.run(digestOf(id), id);
        return true;
      }),
    readAnew: ({ id, at }) =>
      step(id, ['ready', 'reading'], () => {
        move.run('reading', toMs(at), null, null, id);
        seal.run(null, id);
        forget.run(id);
        return true;
      }),
    apply: ({ id, at, digest, typedCount, goesOn }) =>
      withPlan(id, (plan) => {
        if (plan.state !== 'ready') return { reason: 'not-now' as const };
        // Made anew from the rows, so that it speaks of what will be applied and of nothing else.
        if (digestOf(id) !== digest) return { reason: 'digest' as const };
        if (plan.typedCount !== null && plan.typedCount !== typedCount) return { reason: 'count' as const };
        move.run('running', toMs(at), null, goesOn ? 1 : 0, id);
        return { reason: null };
      }),
    move: ({ id, at, from, to, goesOn, waitingFor }) =>
      step(id, from, () => {
        const goes = goesOn === undefined ? null : Number(goesOn);
        move.run(to, toMs(at), waitingFor && JSON.stringify(waitingFor), goes, id);
        return true;
      }),
    wait({ id, waitingFor }) {
      wait.run(waitingFor && JSON.stringify(waitingFor), id);
      return {};
    },
  };
}

const statementsOf = (database: DatabaseSync) => ({
  move: database.prepare(`
    UPDATE plans SET state = ?, changed_at = ?, waiting_for = ?, goes_on = coalesce(?, goes_on) WHERE id = ?`),
  seal: database.prepare('UPDATE plans SET digest = ? WHERE id = ?'),
  wait: database.prepare(`
    UPDATE plans SET waiting_for = ? WHERE id = ? AND state IN ('reading', 'running')`),
  forget: database.prepare(`
    UPDATE plan_rows SET is_read = 0, before = NULL, seen = '', left_out = NULL, error = NULL WHERE plan_id = ?`),
});

function creatorOf(database: DatabaseSync, records: PlanRecords): Plans['create'] {
  const add = database.prepare(`
    INSERT INTO plans (id, account_id, kind, ask, after, state, created_at, changed_at)
    SELECT ?, id, ?, ?, ?, 'reading', ?, ? FROM accounts WHERE id = ?`);
  const addRow = database.prepare('INSERT INTO plan_rows (plan_id, number, domain) VALUES (?, ?, ?)');
  return ({ id, at, accountId, ask, after, domains }) =>
    inTransaction(database, () => {
      const madeAt = toMs(at);
      add.run(id, ask.kind, JSON.stringify(ask), after, madeAt, madeAt, accountId);
      const plan = records.find(id);
      if (plan === null) return null;
      for (const [number, domain] of domains.split('\n').entries()) addRow.run(id, number, domain);
      return records.find(id);
    });
}
