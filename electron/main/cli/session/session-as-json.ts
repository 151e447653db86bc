import type { Session } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../../accounts/accounts.ts';

/** What scripts read of a session. */
export const sessionAsJson = (session: Session, account: string) => {
  const {
    id,
    name,
    state,
    createdAt,
    changedAt,
    finishedAt,
    source,
    names,
    tlds,
    counts,
    causes,
    left,
    shortlisted,
  } = session;
  return {
    ...{ id, name, account, state, createdAt, changedAt, finishedAt, source, names, tlds },
    isRunningNow: isRunningNow(session),
    ...{ cells: names * tlds.length, left, counts, causes, shortlisted },
  };
};

/** The accounts' labels by their ids. */
export async function labelsOf(accounts: Accounts): Promise<Result<ReadonlyMap<string, string>>> {
  const listed = await accounts.list();
  return listed.ok ? ok(new Map(listed.value.accounts.map(({ id, label }) => [id, label]))) : listed;
}

/** Whether this program asks for it now, or would if it could. What was running when a program was killed is not. */
const isRunningNow = ({ pace, waitingFor }: Session): boolean => pace !== null || waitingFor !== null;

/** The state in a word; `cut off` where the program that ran it was killed or closed. */
export const stateWord = (session: Session): string =>
  (session.state === 'running' || session.state === 'waiting') && !isRunningNow(session)
    ? 'cut off'
    : session.state;
