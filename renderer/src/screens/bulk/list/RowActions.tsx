import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowsDiff,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import type { Session } from '#shared/domain/session.ts';
import type { ReactNode } from 'react';
import { Keys } from '../../../components/Keys.tsx';
import type { ShortcutName } from '../../../lib/shortcuts.ts';
import { isOnItsWay } from '../sessions-store.ts';
import { canGoOn, canStop, type Deeds } from './use-deeds.ts';

interface Props {
  readonly session: Session;
  readonly busy: boolean;
  readonly deeds: Deeds;
}

/** For the mouse: what the keys of the list do as well, so none of it stands in the way of the Tab key. */
export function RowActions({ session, busy, deeds }: Props) {
  return (
    // What is pressed here is not a click on the row.
    <div style={{ display: 'flex' }} onClick={(event) => event.stopPropagation()}>
      <HoldOrGoOn session={session} busy={busy} deeds={deeds} />
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            tabIndex={-1}
            aria-label={`More for ${session.name}`}
          >
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <More session={session} deeds={deeds} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function HoldOrGoOn({ session, busy, deeds }: Props) {
  const going = isOnItsWay(session);
  if (!going && !canGoOn(session)) return null;
  const label = `${going ? 'Pause' : 'Resume'} ${session.name}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        tabIndex={-1}
        aria-label={label}
        loading={busy}
        onClick={() => deeds.pauseOrResume(session)}
      >
        {going ? (
          <IconPlayerPause size={16} stroke={1.75} aria-hidden />
        ) : (
          <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}

function More({ session, deeds }: Omit<Props, 'busy'>) {
  const item = (label: string, icon: ReactNode, keys: ShortcutName, act: (one: Session) => void) => (
    <Menu.Item leftSection={icon} rightSection={<Keys of={keys} />} onClick={() => act(session)}>
      {label}
    </Menu.Item>
  );
  const size = { size: 14, 'aria-hidden': true } as const;
  return (
    <>
      {item('Open', <IconTable {...size} />, 'openSession', deeds.open)}
      {canStop(session) && item('Stop', <IconPlayerStop {...size} />, 'stopSession', deeds.stop)}
      {item('Rename…', <IconPencil {...size} />, 'renameSession', (one) => deeds.ask('rename', one))}
      {item('Run again…', <IconRepeat {...size} />, 'runSessionAgain', (one) => deeds.ask('run-again', one))}
      {item('Compare with…', <IconArrowsDiff {...size} />, 'compareSession', (one) =>
        deeds.ask('compare', one),
      )}
      <Menu.Divider />
      {item('Remove…', <IconTrash {...size} />, 'removeSession', (one) => deeds.ask('remove', one))}
    </>
  );
}
