import { Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import {
  amountToType,
  defaultLimits,
  limitSentence,
  type OverLimit,
  type SpendingLimits,
} from '#shared/domain/limits.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { seenInCredit } from '#shared/domain/activity.ts';
import type { Output, Settings } from '../client.ts';
import { counted, format, upperFirst } from '../ui/Formats.tsx';
import { OnOff, Section } from '../ui/PageParts.tsx';
import { Setting } from '../ui/Setting.tsx';
import { useAction } from '../use-action.ts';
import { limitSumPattern, mostLimitCount } from '#shared/domain/bounds.ts';
import type { Remote } from '../remote.ts';

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
      <Text size="xs" c="dimmed" pb="sm">
        A paid change above a limit asks you to type the amount. A batch stops there until you do.
      </Text>
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
  readonly onLeave?: (name: LimitName, entry: LimitEntry) => void;
  /** The account whose spending is shown beside the daily limits; null is all accounts together. */
  readonly accountId: string | null;
  /** Show the error of every entry, not only of those that lost the focus. */
  readonly isStrict?: boolean;
}

/** Every limit with its switch and its value; for daily limits also the amount used since midnight, updated live. */
export function LimitFields({ form, onType, onLeave, accountId, isStrict = false }: LimitFieldsProps) {
  const [used] = useAction('limits', 'used', { accountId });
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
            onLeave?.(name, entry);
          }}
          used={usedText(name, used)}
        />
      ))}
      <Text size="xs" c="dimmed" pt="sm">
        Each currency has its own total, and so has each account without one. What is spent in practice counts
        there alone.
      </Text>
    </>
  );
}

type Used = Output<'limits', 'used'>;

/** What was used of a daily limit; empty for the others. */
function usedText(name: LimitName, used: Remote<Used>): string {
  if (name !== 'daySum' && name !== 'dayCount') return '';
  if (used.status === 'failed') return 'Couldn’t load today’s spending.';
  if (used.status !== 'ready') return '\u00a0';
  if (name === 'dayCount') return `Used today: ${format.count(used.value.unpriced)}`;
  const unseen = unseenText(used.value);
  return `Spent today: ${sumsText(used.value)}${unseen.length === 0 ? '' : ` (${unseen.join('; ')})`}`;
}

/** What of the sum is no price, and what is not in it. */
function unseenText({ sums, unsummed }: Used): readonly string[] {
  const measured = sums.filter((sum) => sum.measured !== null);
  const isAll = measured.length === sums.length && sums.every((sum) => sum.measured === sum.amount);
  const amounts = isAll ? '' : measured.map((sum) => moneyIn(sums, sum, sum.measured ?? '')).join(' and ');
  return [
    ...(measured.length === 0 ? [] : [`${amounts} ${seenInCredit}`.trim()]),
    ...(unsummed === 0 ? [] : [`${counted(unsummed, 'change', 'changes')} of unknown price not included`]),
  ];
}

const sumsText = ({ sums }: Used): string =>
  sums.map((sum) => moneyIn(sums, sum, sum.amount)).join(', ') || 'nothing';

/** An amount of one of these sums: beside others, whose it is where it has no currency. */
function moneyIn(sums: Used['sums'], { currency, account }: Used['sums'][number], amount: string): string {
  if (currency !== null) return `${amount} ${currency}`;
  return sums.length === 1 || account === null ? amount : `${amount} of ${isolated(account)}`;
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
  readonly used: string;
}

function LimitField({ name, entry, problem, onType, onLeave, used }: FieldProps) {
  const { label, purpose } = words[name];
  const problemId = useId();
  const { isOn, text } = entry;
  return (
    <Setting
      label={label}
      purpose={purpose}
      more={
        used !== '' && (
          <Text size="xs" c="dimmed" className="figures">
            {used}
          </Text>
        )
      }
    >
      {(labelled) => (
        <div>
          <Group gap={12} wrap="nowrap">
            <OnOff
              w={64}
              aria-label={`Limit: ${label}`}
              isOn={isOn}
              onChange={(next) => {
                onType({ isOn: next, text });
                onLeave({ isOn: next, text });
              }}
            />
            <TextInput
              w={160}
              aria-labelledby={labelled['aria-labelledby']}
              aria-describedby={problem === null ? labelled['aria-describedby'] : problemId}
              inputMode={isCount(name) ? 'numeric' : 'decimal'}
              value={isOn ? text : ''}
              placeholder={isOn ? '' : 'No limit'}
              disabled={!isOn}
              maxLength={20}
              error={problem !== null}
              onChange={(event) => onType({ isOn, text: event.currentTarget.value })}
              onBlur={() => onLeave(entry)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') onLeave(entry);
              }}
            />
          </Group>
          {problem !== null && (
            <Text id={problemId} role="alert" size="xs" mt={4} ta="right" c="var(--nd-danger)">
              {problem}
            </Text>
          )}
        </div>
      )}
    </Setting>
  );
}

interface TypedLimitProps {
  readonly limits: readonly OverLimit[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Every exceeded limit, and the field in which the user confirms them by typing the digits shown. */
export const TypedLimit = ({ limits, typed, onType }: TypedLimitProps) => (
  <Stack gap="sm">
    {limits.map(limitSentence).map((sentence) => (
      <Group key={sentence} gap="sm" wrap="nowrap" align="flex-start" c="var(--nd-caution)">
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
        <Text fw={500}>{sentence}</Text>
      </Group>
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
      classNames={{ input: 'mono' }}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  </Stack>
);

type LimitName = keyof SpendingLimits;

interface LimitEntry {
  /** Off: no limit. */
  readonly isOn: boolean;
  /** As typed. */
  readonly text: string;
}

export type LimitsForm = Readonly<Record<LimitName, LimitEntry>>;

const limitNames = Object.keys(defaultLimits) as readonly LimitName[]; // the type's own keys

const isCount = (name: LimitName): name is 'batchCount' | 'dayCount' =>
  name === 'batchCount' || name === 'dayCount';

/** A limit that is off starts with the default value when it is switched on. */
const entryOf = (name: LimitName, value: string | number | null): LimitEntry => ({
  isOn: value !== null,
  text: String(value ?? defaultLimits[name] ?? ''),
});

export const formOf = (limits: SpendingLimits): LimitsForm =>
  // One entry for each key of the type.
  Object.fromEntries(limitNames.map((name) => [name, entryOf(name, limits[name])])) as LimitsForm;

/** Why an entry is not a valid limit, in a sentence; null where it is. */
function problemOf(name: LimitName, { isOn, text }: LimitEntry): string | null {
  if (!isOn) return null;
  const typed = text.trim();
  if (typed === '') return 'Type a limit, or switch it off.';
  if (isCount(name)) {
    const isWhole = /^\d{1,7}$/.test(typed) && Number(typed) <= mostLimitCount;
    return isWhole ? null : `Type a whole number from 0 to ${format.count(mostLimitCount)}.`;
  }
  return limitSumPattern.test(typed) ? null : 'Type an amount such as 250 or 99.50.';
}

export const hasProblem = (form: LimitsForm): boolean =>
  limitNames.some((name) => problemOf(name, form[name]) !== null);

/** The limits to store. Only for a form without problems. */
export function limitsIn(form: LimitsForm): SpendingLimits {
  const sum = ({ isOn, text }: LimitEntry) => (isOn ? text.trim() : null);
  const count = ({ isOn, text }: LimitEntry) => (isOn ? Number(text.trim()) : null);
  return {
    changeSum: sum(form.changeSum),
    batchSum: sum(form.batchSum),
    batchCount: count(form.batchCount),
    daySum: sum(form.daySum),
    dayCount: count(form.dayCount),
  };
}

/** Limits in one line, as shown for an account's own. */
export function limitsText({ changeSum, batchSum, batchCount, daySum, dayCount }: SpendingLimits): string {
  const text = [
    spanText('one change', changeSum, null),
    spanText('one batch', batchSum, batchCount),
    spanText('one day', daySum, dayCount),
  ]
    .filter((part) => part !== '')
    .join('; ');
  return text === '' ? 'All switched off' : upperFirst(text);
}

function spanText(span: string, sum: string | null, count: number | null): string {
  const parts = [sum ?? '', count === null ? '' : `${counted(count, 'change', 'changes')} of unknown price`];
  const text = parts.filter((part) => part !== '').join(' plus ');
  return text === '' ? '' : `${span}: ${text}`;
}
