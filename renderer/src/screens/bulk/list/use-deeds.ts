import type { Session } from '#shared/domain/session.ts';
import type { Result } from '#shared/result.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useMemo } from 'react';
import { type Stores, useStores } from '../../../app-stores.ts';
import { isOnItsWay } from '../sessions-store.ts';
import type { ListStore, Question } from './list-store.ts';

/** What can be done with a session of the list. What cannot be done in its state does nothing. */
export interface Deeds {
  readonly open: (session: Session) => void;
  readonly pauseOrResume: (session: Session) => void;
  readonly stop: (session: Session) => void;
  readonly ask: (question: Question, session: Session) => void;
}

export function useDeeds(list: ListStore): Deeds {
  const stores = useStores();
  return useMemo(() => createDeeds(stores, list), [stores, list]);
}

export function createDeeds({ sessions, notices, route }: Stores, list: ListStore): Deeds {
  function tell(asked: Promise<Result<Session>>): void {
    void asked.then((result) => {
      if (result.ok) return;
      const { happened, next } = sentencesFor(result.error);
      notices.actions.say(`${happened} ${next}`, 'problem');
    });
  }
  return {
    open: ({ id }) => route.actions.goToBulk({ kind: 'session', sessionId: id }),
    pauseOrResume(session) {
      if (isOnItsWay(session)) tell(sessions.actions.pause(session.id));
      else if (canGoOn(session)) tell(sessions.actions.resume(session.id));
    },
    stop(session) {
      if (canStop(session)) tell(sessions.actions.stop(session.id));
    },
    ask: (question, { id }) => list.actions.ask(question, id),
  };
}

/** Held by the user, with cells left. */
export const canGoOn = ({ state }: Session): boolean => state === 'paused' || state === 'stopped';

export const canStop = (session: Session): boolean => isOnItsWay(session) || session.state === 'paused';
