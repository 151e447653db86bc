import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStores } from '../../../app-stores.ts';
import css from './diagnostics.module.css';

interface Props {
  readonly title: string;
  /** What is on the page, in one line. */
  readonly purpose: string;
  readonly children?: ReactNode;
}

/** The head of a page behind the settings: the way back, its name, and what can be done with it. */
export function PageHead({ title, purpose, children }: Props) {
  const { route } = useStores();
  return (
    <header className={css['head']}>
      <Button
        variant="subtle"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() => route.actions.goToSettings({ kind: 'all' })}
      >
        Settings
      </Button>
      <h1 className={css['title']}>{title}</h1>
      {children}
      <p className={css['purpose']}>{purpose}</p>
    </header>
  );
}
