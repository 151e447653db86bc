import { Tooltip } from '@mantine/core';
import { IconCommand, IconKeyboard } from '@tabler/icons-react';
import { Keys } from '../components/Keys.tsx';
import { useStores } from '../app-stores.ts';
import { lazily, useCalm } from '../lib/lazily.tsx';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Connection } from './Connection.tsx';
import { Credit } from './Credit.tsx';
import css from './header.module.css';

const ClipboardCountdown = lazily(
  async () => (await import('../screens/codes/ClipboardCountdown.tsx')).ClipboardCountdown,
);

/** Which account this is, what credit it has, whether its service can be reached; and the way to everything else. */
export function Header() {
  const { route } = useStores();
  const isCalm = useCalm();
  return (
    <header className={css['header']}>
      <AccountSwitcher />
      <div className={css['gap']} />
      {isCalm && <ClipboardCountdown />}
      <Credit />
      <Connection />
      <span className={css['rule']} />
      <button type="button" className={css['item']} onClick={() => route.actions.show('palette')}>
        <IconCommand size={16} stroke={1.75} aria-hidden />
        <span className={css['wide']}>Commands</span>
        <Keys of="palette" />
      </button>
      <Tooltip label="Keyboard shortcuts">
        <button
          type="button"
          className={css['item']}
          aria-label="Keyboard shortcuts"
          onClick={() => route.actions.show('shortcuts')}
        >
          <IconKeyboard size={18} stroke={1.75} aria-hidden />
        </button>
      </Tooltip>
    </header>
  );
}
