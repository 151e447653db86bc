import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconFileExport } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../../../../app-stores.ts';
import { AccountDot } from '../../../../components/AccountDot.tsx';
import { ButtonKeys } from '../../../../components/ButtonKeys.tsx';
import { valueOf } from '../../../../lib/remote.ts';
import { ExportDialog } from '../export/ExportDialog.tsx';
import { useSession, useSessionState } from '../session-context.ts';
import { sizeInWords } from '../session-words.ts';
import type { DialogChoice } from '../use-session-keys.ts';
import { Announcer } from './Announcer.tsx';
import { CausesLine } from './CausesLine.tsx';
import { EverythingDialog } from './EverythingDialog.tsx';
import css from './head.module.css';
import { LookAgainMenu } from './LookAgainMenu.tsx';
import { OthersMenu } from './OthersMenu.tsx';
import { OwnAgeDialog } from './OwnAgeDialog.tsx';
import { ProgressLine } from './ProgressLine.tsx';
import { RunButtons } from './RunButtons.tsx';
import { SessionName } from './SessionName.tsx';

/** Which session this is, how it goes, and what can be done with the whole of it. */
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
          <LookAgainMenu
            askEverything={() => setDialog('everything')}
            askOwnAge={() => setDialog('own-age')}
          />
          <OthersMenu />
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
      {dialog === 'own-age' && <OwnAgeDialog onClose={close} />}
      {dialog === 'everything' && <EverythingDialog onClose={close} />}
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
