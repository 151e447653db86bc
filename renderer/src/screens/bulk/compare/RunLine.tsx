import type { Session } from '#shared/domain/session.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { Age } from '../../../components/Age.tsx';
import { valueOf } from '../../../lib/remote.ts';
import { percentDone, stateWords } from '../session/session-words.ts';
import { sessionOf } from '../sessions-store.ts';
import css from './compare.module.css';

interface Props {
  readonly term: string;
  readonly sessionId: string;
}

/** What is finished is all there. */
const doneInWords = (session: Session): string =>
  session.state === 'finished'
    ? stateWords.finished
    : `${stateWords[session.state]}, ${percentDone(session)} %`;

/** One of the two runs: its name, whose it is, how far it is and how old. */
export function RunLine({ term, sessionId }: Props) {
  const { sessions, accounts, route } = useStores();
  const session = useStore(sessions, (state) => sessionOf(state, sessionId));
  const account = useStore(accounts, (state) =>
    valueOf(state.accounts)?.accounts.find(({ id }) => id === session?.accountId),
  );
  return (
    <div className={css['run']}>
      <dt>{term}</dt>
      {session === null ? (
        <dd className={css['quiet']}>A session that is no longer here</dd>
      ) : (
        <dd className={css['runWords']}>
          {account !== undefined && <AccountDot colour={account.colour} />}
          <button
            type="button"
            className={css['open']}
            onClick={() => route.actions.go({ screen: 'bulk', view: { kind: 'session', sessionId } })}
          >
            {session.name}
          </button>
          <span className={css['quiet']}>
            {account?.label ?? 'an account that is no longer here'} · {doneInWords(session)} ·{' '}
            <Age at={session.changedAt} />
          </span>
        </dd>
      )}
    </div>
  );
}
