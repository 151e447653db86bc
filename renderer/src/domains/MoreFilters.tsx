import { Group, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { tenThousandths } from '#shared/domain/counting.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { FilterPopover } from '../ui/Filters.tsx';
import { format, inOrder, useNowMs } from '../ui/Formats.tsx';
import { Tick } from '../ui/PageParts.tsx';
import { atRegistryInWords, shownAtRegistry } from './domain-words.ts';
import { partsBeside } from './domain-templates.ts';
import { type PortfolioFilter, type PriceRange, untagged } from './portfolio-filter.ts';
import type { PortfolioNow, PortfolioStore } from './portfolio-store.ts';

interface Props extends Pick<PortfolioNow, 'all' | 'prices' | 'templates'> {
  readonly list: PortfolioStore;
}

interface OfValues {
  readonly label: string;
  /** The values of a domain. */
  readonly of: (domain: Domain, nowMs: number) => readonly string[];
  /** Where they are not shown as they are. */
  readonly inWords?: (value: string) => string;
}

const moreFilters = {
  tag: {
    label: 'Tag',
    of: ({ tags }) => (tags.length === 0 ? [untagged] : tags),
    inWords: (tag) => (tag === untagged ? 'No tag' : isolated(tag)),
  },
  tld: { label: 'TLD', of: ({ name }) => [tldOf(name)] },
  nameserver: { label: 'Nameserver', of: ({ nameservers }) => nameservers?.value ?? [] },
  status: { label: 'Status at the registry', of: shownAtRegistry, inWords: atRegistryInWords },
  registrant: { label: 'Registrant', of: ({ registrant }) => (registrant?.value ? [registrant.value] : []) },
} as const satisfies Readonly<Record<string, OfValues>>;

type MoreFilter = keyof typeof moreFilters;
// A constant object has the keys of its type.
const moreNames = Object.keys(moreFilters) as readonly MoreFilter[];

const wordsOf = (name: MoreFilter): ((value: string) => string) => {
  const { inWords = (value: string) => value }: OfValues = moreFilters[name];
  return inWords;
};

const ages = [
  { value: 1, label: 'Over a day ago' },
  { value: 7, label: 'Over 7 days ago' },
  { value: 30, label: 'Over 30 days ago' },
  { value: 90, label: 'Over 90 days ago' },
] as const;

/** What is chosen less often. */
export function MoreFilters({ list, all, prices, templates }: Props) {
  const filter = useStore(list, (state) => state.filter);
  const chosen = [
    ...moreNames.flatMap((name) => (filter[name] === null ? [] : wordsOf(name)(filter[name]))),
    ...ages.flatMap(({ value, label }) => (value === filter.notReadForDays ? [label.toLowerCase()] : [])),
    ...(filter.price === null ? [] : [priceWords(filter.price)]),
    ...(filter.template === null ? [] : [templateWords[filter.template]]),
    ...(filter.notedOnly ? ['with a note'] : []),
  ];
  const [only] = chosen;
  return (
    <FilterPopover
      label="More"
      chosen={only === undefined ? null : chosen.length === 1 ? only : format.count(chosen.length)}
      width={640}
    >
      {/* The focus goes here: in the first field it would open a list over the others. */}
      <SimpleGrid cols={2} spacing="lg" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        <Stack gap="sm">
          {moreNames.map((name) => (
            <MoreFilter key={name} list={list} all={all} name={name} />
          ))}
        </Stack>
        <Stack gap="sm">
          <Select
            label="Updated"
            placeholder="Any time"
            clearable
            comboboxProps={{ withinPortal: false }}
            data={ages.map(({ value, label }) => ({ value: String(value), label }))}
            value={filter.notReadForDays === null ? null : String(filter.notReadForDays)}
            onChange={(days) => list.actions.filter({ notReadForDays: days === null ? null : Number(days) })}
          />
          <PriceFilter list={list} all={all} prices={prices} />
          <TemplateFilter list={list} all={all} templates={templates} />
          <Tick
            label="Has a note"
            checked={filter.notedOnly}
            onChange={({ currentTarget: { checked } }) => list.actions.filter({ notedOnly: checked })}
          />
        </Stack>
      </SimpleGrid>
    </FilterPopover>
  );
}

function MoreFilter({ list, all, name }: Pick<Props, 'list' | 'all'> & { readonly name: MoreFilter }) {
  const chosen = useStore(list, ({ filter }) => filter[name]);
  const nowMs = useNowMs();
  const { label, of } = moreFilters[name];
  const values = useMemo(() => {
    const known = new Set(all.all().flatMap((domain) => of(domain, nowMs)));
    if (chosen !== null) known.add(chosen);
    return [...known].toSorted(inOrder).map((value) => ({ value, label: wordsOf(name)(value) }));
  }, [all, of, name, chosen, nowMs]);
  return (
    <Select
      label={label}
      placeholder="Any"
      searchable
      clearable
      limit={100}
      comboboxProps={{ withinPortal: false }}
      data={values}
      value={chosen}
      onChange={(value) => list.actions.filter({ [name]: value })}
    />
  );
}

type ChosenPrice = NonNullable<PortfolioFilter['price']>;

/** "10–20 EUR", "from 10 EUR", "up to 20 EUR". */
function priceWords(chosen: ChosenPrice): string {
  if (chosen === 'not-known') return 'without a price';
  const { from, to, currency } = chosen;
  const unit = currency === null ? '' : ` ${currency}`;
  if (from !== null) return to === null ? `from ${from}${unit}` : `${from}–${to}${unit}`;
  return to === null ? `with a price${unit && ` in${unit}`}` : `up to ${to}${unit}`;
}

/** The currencies of known prices, that of most domains first; an answer without one has null. */
function currenciesIn({ all, prices }: Pick<Props, 'all' | 'prices'>): readonly (string | null)[] {
  const counts = new Map<string | null, number>();
  for (const domain of all.all()) {
    const known = prices.of(domain);
    if (known !== null) counts.set(known.currency, (counts.get(known.currency) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([currency]) => currency);
}

type PriceChoice = 'any' | 'range' | 'not-known';

const choiceOf = (chosen: PortfolioFilter['price']): PriceChoice =>
  chosen === null ? 'any' : chosen === 'not-known' ? chosen : 'range';

/** Of that very name's price: what similar names cost is none. Hidden where no price is known. */
function PriceFilter({ list, all, prices }: Omit<Props, 'templates'>) {
  const labelId = useId();
  const chosen = useStore(list, ({ filter }) => filter.price);
  const currencies = useMemo(() => currenciesIn({ all, prices }), [all, prices]);
  if (currencies.length === 0 && chosen === null) return null;
  const filter = (price: PortfolioFilter['price']) => list.actions.filter({ price });
  const anyPrice: PriceRange = { from: null, to: null, currency: currencies[0] ?? null };
  return (
    <Stack gap={4} role="group" aria-labelledby={labelId}>
      <Text id={labelId} size="sm" fw={500}>
        Renewal price
      </Text>
      <SegmentedControl
        aria-labelledby={labelId}
        fullWidth
        data={[
          { value: 'any', label: 'Any' },
          { value: 'range', label: 'From – to' },
          { value: 'not-known', label: 'Without a price' },
        ]}
        value={choiceOf(chosen)}
        onChange={(choice) => filter(choice === 'range' ? anyPrice : choice === 'not-known' ? choice : null)}
      />
      {chosen !== null && chosen !== 'not-known' && (
        <Range range={chosen} currencies={currencies} onChange={filter} />
      )}
    </Stack>
  );
}

const templateWords = { differs: 'differs from template', 'not-known': 'not compared' } as const;

/** Which domains are not as their client's or their account's templates have them; and of which that cannot be said. */
function TemplateFilter({ list, all, templates }: Omit<Props, 'prices'>) {
  const labelId = useId();
  const chosen = useStore(list, ({ filter }) => filter.template);
  return (
    <Stack gap={4} role="group" aria-labelledby={labelId}>
      <Text id={labelId} size="sm" fw={500}>
        Compared with the template
      </Text>
      <SegmentedControl
        aria-labelledby={labelId}
        fullWidth
        data={[
          { value: 'any', label: 'Any' },
          { value: 'differs', label: 'Differs' },
          { value: 'not-known', label: 'Not known' },
        ]}
        value={chosen ?? 'any'}
        onChange={(choice) =>
          list.actions.filter({ template: choice === 'differs' || choice === 'not-known' ? choice : null })
        }
      />
      {chosen !== null && <ComparedParts all={all} templates={templates} />}
    </Stack>
  );
}

/** What is compared, and of how many domains it cannot be. */
function ComparedParts({ all, templates }: Pick<Props, 'all' | 'templates'>) {
  const { isLoaded, error, wantedOf } = templates;
  if (error !== null) {
    const { happened, next } = sentencesFor(error);
    return (
      <Text size="xs" c="error" role="alert">
        {happened} {next}
      </Text>
    );
  }
  if (!isLoaded) return null;
  const parts = all.all().map((domain) => partsBeside(domain, wantedOf(domain)));
  const count = (part: 'nameservers' | 'registrant', state: 'no-template' | 'not-loaded') =>
    format.count(parts.filter((one) => one[part] === state).length);
  return (
    <Stack component="ul" gap={2} fz="xs" c="dimmed" className="figures">
      <li>
        Nameservers, in any order. Not compared: {count('nameservers', 'no-template')} without a template,{' '}
        {count('nameservers', 'not-loaded')} not loaded yet.
      </li>
      <li>
        Of the contacts, the registrant’s name alone: no other field is known here. Not compared:{' '}
        {count('registrant', 'no-template')} without a template, {count('registrant', 'not-loaded')} not
        loaded yet.
      </li>
    </Stack>
  );
}

interface RangeProps {
  readonly range: PriceRange;
  readonly currencies: readonly (string | null)[];
  readonly onChange: (range: PriceRange) => void;
}

/** The value of a select is a text. */
const noCurrency = '';

function Range({ range, currencies, onChange }: RangeProps) {
  const { from, to, currency } = range;
  const all = [...new Set([...currencies, currency])];
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap" mt={4}>
      <Amount label="From" amount={from} onChange={(next) => onChange({ ...range, from: next })} />
      <Amount label="To" amount={to} onChange={(next) => onChange({ ...range, to: next })} />
      {all.length > 1 && (
        <Select
          label="Currency"
          w={120}
          flex="none"
          comboboxProps={{ withinPortal: false }}
          data={all.map((one) => ({ value: one ?? noCurrency, label: one ?? 'not given' }))}
          value={currency ?? noCurrency}
          onChange={(value) => value !== null && onChange({ ...range, currency: value || null })}
        />
      )}
    </Group>
  );
}

interface AmountProps {
  readonly label: string;
  readonly amount: string | null;
  readonly onChange: (amount: string | null) => void;
}

/** An amount as it is typed, also with a decimal comma. What is none leaves the filter as it is. */
function Amount({ label, amount, onChange }: AmountProps) {
  const [typed, setTyped] = useState(amount ?? '');
  const decimalOf = (text: string): string => text.trim().replace(',', '.').replace(/\.$/, '');
  const isAmount = (text: string): boolean => tenThousandths(decimalOf(text)) !== null;
  return (
    <TextInput
      label={label}
      placeholder="Any"
      inputMode="decimal"
      maxLength={20}
      error={typed.trim() !== '' && !isAmount(typed) && 'Such as 18.99'}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value.trim() === '') onChange(null);
        else if (isAmount(value)) onChange(decimalOf(value));
      }}
    />
  );
}
