import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { counted } from '../../../lib/format.ts';
import css from './contacts.module.css';
import type { Contacts } from './use-contacts.ts';

/** Says that something changed at the service since it was typed over, and lets a person choose at once for all. */
export function Conflicts({ contacts }: { readonly contacts: Contacts }) {
  const { conflicts, keepTyped, takeTheirs } = contacts;
  if (conflicts.length === 0) return null;
  return (
    <div className={css['caution']} role="note">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <p>
        {counted(conflicts.length, 'field is', 'fields are')} otherwise at the service than when you typed.
        Both are shown below: choose for each, or for all.
      </p>
      <Button variant="default" size="compact-sm" onClick={() => keepTyped(conflicts)}>
        Keep all I typed
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => takeTheirs(conflicts)}>
        Take all that is there
      </Button>
    </div>
  );
}
