import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { fieldError } from '../../change/flow-state.ts';
import { AddonLines } from '../../domains/renew/Addons.tsx';
import css from '../register.module.css';
import { isRepeated, type RegisterForm } from '../register-form.ts';
import type { Order } from '../use-order.ts';

interface Props {
  readonly order: Order;
}

/** What most orders do without: add-ons, and what single registries ask for. Left alone, nothing of it is sent. */
export function More({ order }: Props) {
  const { form, change, domain, state } = order;
  const isIdn = domain.includes('xn--');
  const isUsed =
    Object.keys(form.addons).length > 0 || form.domainFields.length > 0 || form.idnLanguage !== '';
  return (
    <details className={css['more']} open={isUsed || isIdn || undefined}>
      <summary>More: add-ons, fields of the registry</summary>
      {isIdn && (
        <TextInput
          label="Language of the name"
          description="This name has characters beyond a to z. Some registries ask for its language, such as DE or GER. Empty: not sent."
          className={css['language'] ?? ''}
          value={form.idnLanguage}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          error={fieldError(state, 'idnLanguage')}
          onChange={(event) => change({ idnLanguage: event.currentTarget.value })}
        />
      )}
      <h4>Add-ons</h4>
      <p className={css['quiet']}>What an add-on costs is not said by the API.</p>
      <AddonLines addons={form.addons} onChange={(addons) => change({ addons })} />
      <h4>Fields of the registry</h4>
      <p className={css['quiet']}>
        What a registry asks beyond the contacts, by the names that your provider gives, such as a tax number.
      </p>
      <DomainFields fields={form.domainFields} onChange={(domainFields) => change({ domainFields })} />
    </details>
  );
}

interface FieldsProps {
  readonly fields: RegisterForm['domainFields'];
  readonly onChange: (fields: RegisterForm['domainFields']) => void;
}

function DomainFields({ fields, onChange }: FieldsProps) {
  const put = (at: number, changes: Partial<FieldsProps['fields'][number]>) =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...changes } : field)));
  return (
    <>
      <ul className={css['rows']} aria-label="Fields of the registry">
        {fields.map(({ name, value }, index) => (
          <li key={index}>
            <TextInput
              aria-label={`Name of field ${index + 1}`}
              placeholder="Name"
              value={name}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              error={isRepeated(fields, index) ? 'This name is in the list already' : null}
              onChange={(event) => put(index, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Value of field ${index + 1}`}
              placeholder="Value"
              value={value}
              maxLength={2_000}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => put(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove field ${index + 1}`}
              onClick={() => onChange(fields.filter((_, at) => at !== index))}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...fields, { name: '', value: '' }])}
      >
        Add a field
      </Button>
    </>
  );
}
