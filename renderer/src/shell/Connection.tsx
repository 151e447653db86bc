import { Button, Popover } from '@mantine/core';
import { IconBan, IconCircleCheck, IconCircleDashed, IconCloudOff, IconKeyOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { clockDifference } from '../lib/format.ts';
import type { AccountStatus } from '../lib/nouns.ts';
import { valueOf } from '../lib/remote.ts';
import css from './header.module.css';

const words = {
  unknown: { text: 'Not tried yet', tone: 'quiet', Icon: IconCircleDashed },
  online: { text: 'Online', tone: 'fine', Icon: IconCircleCheck },
  offline: { text: 'Offline', tone: 'problem', Icon: IconCloudOff },
  refused: { text: 'Refused', tone: 'problem', Icon: IconBan },
  'no-key': { text: 'No key', tone: 'problem', Icon: IconKeyOff },
} as const satisfies Readonly<Record<AccountStatus['connection'], unknown>>;

/** The way to the service, in words; what lies behind it, one click away. */
export function Connection() {
  const status = useStore(useStores().status, (state) => valueOf(state.status));
  const [open, setOpen] = useState(false);
  if (status === null || status.accountId === null) return null;
  const { text, tone, Icon } = words[status.connection];
  return (
    <Popover position="bottom-end" width={340} opened={open} onChange={setOpen} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={`${css['item'] ?? ''} ${css['state'] ?? ''}`}
          data-tone={tone}
          onClick={() => setOpen(!open)}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Connection">
        <Report status={status} close={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Report({ status, close }: { readonly status: AccountStatus; readonly close: () => void }) {
  const stores = useStores();
  const said = status.error === null ? null : sentencesFor(status.error);
  return (
    <div className={css['report']}>
      {said === null ? (
        <p>
          {status.connection === 'online'
            ? 'The last call was answered.'
            : 'Nothing was asked of the service yet.'}
        </p>
      ) : (
        <>
          <p>
            {said.happened} {said.changed}
          </p>
          <p className={css['quiet']}>{said.next}</p>
        </>
      )}
      {status.clockSkewMs !== null && <p className={css['quiet']}>{clockDifference(status.clockSkewMs)}.</p>}
      <div className={css['actions']}>
        <Button onClick={() => void stores.status.actions.refresh()}>Try now</Button>
        <Button
          variant="default"
          onClick={() => {
            close();
            stores.route.actions.goToAccount(status.accountId, 'look');
          }}
        >
          Open the account
        </Button>
      </div>
    </div>
  );
}
