import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSession, useSessionActions } from '../session-context.ts';
import css from './head.module.css';

interface FieldProps {
  readonly name: string;
  readonly onEnd: (byKey: boolean) => void;
}

interface Props {
  readonly isEditing: boolean;
  readonly setEditing: (isEditing: boolean) => void;
}

/** The session's name; changed where it stands. */
export function SessionName({ isEditing, setEditing }: Props) {
  const { name } = useSession();
  /** Ended by a key: the focus goes back to where it was begun. */
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

/** Enter and leaving the field keep what was typed, Esc does not; an empty name is no name. */
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
