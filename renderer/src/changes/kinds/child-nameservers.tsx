import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import { ChangeFlow } from '../ChangeFlow.tsx';
import { isBusy, isShownElsewhere } from '../flow-store.ts';
import { DisabledReason, DraftNote, LastChange, useLastChange, EditorEnd } from '../ChangeParts.tsx';
import { Age, counted, inOrder } from '../../ui/Formats.tsx';
import { useAction } from '../../use-action.ts';
import { Section } from '../../ui/PageParts.tsx';
import { Notice, ReadTrouble } from '../../ui/States.tsx';
import {
  type ChildForm,
  type ChildProblems,
  type ChildTask,
  fieldsOf,
  hostToSend,
  isAtItsField,
  isIpV6,
  useChildForm,
} from '../../domains/nameservers/child-nameservers.ts';
import css from './child-nameservers.module.css';
import { failureOf, valueOf } from '../../remote.ts';
import type { OfDomain } from '../../domains/domain-words.ts';

/** What the help says of its tab. */
export const help = {
  purpose: 'Nameservers inside this domain, with their addresses.',
  firstStep: 'Choose Register, and enter the host and its address.',
  notes: [
    'The list shows what was created here or entered by you. Use Record one that exists for the others.',
    'Before you delete one, look at the domains that use it: they may stop resolving.',
    'Remove from list sends nothing.',
  ],
};

/** The child nameservers of a domain: register, change addresses, delete, or record one made elsewhere. */
export function ChildNameserversEditor({ domain }: OfDomain) {
  const editing = useChildForm(domain);
  const { flow, known, begin } = editing;
  const form = useRef<HTMLDivElement>(null);
  const children = valueOf(known.children)?.children ?? null;

  /** Sets the form and focuses the next field. */
  function prepare(changes: Parameters<typeof begin>[0]): void {
    begin(changes);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('input[type=text], input:not([type])')?.focus(),
    );
  }

  return (
    <>
      <Section title="Known host records">
        <Stack gap={12} maw={880}>
          <Text c="dimmed" maw={640}>
            The ones created here and the ones you added. There may be others.
          </Text>
          <ReadTrouble error={failureOf(known.children) ?? known.error} again={known.again} />
          {children?.length === 0 && <p>None known for this domain.</p>}
          {children !== null && children.length > 0 && (
            <ChildList
              known={children}
              modify={({ host, addresses }) =>
                prepare({ task: 'modify', host, currentAddress: addresses[0] ?? '' })
              }
              remove={({ host }) => prepare({ task: 'delete', host })}
              forget={({ host }) => void known.forget(host)}
            />
          )}
        </Stack>
      </Section>
      <Section title="Change one">
        <Stack gap={12} maw={880} ref={form}>
          <DisabledReason accountId={domain.accountId} />
          <ChangeFlow flow={flow} isAtItsField={isAtItsField} />
          <FormPart domain={domain} editing={editing} />
        </Stack>
      </Section>
    </>
  );
}

interface FormProps extends OfDomain {
  readonly editing: ReturnType<typeof useChildForm>;
}

function FormPart({ domain, editing }: FormProps) {
  const { editor, flowState, form, isTyped, problems, change, reset, submit } = editing;
  const last = useLastChange(domain.accountId, domain.name, 'child-nameservers');
  const host = hostToSend(form, domain.name);
  return (
    <>
      <ChildFields form={form} domain={domain.name} problems={problems} onChange={change} />
      {form.task === 'delete' && host !== '' && (
        <UsedBy key={host} accountId={domain.accountId} host={host} />
      )}
      {isTyped && <DraftNote state={editor.state} />}
      <EditorEnd
        flow={flowState}
        action={form.task === 'tell' ? 'Add to list' : 'Review…'}
        canReview={isTyped && !isBusy(flowState)}
        onReview={submit}
        canReset={isTyped}
        onReset={reset}
      >
        {last !== null && !isShownElsewhere(flowState, last) && <LastChange change={last} />}
      </EditorEnd>
    </>
  );
}

interface ChildFieldsProps {
  readonly form: ChildForm;
  readonly domain: string;
  readonly problems: ChildProblems;
  readonly onChange: (changes: Partial<ChildForm>) => void;
}

const tasks: readonly { readonly value: ChildTask; readonly label: string }[] = [
  { value: 'register', label: 'Register' },
  { value: 'modify', label: 'Modify' },
  { value: 'delete', label: 'Delete' },
  { value: 'tell', label: 'Record one that exists' },
];

/** The task, the host and its addresses. Each problem is shown at its field. */
function ChildFields({ form, domain, problems, onChange }: ChildFieldsProps) {
  const has = fieldsOf[form.task];
  return (
    <>
      <SegmentedControl
        aria-label="Action"
        w="fit-content"
        data={[...tasks]}
        value={form.task}
        onChange={(task) => onChange({ task })}
      />
      <SimpleGrid
        minColWidth={240}
        autoFlow="auto-fit"
        spacing="md"
        verticalSpacing={12}
        style={{ alignItems: 'start' }}
      >
        <TextInput
          label="Host"
          description={hostWords(form, domain)}
          placeholder={`ns1.${toUnicode(domain)}`}
          {...common}
          value={form.host}
          maxLength={255}
          error={problems.host}
          onChange={(event) => onChange({ host: event.currentTarget.value })}
        />
        {has.includes('currentAddress') && (
          <TextInput
            label="Current address"
            description="As currently at the registry"
            placeholder="192.0.2.1"
            {...common}
            value={form.currentAddress}
            maxLength={64}
            error={problems.currentAddress}
            onChange={(event) => onChange({ currentAddress: event.currentTarget.value })}
          />
        )}
        {has.includes('address') && (
          <TextInput
            label={form.task === 'modify' ? 'New address' : 'Address'}
            description={isIpV6(form.address.trim()) ? 'IPv6 may not be accepted' : 'IPv4 or IPv6'}
            placeholder="192.0.2.1"
            {...common}
            value={form.address}
            maxLength={64}
            error={problems.address}
            onChange={(event) => onChange({ address: event.currentTarget.value })}
          />
        )}
      </SimpleGrid>
    </>
  );
}

const common = { classNames: { input: 'mono' } };

/** The full host, where it differs from the typed text. */
function hostWords(form: ChildForm, domain: string): string {
  const host = hostToSend(form, domain);
  return host === '' || host === form.host.trim()
    ? 'Its full name, or the part before the domain'
    : `Sent as ${host}`;
}

interface ChildListProps {
  readonly known: readonly ChildNameserver[];
  readonly modify: (child: ChildNameserver) => void;
  readonly remove: (child: ChildNameserver) => void;
  readonly forget: (child: ChildNameserver) => void;
}

const inShownOrder = (all: readonly ChildNameserver[]): readonly ChildNameserver[] =>
  all.toSorted((a, b) => inOrder(toUnicode(a.host), toUnicode(b.host)));

/** The known child nameservers, each with its addresses, their source and age. */
const ChildList = ({ known, modify, remove, forget }: ChildListProps) => (
  <ul className="line-above" aria-label="Known host records">
    {inShownOrder(known).map((child) => (
      <li key={child.host} className={`${css['child'] ?? ''} line-below`}>
        <span className="mono selectable">{toUnicode(child.host)}</span>
        {child.addresses.length === 0 ? (
          <Text span c="dimmed">
            address unknown
          </Text>
        ) : (
          <span className="mono selectable">{child.addresses.join(', ')}</span>
        )}
        <Text span c="dimmed">
          {child.source === 'change' ? 'created here' : 'entered by you'} <Age at={child.at} />
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" aria-label={`Modify ${child.host}`} onClick={() => modify(child)}>
            Modify
          </Button>
          <Button size="compact-sm" aria-label={`Delete ${child.host}`} onClick={() => remove(child)}>
            Delete
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            title="Removes it from this list. Nothing is sent."
            aria-label={`Remove ${child.host} from the list`}
            onClick={() => forget(child)}
          >
            Remove from list
          </Button>
        </Group>
      </li>
    ))}
  </ul>
);

const mostNamed = 5;

/** The domains that a deletion would affect, as far as known: those that use the host as a nameserver. */
function UsedBy({ accountId, host }: { readonly accountId: string; readonly host: string }) {
  const [remote] = useAction('domains', 'usersOf', { accountId, host });
  if (remote.status !== 'ready') return null;
  const users = remote.value.domains;
  if (users.length === 0)
    return (
      <Text c="dimmed" maw={640}>
        No domain of the portfolio is known to use it.
      </Text>
    );
  const named = users.map(nameInText).sort(inOrder).slice(0, mostNamed).join(', ');
  const rest = users.length - mostNamed;
  return (
    <Notice>
      {counted(users.length, 'domain uses', 'domains use')} this nameserver: {named}
      {rest > 0 && ` and ${rest} more`}. Without it they may stop resolving.
    </Notice>
  );
}
