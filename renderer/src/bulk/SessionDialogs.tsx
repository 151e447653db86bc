import { Button, Modal, TextInput } from '@mantine/core';
import { type SyntheticEvent, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Session } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { type AccountSummary, valueOf } from '../bridge.ts';
import { Age, counted, format } from '../ui/Formats.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import { Tick } from '../ui/PageParts.tsx';
import { ErrorState } from '../ui/States.tsx';
import { comparable, inTime, type SessionListStore } from './session-list-store.ts';
import { cellsOf, sizeInWords } from './session-words.ts';
import { isOnItsWay, sessionOf } from './sessions-store.ts';
import css from './dialog.module.css';

const dialogs = {
  rename: RenameDialog,
  remove: RemoveDialog,
  'run-again': RunAgainDialog,
  compare: CompareDialog,
} as const;

/** The active dialog for a session; nothing where the session no longer exists. */
export function SessionDialogs({ store }: { readonly store: SessionListStore }) {
  const { sessions } = useStores();
  const asked = useStore(store, (state) => state.asked);
  const session = useStore(sessions, (state) => (asked === null ? null : sessionOf(state, asked.sessionId)));
  if (asked === null || session === null) return null;
  const Dialog = dialogs[asked.question];
  return (
    <Dialog
      key={session.id}
      session={session}
      onClose={store.actions.close}
      runAgain={() => store.actions.ask('run-again', session.id)}
    />
  );
}

interface Props {
  readonly session: Session;
  readonly onClose: () => void;
}

export const mostNameLength = 120;

/** Renames a session. */
function RenameDialog({ session, onClose }: Props) {
  const { sessions } = useStores();
  const [name, setName] = useState(session.name);
  const [error, setError] = useState<AppError | null>(null);

  async function rename(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const result = await sessions.actions.rename(session.id, name.trim());
    if (result.ok) onClose();
    else setError(result.error);
  }

  return (
    <Modal opened onClose={onClose} title="Rename" size={480}>
      <form className={css['dialog']} onSubmit={(event) => void rename(event)}>
        <TextInput
          label="Name"
          value={name}
          maxLength={mostNameLength}
          error={error === null ? null : sentencesFor(error).happened}
          onChange={(event) => setName(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface RemoveDialogProps {
  readonly session: Session;
  readonly onClose: () => void;
}

/** Asks once, says what is lost, and requires the name to be typed, because removal cannot be undone. */
function RemoveDialog({ session, onClose }: RemoveDialogProps) {
  const { sessions, notices } = useStores();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const findings = cellsOf(session) - session.counts.unchecked;
  const isSure = findings === 0 || typed.trim() === session.name.trim();

  async function remove(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    if (!isSure) return;
    const result = await sessions.actions.remove(session.id);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say(`Removed ${session.name}`);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Remove this session?" size={520}>
      <form className={css['dialog']} onSubmit={(event) => void remove(event)}>
        <p className={css['about']}>{session.name}</p>
        <Lost session={session} findings={findings} />
        {findings > 0 && (
          <TextInput
            label="Type the session’s name to remove it"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void remove() }} />}
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" color="danger" disabled={!isSure}>
            Remove the session
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Lost({ session, findings }: { readonly session: Session; readonly findings: number }) {
  return (
    <ul className={css['consequences']}>
      {isOnItsWay(session) && <li>It stops asking.</li>}
      <li>
        {findings === 0
          ? `Its ${counted(session.names, 'name is', 'names are')} forgotten. Nothing was found yet.`
          : `Its ${counted(session.names, 'name', 'names')} and ${counted(findings, 'finding', 'findings')} are lost, with the answers behind them.`}
      </li>
      {session.shortlisted > 0 && (
        <li>Its shortlist of {format.count(session.shortlisted)} is lost as well.</li>
      )}
      {findings > 0 && <li>There is no way back. Export it first if it may still be needed.</li>}
      <li>At the service nothing changes.</li>
    </ul>
  );
}

interface RunAgainDialogProps {
  readonly session: Session;
  readonly onClose: () => void;
}

const none: readonly AccountSummary[] = [];

/** Creates a session with the same names and TLDs, for the same account or another one. The old session stays unchanged. */
function RunAgainDialog({ session, onClose }: RunAgainDialogProps) {
  const { sessions, accounts, route } = useStores();
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? none;
  const [accountId, setAccountId] = useState(() =>
    all.some((account) => account.id === session.accountId) ? session.accountId : (all[0]?.id ?? ''),
  );
  const [start, setStart] = useState(true);
  const [error, setError] = useState<AppError | null>(null);

  async function run(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    const result = await sessions.actions.runAgain(session.id, accountId, start);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    onClose();
    route.actions.goToBulk({ kind: 'session', sessionId: result.value.id });
  }

  return (
    <Modal opened onClose={onClose} title="Run again" size={480}>
      <form className={css['dialog']} onSubmit={(event) => void run(event)}>
        <p>
          A new session over the same {sizeInWords(session)}. “{session.name}” stays as it is, and the two can
          be compared.
        </p>
        <Accounts all={all} chosen={accountId} own={session.accountId} onChoose={setAccountId} />
        <Tick
          label="Start at once"
          checked={start}
          onChange={(event) => setStart(event.currentTarget.checked)}
        />
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void run() }} />}
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={accountId === ''}>
            {start ? 'Run again' : 'Make the session'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface AccountsProps {
  readonly all: readonly AccountSummary[];
  readonly chosen: string;
  /** The account of the session that is run again. */
  readonly own: string;
  readonly onChoose: (id: string) => void;
}

function Accounts({ all, chosen, own, onChoose }: AccountsProps) {
  const group = useId();
  return (
    <fieldset className={css['choices']}>
      <legend>For the account</legend>
      {all.map((account) => (
        <label key={account.id} className={css['choice']}>
          <input
            type="radio"
            name={group}
            checked={account.id === chosen}
            onChange={() => onChoose(account.id)}
            data-autofocus={account.id === chosen || undefined}
          />
          <AccountDot colour={account.colour} />
          <span className={css['label']}>{account.label}</span>
          {account.id === own && <span className={css['hint']}>as before</span>}
          {!account.key.hasKey && <span className={css['hint']}>no key yet</span>}
        </label>
      ))}
    </fieldset>
  );
}

interface CompareDialogProps {
  readonly session: Session;
  readonly onClose: () => void;
  readonly runAgain: () => void;
}

/** Chooses the second session of a comparison. The older of the two counts as "before". */
function CompareDialog({ session, onClose, runAgain }: CompareDialogProps) {
  const { sessions, route } = useStores();
  const all = useStore(sessions, (state) => valueOf(state.sessions));
  const { runs, others } = useMemo(() => comparable(all?.values() ?? [], session), [all, session]);
  const isNone = runs.length + others.length === 0;
  const [otherId, setOtherId] = useState(runs[0]?.id ?? null);
  const other = otherId === null ? null : (all?.get(otherId) ?? null);

  function compare(event: SyntheticEvent): void {
    event.preventDefault();
    if (other === null) return;
    onClose();
    route.actions.goToBulk({ kind: 'compare', ...inTime(session, other) });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={isNone ? `Compare “${session.name}”` : `Compare “${session.name}” with`}
      size={560}
    >
      {isNone ? (
        <NothingToCompare onClose={onClose} runAgain={runAgain} />
      ) : (
        <form className={css['dialog']} onSubmit={compare}>
          <div className={css['candidates']}>
            <Candidates title="Runs over the same names" all={runs} chosen={otherId} onChoose={setOtherId} />
            <Candidates
              title="Others with a TLD in common"
              all={others}
              chosen={otherId}
              onChoose={setOtherId}
            />
          </div>
          <p className={css['hint']}>Names and TLDs that both have are compared, where both were checked.</p>
          <div className={css['end']}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={other === null}>
              Compare
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

const NothingToCompare = ({ onClose, runAgain }: Pick<CompareDialogProps, 'onClose' | 'runAgain'>) => (
  <div className={css['dialog']}>
    <p>There is nothing to compare it with yet. Run it again later, then see what changed.</p>
    <div className={css['end']}>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button data-autofocus onClick={runAgain}>
        Run again…
      </Button>
    </div>
  </div>
);

interface CandidatesProps {
  readonly title: string;
  readonly all: readonly Session[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function Candidates({ title, all, chosen, onChoose }: CandidatesProps) {
  const group = useId();
  if (all.length === 0) return null;
  return (
    <fieldset className={css['choices']}>
      <legend>{title}</legend>
      {all.map((session) => (
        <label key={session.id} className={css['choice']}>
          <input
            type="radio"
            name={group}
            checked={session.id === chosen}
            onChange={() => onChoose(session.id)}
            data-autofocus={session.id === chosen || undefined}
          />
          <span className={css['label']}>{session.name}</span>
          <span className={css['hint']}>
            {sizeInWords(session)} · <Age at={session.createdAt} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
