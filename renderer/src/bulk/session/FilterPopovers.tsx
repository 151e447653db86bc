import {
  Box,
  Button,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { UnknownCause } from '#shared/domain/finding.ts';
import { type PriceKind, usualCurrency } from '#shared/domain/session-prices.ts';
import css from '../../styles/filter.module.css';
import { FilterPopover, toggledIn } from '../../ui/Filters.tsx';
import { useCurrency } from '../../ui/currency.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { ageInWords, ageUnits, causeWords, offeredAges } from '../session-words.ts';
import { useLiveModel, useSession, useSessionActions, useSessionState } from './session-store.ts';
import type { AgeChoice, FilterChoice } from './session-state.ts';
import { unknownCauses } from '#shared/domain/finding-kinds.ts';

/** Which TLDs are shown as columns. */
export function TldFilter() {
  const { tlds } = useSession();
  const chosen = useSessionState((state) => state.choice.filter.tlds);
  return (
    <FilterPopover label="TLDs" chosen={tldsInWords(chosen, tlds.length)} width={296}>
      <TldChoice />
    </FilterPopover>
  );
}

function tldsInWords(chosen: readonly string[] | null, all: number): string | null {
  if (chosen === null) return null;
  const [only] = chosen;
  return chosen.length === 1 && only !== undefined
    ? `.${only}`
    : `${format.count(chosen.length)} of ${format.count(all)}`;
}

function TldChoice() {
  const { tlds } = useSession();
  const chosen = useSessionState((state) => state.choice.filter.tlds);
  const { filterBy } = useSessionActions();
  const [text, setText] = useState('');
  const wanted = text.trim().replace(/^\./, '').toLowerCase();
  const matching = tlds.filter((tld) => tld.includes(wanted));
  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        aria-label="Find a TLD"
        placeholder="Find a TLD"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SimpleGrid cols={2} spacing="sm">
        <Button disabled={chosen === null} onClick={() => filterBy({ tlds: null })}>
          All {format.count(tlds.length)}
        </Button>
        <Button
          disabled={wanted === '' || matching.length === 0}
          onClick={() => filterBy({ tlds: matching })}
        >
          Only these {format.count(matching.length)}
        </Button>
      </SimpleGrid>
      <Box
        mah="min(264px, 36vh)"
        style={{ overflowY: 'auto' }}
        className="mono"
        role="group"
        aria-label="TLDs"
      >
        {matching.map((tld) => (
          <Check
            key={tld}
            isOn={chosen?.includes(tld) ?? false}
            onToggle={() => filterBy({ tlds: toggledIn(tlds, chosen, tld) })}
          >
            .{tld}
          </Check>
        ))}
        {matching.length === 0 && <None>No TLD of this session matches.</None>}
      </Box>
    </Stack>
  );
}

interface CheckProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

const Check = ({ isOn, onToggle, children }: CheckProps) => (
  <label className={css['tld']}>
    <input type="checkbox" className="tick" checked={isOn} onChange={onToggle} />
    {children}
  </label>
);

const None = ({ children }: { readonly children: string }) => (
  <Text p="sm" c="dimmed">
    {children}
  </Text>
);

/** What is narrowed down seldom: by what the names are made of, by age and by cause. */
export function MoreFilters() {
  const { age, causes, ...name } = useSessionState((state) => state.choice.filter);
  const chosen = [nameInWords(name), ageChosen(age), causesInWords(causes)].filter((words) => words !== null);
  return (
    <FilterPopover label="More" chosen={chosen.join(', ') || null} width={300}>
      <Stack gap="lg">
        <NameChoices />
        <AgeChoices />
        <CauseChoices />
      </Stack>
    </FilterPopover>
  );
}

/** What the names are made of, as the user sees them: how many characters, and which not. */
function NameChoices() {
  const { minLength, maxLength, noDigits, noHyphens } = useSessionState((state) => state.choice.filter);
  const { filterBy } = useSessionActions();
  const asLength = (typed: string | number): number | null =>
    typeof typed === 'number' && typed >= 0 ? Math.floor(typed) : null;
  return (
    <Stack gap="sm" role="group" aria-label="Name">
      <SimpleGrid cols={2} spacing="sm">
        <NumberInput
          data-autofocus
          label="From"
          description="characters"
          min={1}
          max={63}
          value={minLength ?? ''}
          onChange={(typed) => filterBy({ minLength: asLength(typed) })}
        />
        <NumberInput
          label="To"
          description="characters"
          min={1}
          max={63}
          value={maxLength ?? ''}
          onChange={(typed) => filterBy({ maxLength: asLength(typed) })}
        />
      </SimpleGrid>
      <Box>
        <Check isOn={noDigits} onToggle={() => filterBy({ noDigits: !noDigits })}>
          No digits
        </Check>
        <Check isOn={noHyphens} onToggle={() => filterBy({ noHyphens: !noHyphens })}>
          No hyphens
        </Check>
      </Box>
    </Stack>
  );
}

type NameChoice = Pick<FilterChoice, 'minLength' | 'maxLength' | 'noDigits' | 'noHyphens'>;

export function nameInWords({ noDigits, noHyphens, ...lengths }: NameChoice): string | null {
  const words = [lengthInWords(lengths), noDigits ? 'no digits' : null, noHyphens ? 'no hyphens' : null];
  return words.filter((word) => word !== null).join(', ') || null;
}

function lengthInWords({ minLength, maxLength }: Pick<NameChoice, 'minLength' | 'maxLength'>): string | null {
  if (minLength === null) return maxLength === null ? null : `up to ${maxLength}`;
  if (maxLength === null) return `from ${minLength}`;
  return minLength === maxLength ? String(minLength) : `${minLength}–${maxLength}`;
}

/** How much a name may cost at most. What has no known price costs something all the same: it is hidden, not shown as cheap. */
export function PriceFilter() {
  const mostPrice = useSessionState((state) => state.choice.filter.mostPrice);
  const { filterBy } = useSessionActions();
  const [of, setOf] = useState<PriceKind>(mostPrice?.of ?? 'register');
  return (
    <FilterPopover label="Price" chosen={mostPrice === null ? null : priceInWords(mostPrice)} width={280}>
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label="Which price"
          data={[
            { value: 'register', label: 'Register' },
            { value: 'renew', label: 'Renewal' },
          ]}
          value={of}
          onChange={(chosen) => {
            const kind = chosen === 'renew' ? 'renew' : 'register';
            setOf(kind);
            if (mostPrice !== null) filterBy({ mostPrice: { ...mostPrice, of: kind } });
          }}
        />
        <NumberInput
          data-autofocus
          label="At most"
          min={0}
          decimalScale={4}
          value={mostPrice?.amount ?? ''}
          onChange={(typed) =>
            filterBy({ mostPrice: typeof typed === 'number' && typed >= 0 ? { of, amount: typed } : null })
          }
        />
        <ComparedPrices of={of} />
        <Button disabled={mostPrice === null} onClick={() => filterBy({ mostPrice: null })}>
          Any price
        </Button>
      </Stack>
    </FilterPopover>
  );
}

/** Which prices the limit is about: those of one currency. */
function ComparedPrices({ of }: { readonly of: PriceKind }) {
  const model = useLiveModel();
  const accountId = useSession().accountId;
  const usual = useCurrency(accountId);
  const prices = model?.prices() ?? null;
  if (prices === null) return <Text c="dimmed">Names without a known price are hidden.</Text>;
  const { number, others } = usualCurrency(prices, of);
  const currency = prices.currencyAt(number) ?? usual;
  return (
    <Text c="dimmed" className="figures">
      {currency !== null && `In ${currency}. `}Names without a known price are hidden
      {others > 0 && `, and ${counted(others, 'price', 'prices')} in another currency`}.
    </Text>
  );
}

const priceInWords = ({ of, amount }: NonNullable<FilterChoice['mostPrice']>): string =>
  `${of === 'renew' ? 'renewal ' : ''}up to ${format.count(amount)}`;

/** The causes of unknown cells; nothing where no cell is unknown. Choosing one shows unknown cells only, because no other cell has a cause. */
function CauseChoices() {
  const model = useLiveModel();
  const chosen = useSessionState((state) => state.choice.filter.causes);
  const { filterBy } = useSessionActions();
  const counts = model?.causes() ?? {};
  const toggle = (cause: UnknownCause) => {
    const causes = toggledIn(unknownCauses, chosen, cause);
    filterBy({ causes, kinds: causes === null ? null : ['unknown'] });
  };
  const listed = unknownCauses.filter((cause) => counts[cause] !== undefined || chosen?.includes(cause));
  if (listed.length === 0) return null;
  return (
    <Stack gap={0} className="figures" role="group" aria-label="Causes of unknown">
      <Text size="sm" fw={500}>
        Unknown because of
      </Text>
      {listed.map((cause) => (
        <Check key={cause} isOn={chosen?.includes(cause) ?? false} onToggle={() => toggle(cause)}>
          <Text span flex={1}>
            {causeWords[cause]}
          </Text>
          <span className={css['count']}>{format.count(counts[cause] ?? 0)}</span>
        </Check>
      ))}
    </Stack>
  );
}

function causesInWords(chosen: readonly UnknownCause[] | null): string | null {
  const [only] = chosen ?? [];
  if (chosen === null || only === undefined) return null;
  return chosen.length === 1 ? causeWords[only] : format.count(chosen.length);
}

const usual: AgeChoice = { than: 'older', seconds: offeredAges[1].seconds };

const ageChosen = (age: FilterChoice['age']): string | null =>
  age === null ? null : `${age.than} than ${ageInWords(age.seconds)}`;

/** How long ago cells were checked. A cell that was never checked has no age and never matches. */
function AgeChoices() {
  const age = useSessionState((state) => state.choice.filter.age);
  const { filterBy } = useSessionActions();
  const change = (news: Partial<AgeChoice>) => filterBy({ age: { ...(age ?? usual), ...news } });
  return (
    <Stack gap="sm" role="group" aria-label="Checked">
      <SegmentedControl
        fullWidth
        aria-label="Older or newer"
        data={[
          { value: 'any', label: 'Any age' },
          { value: 'older', label: 'Older than' },
          { value: 'newer', label: 'Newer than' },
        ]}
        value={age?.than ?? 'any'}
        onChange={(than) =>
          than === 'any' ? filterBy({ age: null }) : change({ than: than === 'newer' ? 'newer' : 'older' })
        }
      />
      {age !== null && <OwnAge age={age} change={change} />}
    </Stack>
  );
}

interface OwnAgeProps {
  readonly age: AgeChoice;
  readonly change: (news: Partial<AgeChoice>) => void;
}

function OwnAge({ age, change }: OwnAgeProps) {
  const unit = [...ageUnits].reverse().find(({ value }) => age.seconds % Number(value) === 0) ?? ageUnits[0];
  return (
    <SimpleGrid cols={2} spacing="sm">
      <NumberInput
        aria-label="Age"
        min={1}
        max={9_999}
        value={age.seconds / Number(unit.value)}
        onChange={(typed) => {
          if (typeof typed === 'number' && typed > 0)
            change({ seconds: Math.round(typed * Number(unit.value)) });
        }}
      />
      <Select
        aria-label="Unit of the age"
        data={[...ageUnits]}
        value={unit.value}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) =>
          change({ seconds: (age.seconds / Number(unit.value)) * Number(value ?? unit.value) })
        }
      />
    </SimpleGrid>
  );
}
