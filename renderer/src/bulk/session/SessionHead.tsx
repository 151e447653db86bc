import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowsLeftRight,
  IconChevronDown,
  IconFileExport,
  IconPencil,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Session } from '#shared/domain/session.ts';
import { useStores } from '../../app-stores.ts';
import { valueOf } from '../../bridge.ts';
import { Age } from '../../ui/Formats.tsx';
import { AccountDot } from '../../ui/Marks.tsx';
import { ButtonKeys } from '../../ui/Shortcuts.tsx';
import { ExportDialog } from '../export/ExportDialog.tsx';
import { percentDone, sizeInWords, stateWords, waitingInWords } from '../session-words.ts';
import { RecheckAllDialog, RecheckMenu, RecheckOlderDialog } from './RecheckMenu.tsx';
import { CausesLine, ProgressLine, RunButtons } from './RunProgress.tsx';
import type { DialogChoice } from './session-actions.ts';
import { useSession, useSessionActions, useSessionState } from './session-store.ts';
import css from './head.module.css';

/** The session's name and state, and the actions on the whole of it. */
export function SessionHead({ dialog, setDialog }: DialogChoice) {
  const { route } = useStores();
  const hasFindings = useSessionState((state) => state.shown !== null);
  const close = () => setDialog('none');
  return (
    <header className={css['head']}>
      <div className={css['line']}>
        <Tooltip label="All sessions">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label="All sessions"
            onClick={() => route.actions.go({ screen: 'bulk', view: { kind: 'list' } })}
          >
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <SessionName isEditing={dialog === 'rename'} setEditing={(is) => setDialog(is ? 'rename' : 'none')} />
        <Origin />
        <div className={css['actions']}>
          <RunButtons />
          <RecheckMenu askEverything={() => setDialog('everything')} askOwnAge={() => setDialog('own-age')} />
          <RunsMenu />
          <Button
            variant="default"
            disabled={!hasFindings}
            leftSection={<IconFileExport size={14} aria-hidden />}
            rightSection={<ButtonKeys of="sessionExport" />}
            onClick={() => setDialog('export')}
          >
            Export
          </Button>
        </div>
      </div>
      <ProgressLine />
      <CausesLine />
      <Announcer />
      {dialog === 'export' && <ExportDialog onClose={close} />}
      {dialog === 'own-age' && <RecheckOlderDialog onClose={close} />}
      {dialog === 'everything' && <RecheckAllDialog onClose={close} />}
    </header>
  );
}

function Origin() {
  const { accounts } = useStores();
  const session = useSession();
  const account = useStore(accounts, (state) =>
    valueOf(state.accounts)?.accounts.find(({ id }) => id === session.accountId),
  );
  return (
    <p className={css['origin']}>
      {account !== undefined && <AccountDot colour={account.colour} />}
      <span className={css['account']}>{account?.label ?? 'An account that is no longer here'}</span>
      <span className={css['size']}>
        {sizeInWords(session)} · {session.source}
      </span>
    </p>
  );
}

interface FieldProps {
  readonly name: string;
  readonly onEnd: (byKey: boolean) => void;
}

interface Props {
  readonly isEditing: boolean;
  readonly setEditing: (isEditing: boolean) => void;
}

/** The session's name, edited in place. */
function SessionName({ isEditing, setEditing }: Props) {
  const { name } = useSession();
  /** Ended with a key: the focus returns to where the editing was started. */
  const [isByKey, setByKey] = useState(false);

  function end(byKey: boolean): void {
    setByKey(byKey);
    setEditing(false);
  }

  if (isEditing) return <NameField name={name} onEnd={end} />;
  return (
    <div className={css['nameLine']}>
      <h1 className={`${css['name'] ?? ''} selectable`} title={name}>
        {name}
      </h1>
      <Tooltip label="Rename">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label="Rename the session"
          autoFocus={isByKey}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Enter and blur save the typed name, Esc discards it; an empty name is ignored. */
function NameField({ name, onEnd }: FieldProps) {
  const { rename } = useSessionActions();
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function end(isKept: boolean, byKey: boolean): void {
    if (isOver.current) return;
    isOver.current = true;
    const typed = field.current?.value.trim() ?? '';
    if (isKept && typed !== '' && typed !== name) void rename(typed);
    onEnd(byKey);
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    end(event.key === 'Enter', true);
  };
  return (
    <>
      <h1 className="spoken">{name}</h1>
      <input
        ref={field}
        className={css['nameField']}
        aria-label="Name of the session"
        maxLength={120}
        defaultValue={name}
        onKeyDown={onKeyDown}
        onBlur={() => end(true, false)}
      />
    </>
  );
}

/** Other runs over the same names: start one for any account, or compare with an existing one. */
function RunsMenu() {
  const deed = useSessionState((state) => state.deed);
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={deed !== null}
          leftSection={<IconArrowsLeftRight size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Runs
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={css['runs'] ?? ''}>
        <Menu.Label>Run again for…</Menu.Label>
        <RunAgain />
        <Menu.Divider />
        <Menu.Label>Compare with…</Menu.Label>
        <CompareWith />
      </Menu.Dropdown>
    </Menu>
  );
}

function RunAgain() {
  const { accounts, route, notices } = useStores();
  const list = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const { accountId } = useSession();
  const { runAgain } = useSessionActions();
  return list.map((account) => (
    <Menu.Item
      key={account.id}
      leftSection={<AccountDot colour={account.colour} />}
      rightSection={account.id === accountId ? <span className={css['quiet']}>the same</span> : null}
      onClick={() =>
        void runAgain(account.id).then((made) => {
          if (made === null) return;
          notices.actions.say(`Running again for ${account.label}`);
          route.actions.go({ screen: 'bulk', view: { kind: 'session', sessionId: made.id } });
        })
      }
    >
      {account.label}
    </Menu.Item>
  ));
}

function CompareWith() {
  const { sessions, accounts, route } = useStores();
  const session = useSession();
  const all = useStore(sessions, (state) => valueOf(state.sessions));
  const list = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? [];
  const others = comparable(session, [...(all?.values() ?? [])]);
  if (others.length === 0)
    return <p className={css['none']}>There is no other session over these names and TLDs yet.</p>;
  return others.map((other) => {
    const isEarlier = other.createdAt < session.createdAt;
    const [beforeId, afterId] = isEarlier ? [other.id, session.id] : [session.id, other.id];
    const account = list.find(({ id }) => id === other.accountId);
    return (
      <Menu.Item
        key={other.id}
        leftSection={account === undefined ? null : <AccountDot colour={account.colour} />}
        onClick={() => route.actions.go({ screen: 'bulk', view: { kind: 'compare', beforeId, afterId } })}
      >
        {other.name}{' '}
        <span className={css['quiet']}>
          · <Age at={other.changedAt} />
        </span>
      </Menu.Item>
    );
  });
}

/**
 * The sessions to compare `session` with: those with the same names and TLDs, as far as the list shows, the newest first. Reruns
 * come before sessions that only have the same size.
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

/** The id of the first session of a chain of reruns; where a session of the chain was removed, its id. */
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

/** Announces progress to screen readers: at each change of state and at every 10 %, not more often. */
function Announcer() {
  const session = useSession();
  const tenth = Math.floor(percentDone(session) / 10) * 10;
  const what = session.waitingFor === null ? stateWords[session.state] : waitingInWords(session.waitingFor);
  return (
    <p className="spoken" role="status" aria-live="polite">
      {session.state === 'finished' ? 'Finished' : `${what}, ${tenth} % done`}
    </p>
  );
}
