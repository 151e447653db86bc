import { Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import css from './new.module.css';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
  /** Something is being dragged over it. */
  readonly isOver?: boolean;
}

/** One of the steps, which are all shown side by side. */
export function Step({ number, title, children, isOver = false }: StepProps) {
  const id = useId();
  return (
    <section className={css['step']} aria-labelledby={id} data-over={isOver}>
      <Group gap="sm" mih={24} fz="md" fw={600}>
        <Group
          justify="center"
          w={20}
          h={20}
          bdrs={10}
          bg="var(--nd-accent-soft)"
          c="var(--nd-accent)"
          fz="xs"
          aria-hidden
        >
          {number}
        </Group>
        <h2 id={id}>{title}</h2>
      </Group>
      {children}
    </section>
  );
}
