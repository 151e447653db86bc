import { Button, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { kindOf, labelOf } from './contact-fields.ts';
import css from './contacts.module.css';
import { choicesWith } from './countries.ts';
import { doubtOf } from './doubts.ts';
import { useSuggestedPhone } from './phone.ts';

interface Props {
  /** As the service calls the field: what it means is told from it. */
  readonly name: string;
  /** In words, where they are others than of the name. */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Of the same contact: a phone number is read by it. */
  readonly country: string;
  /** Why main or the service did not take it; null where they have not said. */
  readonly refusal?: string | null;
  /** Whether being empty is doubted too. */
  readonly doubtsEmpty?: boolean;
  /** Beneath all else. */
  readonly children?: ReactNode;
}

/** One field of a contact, with what helps to type it. What is unusual is said, and can be sent all the same. */
export function ContactInput(props: Props) {
  const { name, label, value, onChange, refusal = null, doubtsEmpty = false, children } = props;
  const doubt = value === '' && !doubtsEmpty ? null : doubtOf(name, value);
  const kind = kindOf(name);
  const common = {
    label: label ?? labelOf(name),
    description: doubt,
    error: refusal,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input')[], // Mantine's own union holds all four.
    classNames: { description: css['doubt'] ?? '' },
  };
  return (
    <div className={css['field']}>
      {kind === 'country' ? (
        <Country value={value} onChange={onChange} common={common} />
      ) : (
        <TextInput
          {...common}
          value={value}
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {kind === 'phone' && <Suggestion value={value} country={props.country} onTake={onChange} />}
      {children}
    </div>
  );
}

interface CountryProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly common: object;
}

/** All countries, found by name or code; a value that is none of them stays what it is. */
const Country = ({ value, onChange, common }: CountryProps) => (
  <Select
    {...common}
    data={[...choicesWith(value)]}
    value={value === '' ? null : value}
    searchable
    clearable
    maxDropdownHeight={280}
    nothingFoundMessage="No such country"
    clearButtonProps={{ 'aria-label': 'Empty the country', tabIndex: -1 }}
    autoComplete="off"
    onChange={(chosen) => onChange(chosen ?? '')}
  />
);

interface SuggestionProps {
  readonly value: string;
  readonly country: string;
  readonly onTake: (value: string) => void;
}

function Suggestion({ value, country, onTake }: SuggestionProps) {
  const suggested = useSuggestedPhone(value, country);
  if (suggested === null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={css['suggestion'] ?? ''}
      onClick={() => onTake(suggested)}
    >
      Write it as {suggested}
    </Button>
  );
}
