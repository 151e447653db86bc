import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './code.module.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Before the title: a sign, or a countdown. */
  readonly mark?: ReactNode;
  readonly tone?: 'plain' | 'fine' | 'caution' | 'danger';
  /** What can be done about it, before Close. */
  readonly ways?: ReactNode;
  readonly onClose?: () => void;
}

/** One result under its title, told to a screen reader when it comes; brought into sight, since the window may be low. */
export function Panel({ title, children, mark, tone = 'plain', ways, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [title]);
  return (
    <section ref={panel} className={css['panel']} data-tone={tone} role="status" aria-label={title}>
      {mark !== undefined && <span className={css['mark']}>{mark}</span>}
      <div className={css['said']}>
        <h4 className={css['title']}>{title}</h4>
        {children}
        {(ways !== undefined || onClose !== undefined) && (
          <div className={css['ways']}>
            {ways}
            {onClose !== undefined && (
              <Button variant="subtle" onClick={onClose}>
                Close
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
