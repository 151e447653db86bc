import { Anchor, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type FieldKind, isMostlyAsked, kindOf, type NamedValue } from '#shared/domain/contact-fields.ts';
import { Tick } from '../../ui/PageParts.tsx';
import css from './contacts.module.css';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';

interface Props {
  /** The service's name of the field, which determines its meaning. */
  readonly name: string;
  /** The label, where it differs from the name. */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The same contact's country: phone numbers are read by it. */
  readonly country: string;
  /** Why main or the service refused the value; null where there was no error. */
  readonly refusal?: string | null;
  /** Whether an empty value is marked as unusual too. */
  readonly doubtsEmpty?: boolean;
  readonly placeholder?: string | undefined;
  /** Whether it has an asterisk, which the form explains. */
  readonly isMarked?: boolean;
  /** Below everything else. */
  readonly children?: ReactNode;
}

/** One contact field with input help. Unusual values are marked and can still be sent. */
export function ContactInput(props: Props) {
  const { name, label, value, onChange, refusal = null, doubtsEmpty = false, isMarked = false } = props;
  const doubt = value === '' && !doubtsEmpty ? null : doubtOf(name, value);
  const kind = kindOf(name);
  const common = {
    label: label ?? contactLabelOf(name),
    withAsterisk: isMarked,
    placeholder: props.placeholder,
    description: doubt,
    error: refusal,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input')[], // Mantine's own union has all four.
    classNames: { description: css['doubt'] ?? '' },
  };
  return (
    <div>
      {kind === 'country' && <Country value={value} onChange={onChange} common={common} />}
      {kind === 'phone' && (
        <Phone value={value} country={props.country} onChange={onChange} common={common} />
      )}
      {kind !== 'country' && kind !== 'phone' && (
        <TextInput
          {...common}
          {...plain}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {props.children}
    </div>
  );
}

const plain = { maxLength: 2_000 };

interface ContactGridProps {
  /** Under the documented names. */
  readonly fields: readonly NamedValue[];
  /** Of the field that names the contact, where something else has a name as well. */
  readonly nameLabel?: string;
  readonly onChange: (fields: readonly NamedValue[]) => void;
  /** Of a contact for many domains: a field without a value stays as it is there, unless it is to be cleared. */
  readonly clearing?: {
    readonly cleared: readonly string[];
    readonly onChange: (cleared: readonly string[]) => void;
  };
}

/** The fields of one contact, in two columns. */
export function ContactGrid({ fields, nameLabel, onChange, clearing }: ContactGridProps) {
  const country = fields.find(({ name }) => name === 'Country')?.value ?? '';
  const put = (name: string, value: string) =>
    onChange(fields.map((other) => (other.name === name ? { name, value } : other)));
  function clear(name: string, isCleared: boolean): void {
    const others = clearing?.cleared.filter((other) => other !== name) ?? [];
    clearing?.onChange(isCleared ? [...others, name] : others);
  }
  return (
    <SimpleGrid cols={2} spacing="md" verticalSpacing={12}>
      {fields.map(({ name, value }) => {
        const label = name === 'Contact_Name' && nameLabel !== undefined ? nameLabel : contactLabelOf(name);
        const isCleared = clearing?.cleared.includes(name) === true;
        return (
          <div key={name} className={css['clearable']} data-cleared={isCleared}>
            <ContactInput
              name={name}
              label={label}
              value={value}
              country={country}
              doubtsEmpty={isCleared}
              placeholder={clearing && (isCleared ? 'Cleared at each domain' : 'Stays as it is')}
              onChange={(typed) => {
                put(name, typed);
                if (isCleared && typed !== '') clear(name, false);
              }}
            />
            {clearing !== undefined && (
              <Tick
                label="Clear"
                aria-label={`Clear ${label}`}
                checked={isCleared}
                onChange={({ currentTarget: { checked } }) => {
                  put(name, '');
                  clear(name, checked);
                }}
              />
            )}
          </div>
        );
      })}
    </SimpleGrid>
  );
}

/** Upward, the list opens above the label, which says what is chosen from. */
const aboveLabel = {
  classNames: { dropdown: css['countries'] ?? '' },
  middlewares: { flip: { padding: { top: 24 } } },
} as const;

interface CountryProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly common: object;
}

/** All countries, found by name or code; a value that is not a country code is kept. */
function Country({ value, onChange, common }: CountryProps) {
  // Mantine draws a closed list's options too, and again with each letter typed anywhere in the form: 249 for each role.
  const [wasEntered, setWasEntered] = useState(false);
  const choices = choicesWith(value);
  return (
    <Select
      {...common}
      data={wasEntered ? [...choices] : choices.filter((choice) => choice.value === value)}
      value={value === '' ? null : value}
      searchable
      clearable
      selectFirstOptionOnChange
      filter={({ search }) => [...matchingCountries(choices, search)]}
      maxDropdownHeight={280}
      comboboxProps={aboveLabel}
      nothingFoundMessage="No such country"
      clearButtonProps={{ 'aria-label': 'Clear the country', tabIndex: -1 }}
      autoComplete="off"
      onFocus={() => setWasEntered(true)}
      onChange={(chosen) => onChange(chosen ?? '')}
      onBlur={(event) => {
        // What was typed is never lost: the first match is taken, and a text without a match is kept and marked.
        const typed = event.currentTarget.value.trim();
        const taken = matchingCountries(choices, typed)[0]?.value ?? typed;
        if (typed !== '' && taken !== value) onChange(taken);
      }}
    />
  );
}

/** The choices that contain the text, the one with exactly this code or name first, then those that begin with it. */
export function matchingCountries(choices: readonly CountryChoice[], text: string): readonly CountryChoice[] {
  const typed = text.trim().toLowerCase();
  const rank = ({ value, label }: CountryChoice): number => {
    const name = label.toLowerCase();
    if (value.toLowerCase() === typed || name === typed) return 0;
    return name.startsWith(typed) ? 1 : 2;
  };
  return choices
    .filter(({ label }) => label.toLowerCase().includes(typed))
    .toSorted((a, b) => rank(a) - rank(b));
}

interface PhoneProps extends CountryProps {
  readonly country: string;
}

/** A number that was typed, written as registries take it once the field is left; what was typed comes back by one press. */
function Phone({ value, country, onChange, common }: PhoneProps) {
  const [left, setLeft] = useState<string | null>(null);
  const [isTyped, setIsTyped] = useState(false);
  const [rewritten, setRewritten] = useState<{ readonly from: string; readonly to: string } | null>(null);
  // By then another field may have been typed in: it is put among the values of that moment.
  const write = useEffectEvent((text: string | null): void => {
    if (text === null || value !== left) return;
    setRewritten({ from: value, to: text });
    setLeft(null);
    onChange(text);
  });
  useEffect(() => {
    if (left === null) return undefined;
    let isLatest = true;
    void suggestedPhone(left, country).then((text) => {
      if (isLatest) write(text);
    });
    return () => {
      isLatest = false;
    };
  }, [left, country]);

  return (
    <>
      <TextInput
        {...common}
        {...plain}
        value={value}
        onChange={(event) => {
          setIsTyped(true);
          onChange(event.currentTarget.value);
        }}
        onBlur={() => {
          // What is there already, nobody has typed.
          if (isTyped) setLeft(value);
          setIsTyped(false);
        }}
      />
      {rewritten !== null && rewritten.to === value && (
        <Text size="xs" c="dimmed" mt={2} role="status">
          Written as registries take it.{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={() => {
              setRewritten(null);
              onChange(rewritten.from);
            }}
          >
            Undo
          </Anchor>
        </Text>
      )}
    </>
  );
}

/** As registries take it: country code, a dot, the number. Source: field notes, "Register"; RFC 5733 section 2.5. */
const usualPhone = /^\+\d{1,3}\.\d{4,14}$/;
const usualEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * What is unusual about a value; null where nothing is. The API states no rule for contacts, so this never blocks sending.
 *
 * @param name The service's name of the field.
 */
export function doubtOf(name: string, value: string): string | null {
  if (value === '') return isMostlyAsked(name) ? 'Empty. Most registries require it' : null;
  if (value.trim() !== value) return 'Begins or ends with a space';
  return formDoubts[kindOf(name)](value);
}

const formDoubts: Readonly<Record<FieldKind, (value: string) => string | null>> = {
  text: () => null,
  country: countryDoubt,
  phone: (value) => (usualPhone.test(value) ? null : 'Most registries expect +CC.NNNN, such as +49.30123456'),
  email: (value) => (usualEmail.test(value) ? null : 'Does not look like an e-mail address'),
};

function countryDoubt(value: string): string | null {
  if (isCountryCode(value)) return null;
  return isCountryCode(value.toUpperCase())
    ? 'Country codes are usually in capitals'
    : 'Not a two-letter country code. It will be sent unchanged';
}

/**
 * A phone number as most registries require it, `+CC.NNNN`; null where it already is, or cannot be converted.
 *
 * @param country Two letters; the country of a number without a country code.
 */
export async function suggestedPhone(value: string, country: string): Promise<string | null> {
  if (value.trim() === '' || usualPhone.test(value)) return null;
  // 80 kB of numbering plans, loaded when the first number needs them.
  const { default: parse, isSupportedCountry } = await import('libphonenumber-js/min');
  const place = country.toUpperCase();
  const number = parse(value, isSupportedCountry(place) ? place : undefined);
  if (number === undefined || !number.isPossible() || number.ext !== undefined) return null;
  return `+${number.countryCallingCode}.${number.nationalNumber}`;
}

/** Source: ISO 3166-1 alpha-2, officially assigned codes. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const known: ReadonlySet<string> = new Set(countryCodes);

/** In capitals, as the standard writes them. */
const isCountryCode = (value: string): boolean => known.has(value);

const names = new Intl.DisplayNames('en', { type: 'region' });

/** A country's name in English; null for anything that is not a country code. */
export const countryName = (code: string): string | null =>
  isCountryCode(code) ? (names.of(code) ?? code) : null;

interface CountryChoice {
  readonly value: string;
  readonly label: string;
}

/** All countries with names and codes, so that both can be searched. */
export const countryChoices: readonly CountryChoice[] = countryCodes
  .map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** The choices for a field that holds `value`: a value that is not a country code is added as it is. */
export const choicesWith = (value: string): readonly CountryChoice[] =>
  value === '' || isCountryCode(value) ? countryChoices : [{ value, label: value }, ...countryChoices];
