import type { Session } from '#shared/domain/session.ts';

/** The sessions that `text` names: those of the active account first, in each part the latest change first. */
export function shownSessions(
  sessions: Iterable<Session>,
  activeAccountId: string | null,
  text: string,
): readonly Session[] {
  const wanted = text.trim().toLowerCase();
  return [...sessions]
    .filter((session) => wanted === '' || isNamed(session, wanted))
    .sort(
      (a, b) =>
        Number(b.accountId === activeAccountId) - Number(a.accountId === activeAccountId) ||
        b.changedAt.localeCompare(a.changedAt) ||
        a.id.localeCompare(b.id),
    );
}

const isNamed = ({ name, source, tlds }: Session, wanted: string): boolean =>
  name.toLowerCase().includes(wanted) ||
  source.toLowerCase().includes(wanted) ||
  tlds.includes(wanted.replace(/^\.+/, ''));

/**
 * The sessions that `session` can be compared with: first other runs over the same names and TLDs, the latest first, then
 * all others that have a TLD in common.
 */
export function comparable(
  sessions: Iterable<Session>,
  session: Session,
): { readonly runs: readonly Session[]; readonly others: readonly Session[] } {
  const all = new Map([...sessions].map((one) => [one.id, one]));
  const root = rootOf(session, all);
  const latestFirst = [...all.values()]
    .filter((one) => one.id !== session.id)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const tlds = new Set(session.tlds);
  return {
    runs: latestFirst.filter((one) => rootOf(one, all) === root),
    others: latestFirst.filter((one) => rootOf(one, all) !== root && one.tlds.some((tld) => tlds.has(tld))),
  };
}

/** The id of the first of the runs that `session` belongs to, also where that one was removed. */
function rootOf(session: Session, all: ReadonlyMap<string, Session>): string {
  const seen = new Set<string>();
  let at = session;
  while (at.rerunOf !== null && !seen.has(at.id)) {
    seen.add(at.id);
    const before = all.get(at.rerunOf);
    if (before === undefined) return at.rerunOf;
    at = before;
  }
  return at.id;
}

/** The older of two is the one before. */
export const inTime = (a: Session, b: Session): { readonly beforeId: string; readonly afterId: string } =>
  a.createdAt <= b.createdAt ? { beforeId: a.id, afterId: b.id } : { beforeId: b.id, afterId: a.id };
