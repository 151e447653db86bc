import { Button } from '@mantine/core';
import { counted } from '../../../lib/format.ts';
import { DraftNote } from '../../change/draft/DraftNote.tsx';
import { type FlowState, isBusy } from '../../change/flow-state.ts';
import { LastChange } from '../../change/LastChange.tsx';
import { useLastChange } from '../../change/last-changes.ts';
import { isRegistrant } from './contact-fields.ts';
import css from './contacts.module.css';
import { rolesToSend } from './edits.ts';
import type { Contacts } from './use-contacts.ts';

interface Props {
  readonly contacts: Contacts;
  readonly flow: FlowState;
}

/** What was typed and not sent, and the way on with it. Stays in sight below a long form. */
export function End({ contacts, flow }: Props) {
  const { domain, changed, conflicts, edits, roles, editor } = contacts;
  const last = useLastChange(domain.accountId, domain.name, 'contacts');
  const review = () => contacts.flow.actions.begin({ kind: 'contacts', roles: rolesToSend(edits, roles) });
  return (
    <div className={css['end']}>
      <div className={css['notes']}>
        {edits.length > 0 && <DraftNote state={editor.state} />}
        {changed.some(({ edit }) => isRegistrant(edit.role)) && (
          <p className={css['before']}>
            The registrant changes: the registry may ask for approvals by e-mail and lock transfers for a
            time.
          </p>
        )}
      </div>
      <div className={css['buttons']}>
        <Button disabled={changed.length === 0 || conflicts.length > 0 || isBusy(flow)} onClick={review}>
          Review…
        </Button>
        <Button variant="default" disabled={edits.length === 0} onClick={editor.actions.reset}>
          Reset
        </Button>
        <span className={css['quiet']} role="status">
          {summaryOf(contacts)}
        </span>
        {last !== null && <LastChange change={last} />}
      </div>
    </div>
  );
}

function summaryOf({ changed, conflicts }: Contacts): string {
  if (conflicts.length > 0) return 'Choose at the marked fields first';
  const roles = [...new Set(changed.map(({ edit }) => edit.role))];
  return changed.length === 0
    ? 'Nothing is changed'
    : `${counted(changed.length, 'field', 'fields')} changed: ${roles.join(', ')}. Each role is sent as a whole`;
}
