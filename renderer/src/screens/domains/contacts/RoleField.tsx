import { Button } from '@mantine/core';
import type { FlowState } from '../../change/flow-state.ts';
import { labelOf } from './contact-fields.ts';
import { ContactInput } from './ContactInput.tsx';
import css from './contacts.module.css';
import { type Edit, editAt, isConflict, type RoleNow } from './edits.ts';
import { refusalAt } from './refusals.ts';
import type { Contacts } from './use-contacts.ts';

interface Props {
  readonly role: RoleNow;
  readonly field: RoleNow['fields'][number];
  readonly contacts: Contacts;
  readonly flow: FlowState;
  readonly country: string;
  readonly doubtsEmpty: boolean;
}

/** One field of a role that can be written, with what stood there before it was typed over. */
export function RoleField({ role, field, contacts, flow, country, doubtsEmpty }: Props) {
  const { name, value: now } = field;
  if (!field.isText) return <NoText name={name} json={now} />;
  const edit = editAt(contacts.edits, { role: role.name, field: name });
  const isChanged = edit !== null && edit.value !== now;
  return (
    <div className={css['cell']} data-changed={isChanged || undefined}>
      <ContactInput
        name={name}
        value={edit?.value ?? now}
        country={country}
        doubtsEmpty={doubtsEmpty}
        refusal={refusalAt(flow, role.name, name)}
        onChange={(value) => contacts.type(role, name, value)}
      >
        {edit !== null && isConflict(edit, now) && <Conflict edit={edit} now={now} contacts={contacts} />}
        {isChanged && !isConflict(edit, now) && (
          <p className={css['was']}>
            <span>
              was <Quoted text={now} />
            </span>
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Undo ${labelOf(name)} of ${role.name}`}
              onClick={() => contacts.undo(role.name, name)}
            >
              Undo
            </Button>
          </p>
        )}
      </ContactInput>
    </div>
  );
}

const Quoted = ({ text }: { readonly text: string }) =>
  text === '' ? <em className={css['none']}>empty</em> : <span className="selectable">“{text}”</span>;

interface ConflictProps {
  readonly edit: Edit;
  readonly now: string;
  readonly contacts: Contacts;
}

/** What is there now and what was typed over, both in sight: nobody chooses for the person. */
function Conflict({ edit, now, contacts }: ConflictProps) {
  const what = `${labelOf(edit.field)} of ${edit.role}`;
  const conflict = { edit, now };
  return (
    <div className={css['conflict']} role="note">
      <p>
        At the service now: <Quoted text={now} />. When you typed, it was <Quoted text={edit.was} />.
      </p>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Keep what I typed for ${what}`}
        onClick={() => contacts.keepTyped([conflict])}
      >
        Keep what I typed
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Take what is there for ${what}`}
        onClick={() => contacts.takeTheirs([conflict])}
      >
        Take what is there
      </Button>
    </div>
  );
}

const NoText = ({ name, json }: { readonly name: string; readonly json: string }) => (
  <dl className={css['noText']}>
    <dt>{labelOf(name)}</dt>
    <dd>
      <code className="mono selectable">{json}</code>
      <span className={css['quiet']}>Not a text in the answer: shown as it came, and not sent</span>
    </dd>
  </dl>
);
