import { Switch, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Setting } from '../settings/Setting.tsx';
import css from './limits.module.css';
import {
  isCount,
  type LimitEntry,
  type LimitName,
  limitNames,
  type LimitsForm,
  problemOf,
} from './limits-form.ts';
import { UsedToday } from './UsedToday.tsx';

interface Props {
  readonly form: LimitsForm;
  readonly onType: (name: LimitName, entry: LimitEntry) => void;
  /** A field is left, Enter pressed, or a limit switched: with the entry as it is then. */
  readonly onLeave: (name: LimitName, entry: LimitEntry) => void;
  /** Whose spending stands beside the limits of a day; null is of all accounts together. */
  readonly accountId: string | null;
  /** Says of every entry what is wrong with it, not only of those that were left. */
  readonly isStrict?: boolean;
}

/** Every limit with its switch and its value, and beside those of a day what has been used of them. */
export function LimitFields({ form, onType, onLeave, accountId, isStrict = false }: Props) {
  const [left, setLeft] = useState<ReadonlySet<LimitName>>(new Set());
  return (
    <>
      {limitNames.map((name) => (
        <LimitField
          key={name}
          name={name}
          entry={form[name]}
          problem={isStrict || left.has(name) ? problemOf(name, form[name]) : null}
          onType={(entry) => onType(name, entry)}
          onLeave={(entry) => {
            setLeft(new Set(left).add(name));
            onLeave(name, entry);
          }}
          used={usedOf(name, accountId)}
        />
      ))}
      <p className={css['note']}>
        Each currency is added up by itself. Prices without a currency are one sum of their own.
      </p>
    </>
  );
}

function usedOf(name: LimitName, accountId: string | null): ReactNode {
  if (name === 'daySum') return <UsedToday accountId={accountId} measure="sum" />;
  return name === 'dayCount' ? <UsedToday accountId={accountId} measure="count" /> : null;
}

const words: Readonly<Record<LimitName, { readonly label: string; readonly purpose: string }>> = {
  changeSum: { label: 'Cost of one change', purpose: 'A registration or a renewal whose price is known.' },
  batchSum: { label: 'Cost of one batch', purpose: 'All paid changes of a batch together.' },
  batchCount: {
    label: 'Changes of unknown price in one batch',
    purpose: 'Where the service gives no price, paid changes are counted.',
  },
  daySum: { label: 'Cost of one day', purpose: 'From midnight to midnight, in your time zone.' },
  dayCount: {
    label: 'Changes of unknown price in one day',
    purpose: 'From midnight to midnight, in your time zone.',
  },
};

interface FieldProps {
  readonly name: LimitName;
  readonly entry: LimitEntry;
  readonly problem: string | null;
  readonly onType: (entry: LimitEntry) => void;
  readonly onLeave: (entry: LimitEntry) => void;
  readonly used: ReactNode;
}

function LimitField({ name, entry, problem, onType, onLeave, used }: FieldProps) {
  const { label, purpose } = words[name];
  const problemId = useId();
  const { isOn, text } = entry;
  return (
    <Setting label={label} purpose={purpose} more={used}>
      {(labelled) => (
        <div className={css['control']}>
          <Switch
            aria-label={`Limit: ${label}`}
            label={isOn ? 'On' : 'Off'}
            checked={isOn}
            onChange={(event) => {
              const switched = { isOn: event.currentTarget.checked, text };
              onType(switched);
              onLeave(switched);
            }}
          />
          <TextInput
            aria-labelledby={labelled['aria-labelledby']}
            aria-describedby={problem === null ? labelled['aria-describedby'] : problemId}
            inputMode={isCount(name) ? 'numeric' : 'decimal'}
            value={isOn ? text : ''}
            placeholder={isOn ? '' : 'No limit'}
            disabled={!isOn}
            maxLength={20}
            autoComplete="off"
            error={problem !== null}
            onChange={(event) => onType({ isOn, text: event.currentTarget.value })}
            onBlur={() => onLeave(entry)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onLeave(entry);
            }}
          />
          {problem !== null && (
            <p id={problemId} className={css['problem']} role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
    </Setting>
  );
}
