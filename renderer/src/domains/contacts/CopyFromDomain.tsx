import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import { DialogEnd } from '../../ui/Dialogs.tsx';
import { useAction } from '../../use-action.ts';
import { ModalDialog } from '../../ui/ModalDialog.tsx';
import { inOrder } from '../../ui/Formats.tsx';
import { Choices, Fact, Facts } from '../../ui/PageParts.tsx';
import { ReadTrouble } from '../../ui/States.tsx';
import { useDomains } from '../domains-store.ts';
import type { NamedValue } from '#shared/domain/contact-fields.ts';
import type { RoleNow } from './use-contacts.ts';
import css from './copy.module.css';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';
import { valueOf } from '../../remote.ts';

interface Props {
  /** The account whose portfolio is offered. */
  readonly accountId: string;
  /** The domain being filled in, which is not offered. */
  readonly except: string | null;
  /** The initially chosen role, where the other domain has it. */
  readonly role: string;
  readonly onTake: (fields: readonly NamedValue[], from: string) => void;
  readonly onClose: () => void;
}

/** Reads the contacts of another domain of the portfolio, and passes one of its roles on. */
export function CopyFromDomain({ accountId, except, role, onTake, onClose }: Props) {
  const [from, setFrom] = useState<string | null>(null);
  return (
    <ModalDialog onClose={onClose} title="Copy from another domain" size={560}>
      <Stack gap="sm">
        <DomainPick accountId={accountId} except={except} chosen={from} onChoose={setFrom} />
        {from !== null && <Roles key={from} accountId={accountId} from={from} role={role} onTake={onTake} />}
      </Stack>
    </ModalDialog>
  );
}

interface RolesProps extends Pick<Props, 'accountId' | 'role' | 'onTake'> {
  readonly from: string;
}

function Roles({ accountId, from, role, onTake }: RolesProps) {
  const [contacts, again] = useAction('domains', 'readContacts', { accountId, domain: from });
  const [chosen, setChosen] = useState<string | null>(null);
  const now = valueOf(contacts);
  if (contacts.status === 'failed')
    return (
      <ReadTrouble
        error={contacts.error}
        about={`Couldn’t load the contacts of ${nameInText(from)}`}
        again={again}
      />
    );
  if (now === null)
    return (
      <Group component="p" gap="sm" c="dimmed" role="status">
        <Loader size={14} aria-hidden />
        Loading the contacts of {nameInText(from)}
      </Group>
    );
  const shown =
    now.roles.find(({ name }) => name === (chosen ?? role)) ??
    now.roles.find(({ fields }) => fields.length > 0);
  if (shown === undefined) return <p>The service shows no contacts for {nameInText(from)}.</p>;
  return (
    <>
      <Choices
        legend="Role"
        choices={now.roles.map(({ name }) => ({ value: name, label: name }))}
        value={shown.name}
        onChange={setChosen}
        isInline
      />
      <Preview role={shown} />
      <DialogEnd>
        <Button variant="filled" onClick={() => onTake(textsOf(shown), from)}>
          Fill in
        </Button>
      </DialogEnd>
    </>
  );
}

const textsOf = ({ fields }: RoleNow): readonly NamedValue[] =>
  fields.filter(({ isText }) => isText).map(({ name, value }) => ({ name, value }));

const Preview = ({ role }: { readonly role: RoleNow }) => (
  <Facts label={`${role.name} of the other domain`}>
    {role.fields
      .filter(({ isText, value }) => isText && value !== '')
      .map(({ name, value }) => (
        <Fact key={name} name={contactLabelOf(name)}>
          {value}
        </Fact>
      ))}
  </Facts>
);

interface DomainPickProps {
  /** The account of the portfolio. */
  readonly accountId: string;
  readonly except: string | null;
  readonly chosen: string | null;
  readonly onChoose: (domain: string) => void;
}

const mostShown = 50;

/** The names of the portfolio with a text filter; Enter takes the first one, and the arrow keys move between them. */
function DomainPick({ accountId, except, chosen, onChoose }: DomainPickProps) {
  const [text, setText] = useState('');
  const { found, total } = useFound(accountId, text, except);
  const list = useRef<HTMLUListElement>(null);
  return (
    <Stack gap="sm" onKeyDown={(event) => moveAmong(event, list.current)}>
      <TextInput
        label="Domain"
        placeholder="Part of its name"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && first !== undefined)
            onChoose(first.name);
        }}
        data-autofocus
      />
      <ul ref={list} className={css['domains']} aria-label="Domains of the portfolio">
        {found.map(({ name, unicode }) => (
          <li key={name}>
            <button
              type="button"
              className="mono"
              aria-pressed={name === chosen}
              onClick={() => onChoose(name)}
            >
              {unicode}
            </button>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {countWords(found.length, total)}
      </Text>
    </Stack>
  );
}

const countWords = (shown: number, total: number): string => {
  if (total === 0) return 'No matching domain in the portfolio';
  return shown < total ? `${shown} of ${total}: type more to narrow down` : '';
};

function useFound(accountId: string, text: string, except: string | null) {
  const names = useNamesOf(accountId);
  const inUnicode = useMemo(
    () =>
      names.map((name) => ({ name, unicode: toUnicode(name) })).sort((a, b) => inOrder(a.unicode, b.unicode)),
    [names],
  );
  return useMemo(() => {
    const part = text.trim().toLowerCase();
    const has = (is: (form: string) => boolean) =>
      inUnicode.filter(({ name, unicode }) => name !== except && (is(name) || is(unicode)));
    // What was typed as a whole comes first: many names may end in it.
    const all = [...new Set([...has((form) => form === part), ...has((form) => form.includes(part))])];
    return { found: all.slice(0, mostShown), total: all.length };
  }, [inUnicode, text, except]);
}

/** Of the active account the names already loaded; of another account the names loaded when this is opened. */
function useNamesOf(accountId: string): readonly string[] {
  const { accountId: shownId, domains } = useStore(useDomains());
  const isShown = accountId === shownId;
  const [listed] = useAction('domains', 'list', isShown ? null : { accountId });
  return useMemo(
    () =>
      isShown
        ? [...(valueOf(domains)?.keys() ?? [])]
        : (valueOf(listed)?.domains ?? []).map(({ name }) => name),
    [isShown, domains, listed],
  );
}

function moveAmong(event: KeyboardEvent, list: HTMLUListElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}
