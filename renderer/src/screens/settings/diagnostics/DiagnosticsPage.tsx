import type { ReactNode } from 'react';
import { useStores } from '../../../app-stores.ts';
import { BackTo } from '../../../components/BackTo.tsx';
import css from './diagnostics.module.css';

interface Props {
  readonly title: string;
  /** What is on the page, in one line. */
  readonly purpose: string;
  /** What can be done with all of it, at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page behind the settings: the way back, its name, what can be done with it, and what is on it. */
export function DiagnosticsPage({ title, purpose, actions, children }: Props) {
  const { route } = useStores();
  return (
    <div className={css['screen']}>
      <div className={css['page']}>
        <header>
          <div className={css['head']}>
            <BackTo
              label="Back to the settings"
              onClick={() => route.actions.goToSettings({ kind: 'all' })}
            />
            <h1 className={css['title']}>{title}</h1>
            {actions}
          </div>
          <p className={css['purpose']}>{purpose}</p>
        </header>
        {children}
      </div>
    </div>
  );
}
