import { SegmentedControl, TextInput } from '@mantine/core';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { type ChildForm, type ChildProblems, type ChildTask, fieldsOf, hostToSend } from './child-form.ts';
import css from './children.module.css';
import { isIpV6 } from './ip-address.ts';

interface Props {
  readonly form: ChildForm;
  readonly domain: string;
  readonly problems: ChildProblems;
  readonly onChange: (changes: Partial<ChildForm>) => void;
}

const tasks: readonly { readonly value: ChildTask; readonly label: string }[] = [
  { value: 'register', label: 'Register' },
  { value: 'modify', label: 'Modify' },
  { value: 'delete', label: 'Delete' },
  { value: 'tell', label: 'Note one made elsewhere' },
];

/** What is to be done with which host, and the addresses that it takes. A reason stands at its field. */
export function ChildFields({ form, domain, problems, onChange }: Props) {
  const has = fieldsOf[form.task];
  return (
    <>
      <SegmentedControl
        aria-label="What to do"
        className={css['task'] ?? ''}
        data={[...tasks]}
        value={form.task}
        onChange={(task) => onChange({ task })}
      />
      <div className={css['fields']}>
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
            description="As it is at the registry now"
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
            description={
              isIpV6(form.address.trim()) ? 'IPv6: the API does not say whether it is taken' : 'IPv4 or IPv6'
            }
            placeholder="192.0.2.1"
            {...common}
            value={form.address}
            maxLength={64}
            error={problems.address}
            onChange={(event) => onChange({ address: event.currentTarget.value })}
          />
        )}
      </div>
    </>
  );
}

const common = { autoComplete: 'off', spellCheck: false, classNames: { input: 'mono' } } as const;

/** The whole host where it is otherwise than it was typed. */
function hostWords(form: ChildForm, domain: string): string {
  const host = hostToSend(form, domain);
  return host === '' || host === form.host.trim()
    ? 'Its full name, or the part before the domain'
    : `Sent as ${host}`;
}
