import type { Domain } from '#shared/domain/portfolio.ts';
import { editorsOf, useEditor } from '../../change/draft/editors.ts';
import { hostsOf, isSame, readRows, rowsOf } from './rows.ts';
import { type HostRows, useHostRows } from './use-host-rows.ts';

const createEditors = editorsOf('nameservers', readRows);

export interface Rows extends HostRows {
  readonly editor: ReturnType<typeof useEditor<readonly string[]>>;
  /** Otherwise than what is there, as far as that is known. */
  readonly isDirty: boolean;
}

/** The rows of a domain's nameservers while they are edited. */
export function useRows(domain: Domain): Rows {
  const editor = useEditor(createEditors, domain);
  const present = domain.nameservers?.value ?? [];
  const rows = rowsOf(editor.state.typed, present);
  const isDirty =
    editor.state.typed !== null && !(isSame(hostsOf(rows), present) && isSame(rows, rowsOf(null, present)));
  return { ...useHostRows(domain.accountId, rows, editor.actions.type), editor, isDirty };
}
