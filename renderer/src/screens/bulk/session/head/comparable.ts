import type { Session } from '#shared/domain/session.ts';

/**
 * The sessions that `session` can be compared with: those that ask the same names and TLDs, as far as the list tells, the newest
 * first. A rerun stands before one that is merely of the same size.
 */
export function comparable(session: Session, all: readonly Session[]): readonly Session[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const family = rootOf(session, byId);
  const isRelated = (other: Session): boolean => rootOf(other, byId) === family;
  return all
    .filter((other) => other.id !== session.id && isSameSize(session, other))
    .sort((a, b) => Number(isRelated(b)) - Number(isRelated(a)) || (a.changedAt < b.changedAt ? 1 : -1));
}

const isSameSize = (a: Session, b: Session): boolean =>
  a.names === b.names &&
  a.tlds.length === b.tlds.length &&
  a.tlds.every((tld, index) => b.tlds[index] === tld);

/** The session that a chain of reruns began with; where a link of it was removed, what is left of the chain. */
function rootOf(session: Session, byId: ReadonlyMap<string, Session>): string {
  const seen = new Set<string>();
  let at = session;
  while (at.rerunOf !== null && !seen.has(at.id)) {
    seen.add(at.id);
    const before = byId.get(at.rerunOf);
    if (before === undefined) return at.rerunOf;
    at = before;
  }
  return at.id;
}
