/**
 * Starts one request and calls `done` once when its place is free again, never before it returns. Returns false where
 * it has nothing to start now; then it is left alone until its lane is woken.
 */
export type StartOne = (done: () => void) => boolean;

/** One user of the throttle among several. */
export interface Lane {
  /** There is something to start again. */
  readonly wake: () => void;
  /** Nothing is started any more; what has been started keeps its place until it is done. */
  readonly close: () => void;
}

/** Bulk work that waits for places; the lanes take turns, request by request. */
export interface Lanes {
  readonly areWaiting: () => boolean;
  /** False where no lane had anything to start after all. */
  readonly startNext: (done: () => void) => boolean;
  readonly add: (start: StartOne) => Lane;
}

interface Member {
  readonly start: StartOne;
  isIdle: boolean;
}

/** @param pump Called when a lane has something to start. */
export function createLanes(pump: () => void): Lanes {
  const members: Member[] = [];
  let turn = 0;

  return {
    areWaiting: () => members.some(({ isIdle }) => !isIdle),
    startNext(done) {
      for (let looked = 0; looked < members.length; looked += 1) {
        const member = members[turn % members.length];
        turn = (turn + 1) % members.length;
        if (member === undefined || member.isIdle) continue;
        if (member.start(done)) return true;
        member.isIdle = true;
      }
      return false;
    },
    add(start) {
      const member: Member = { start, isIdle: false };
      members.push(member);
      return {
        wake() {
          member.isIdle = false;
          pump();
        },
        close() {
          member.isIdle = true;
          const at = members.indexOf(member);
          if (at >= 0) members.splice(at, 1);
        },
      };
    },
  };
}
