import { Box, NativeSelect, Text, Title } from '@mantine/core';
import { listed } from '#shared/domain/counting.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { periodChoices } from '../changes/kinds/renew.tsx';
import type { AccountOptions } from '../client.ts';
import { valueOf } from '../remote.ts';
import { useAction } from '../use-action.ts';
import { OnOff } from '../ui/PageParts.tsx';
import { Setting } from '../ui/Setting.tsx';

type Defaults = AccountOptions['orderDefaults'];
type TemplatePart = 'contact' | 'nameservers';

interface FieldsProps {
  readonly options: AccountOptions;
  readonly onChange: (changes: Pick<AccountOptions, 'orderDefaults'>) => void;
}

const words = {
  contact: {
    label: 'Contact',
    purpose: 'Who is filled in as the registrant. A client’s own contact goes first.',
  },
  nameservers: { label: 'Nameservers', purpose: 'The set that is filled in. A client’s own set goes first.' },
  periodYears: { label: 'Period', purpose: 'For how long. The price follows from it.' },
  locksAfter: {
    label: 'Lock after registering',
    purpose: 'Offers the lock first once a domain is registered. It is a change of its own, with a review.',
  },
} as const;

/** What the account's orders begin with, as a part of the account's form. */
export function OrderDefaultsFields({ options, onChange }: FieldsProps) {
  const value = options.orderDefaults;
  const put = (changes: Partial<Defaults>): void => onChange({ orderDefaults: { ...value, ...changes } });
  const [templates] = useAction('templates', 'list', {});
  return (
    <div>
      <Title order={3} pt="md" className="line-above">
        New registrations
      </Title>
      <Text c="dimmed" size="xs">
        Filled in when you register names with this account. Nothing is sent before its review.
      </Text>
      {templates.status === 'failed' && (
        <Text c="var(--nd-caution)" size="xs" role="status">
          {sentencesFor(templates.error).happened} The choices of before stay.
        </Text>
      )}
      {(['contact', 'nameservers'] as const).map((part) => (
        <Setting key={part} {...words[part]}>
          {(labelled) => (
            <TemplateSelect
              labelled={labelled}
              part={part}
              templates={valueOf(templates)?.templates ?? null}
              value={value[part]}
              onChange={(id) => put({ [part]: id })}
            />
          )}
        </Setting>
      ))}
      <Setting {...words.periodYears}>
        {(labelled) => (
          <NativeSelect
            {...labelled}
            w={216}
            data={periodChoices}
            value={String(value.periodYears)}
            onChange={(event) => put({ periodYears: Number(event.currentTarget.value) })}
          />
        )}
      </Setting>
      <Setting {...words.locksAfter}>
        {(labelled) => (
          <Box w={216}>
            <OnOff {...labelled} isOn={value.locksAfter} onChange={(locksAfter) => put({ locksAfter })} />
          </Box>
        )}
      </Setting>
    </div>
  );
}

interface SelectProps {
  readonly labelled: { readonly 'aria-labelledby': string; readonly 'aria-describedby': string };
  readonly part: TemplatePart;
  readonly templates: readonly Template[] | null;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** The templates of a kind, each with the clients that have it as theirs. */
function TemplateSelect({ labelled, part, templates, value, onChange }: SelectProps) {
  const [clients] = useAction('clients', 'list', {});
  const ofClients = (id: string): string => {
    const names = (valueOf(clients)?.clients ?? []).filter((client) => client[part] === id);
    return names.length === 0 ? '' : ` (${listed(names.map(({ name }) => name))})`;
  };
  const offered = (templates ?? []).filter(({ kind }) => kind === part);
  // One that can't be opened now, or was removed, stays chosen until another is.
  const isMissing = value !== null && !offered.some(({ id }) => id === value);
  return (
    <NativeSelect
      {...labelled}
      w={216}
      value={value ?? ''}
      data={[
        { value: '', label: templates?.length === 0 ? 'None: there are no templates' : 'None' },
        ...(isMissing ? [{ value, label: templates === null ? 'As before' : removed }] : []),
        ...offered.map(({ id, name }) => ({ value: id, label: `${name}${ofClients(id)}` })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}

const removed = 'A template that was removed';
