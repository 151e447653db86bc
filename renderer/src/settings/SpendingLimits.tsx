import { Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { amountToType, type OverLimit } from '#shared/domain/limits.ts';
import { limitSentence } from '#shared/error-sentences.ts';
import type { Bridge, Output } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import type { Settings } from '../bridge.ts';
import { format } from '../ui/Formats.tsx';
import { coalesced, createReading, type Reading } from '../ui/live-collection.ts';
import { Section, Setting } from '../ui/PageParts.tsx';
import {
  formOf,
  isCount,
  type LimitEntry,
  type LimitName,
  limitNames,
  type LimitsForm,
  limitsIn,
  problemOf,
} from './limits-form.ts';
import css from './limits.module.css';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/**
 * The spending limits over all accounts: what may be spent before the user must confirm it by typing. An invalid entry is not
 * saved.
 */
export function LimitsSection({ settings: { limits }, onChange }: Props) {
  const [typed, setTyped] = useState<Partial<LimitsForm>>({});

  function leave(name: LimitName, entry: LimitEntry): void {
    if (problemOf(name, entry) !== null) return;
    setTyped(Object.fromEntries(Object.entries(typed).filter(([other]) => other !== name)));
    const next = limitsIn({ ...formOf(limits), [name]: entry });
    if (next[name] !== limits[name]) onChange({ limits: next });
  }

  return (
    <Section title="Limits">
      <p className={css['intro']}>
        A paid change above a limit asks you to type the amount. A batch stops there and waits for you.
      </p>
      <LimitFields
        form={{ ...formOf(limits), ...typed }}
        accountId={null}
        onType={(name, entry) => setTyped({ ...typed, [name]: entry })}
        onLeave={leave}
      />
    </Section>
  );
}

interface LimitFieldsProps {
  readonly form: LimitsForm;
  readonly onType: (name: LimitName, entry: LimitEntry) => void;
  /** Called on blur, on Enter and on a switched limit, with the present entry. */
  readonly onLeave: (name: LimitName, entry: LimitEntry) => void;
  /** The account whose spending is shown beside the daily limits; null is all accounts together. */
  readonly accountId: string | null;
  /** Show the error of every entry, not only of those that lost the focus. */
  readonly isStrict?: boolean;
}

/** Every limit with its switch and its value; for daily limits also the amount used. */
export function LimitFields({ form, onType, onLeave, accountId, isStrict = false }: LimitFieldsProps) {
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

type Used = Output<'limits', 'used'>;

interface UsedTodayProps {
  /** Null is all accounts together. */
  readonly accountId: string | null;
  readonly measure: 'sum' | 'count';
}

/** The total of paid changes since midnight; updated live. */
function UsedToday({ accountId, measure }: UsedTodayProps) {
  const { bridge } = useStores();
  const [reading] = useState(() => readingOf(bridge, accountId));
  const used = useStore(reading);
  useEffect(() => {
    void reading.read();
    return bridge.on['changes.changed'](coalesced(() => void reading.read(), 300));
  }, [reading, bridge]);
  return (
    <p className={`${css['used'] ?? ''} figures`}>
      {used.status === 'ready' &&
        `Used today: ${measure === 'sum' ? sumsText(used.value) : format.count(used.value.unpriced)}`}
      {used.status === 'failed' && 'What was used today could not be read.'}
    </p>
  );
}

const readingOf = ({ request }: Bridge, accountId: string | null): Reading<Used> =>
  createReading(() => request.limits.used({ accountId }));

const sumsText = ({ sums }: Used): string =>
  sums.length === 0
    ? 'nothing'
    : sums
        .map(({ currency, amount }) =>
          currency === null ? `${amount} without a currency` : `${amount} ${currency}`,
        )
        .join(', ');

interface TypedLimitProps {
  readonly limits: readonly OverLimit[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Every exceeded limit, and the field in which the user confirms them by typing the digits shown. */
export const TypedLimit = ({ limits, typed, onType }: TypedLimitProps) => (
  <div className={css['over']}>
    {limits.map(limitSentence).map((words) => (
      <p key={words} className={css['overWords']}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        {words}
      </p>
    ))}
    <TextInput
      label={
        <>
          Type <span className="mono figures">{amountToType(limits)}</span> to confirm
        </>
      }
      inputMode="decimal"
      value={typed}
      maxLength={40}
      autoComplete="off"
      classNames={{ input: 'mono' }}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  </div>
);
