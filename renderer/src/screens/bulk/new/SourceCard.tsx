import { ActionIcon, Tooltip } from '@mantine/core';
import { IconClipboardText, IconFileText, IconX } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { valueOf } from '../../../lib/remote.ts';
import css from './names.module.css';
import type { Report } from './new-state.ts';
import type { NewStore } from './new-store.ts';

/** A file, or a text too long to be shown: what it is, and the way back to the empty field. */
export function SourceCard({ store }: { readonly store: NewStore }) {
  const card = useStore(store, (state) => state.card);
  const report = useStore(store, (state) => valueOf(state.report));
  const Icon = card === 'file' ? IconFileText : IconClipboardText;
  return (
    <div className={css['card']}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div className={css['cardText']}>
        <p className={css['cardTitle']}>{card === 'file' ? (report?.source ?? 'File') : 'Pasted text'}</p>
        <p className={css['cardHint']}>{report === null ? '' : formWords(report)}</p>
      </div>
      <Tooltip label="Take other names">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Take other names"
          onClick={store.actions.clear}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function formWords({ form, encoding, sheet }: Report): string {
  if (form === 'workbook') return sheet === null ? 'Workbook' : `Workbook, sheet “${sheet}”`;
  return [form === 'table' ? 'Table' : 'List', encoding].filter((part) => part !== '').join(' · ');
}
