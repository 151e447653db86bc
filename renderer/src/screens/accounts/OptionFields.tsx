import { NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { mostNameservers } from '#shared/domain/change.ts';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { AccountOptions } from '../../lib/nouns.ts';
import { fieldError } from './account-store.ts';
import { OptionLine } from './OptionLine.tsx';
import { rolesIn } from './roles.ts';

interface Props {
  readonly options: AccountOptions;
  readonly onChange: (changes: Partial<AccountOptions>) => void;
  readonly error: AppError | null;
}

type NumberName = 'requestsPerSecond' | 'concurrency' | 'tldsPerRequest' | 'mostNameservers';

const limits: Readonly<Record<NumberName, { readonly min: number; readonly max: number }>> = {
  requestsPerSecond: { min: 0.1, max: 1_000 },
  concurrency: { min: 1, max: 64 },
  tldsPerRequest: { min: 1, max: 500 },
  mostNameservers: { min: 2, max: mostNameservers },
};

/** How the service is asked: every option with what it is for and what it is by default. */
export function OptionFields({ options, onChange, error }: Props) {
  const at = (name: keyof AccountOptions) => ({
    name,
    options,
    onChange,
    reason: fieldError(error, `options.${name}`),
  });
  const number = (name: NumberName) => (
    <OptionLine {...at(name)}>
      {(labelled) => (
        <NumberInput
          {...labelled}
          {...limits[name]}
          value={options[name]}
          allowDecimal={name === 'requestsPerSecond'}
          onChange={(value) => onChange({ [name]: Number(value) || defaultAccountOptions[name] })}
        />
      )}
    </OptionLine>
  );
  return (
    <>
      <OptionLine {...at('tldNotation')}>
        {(labelled) => (
          <SegmentedControl
            {...labelled}
            value={options.tldNotation}
            onChange={(tldNotation) => onChange({ tldNotation })}
            data={[
              { value: 'without-dot', label: 'com' },
              { value: 'with-dot', label: '.com' },
            ]}
          />
        )}
      </OptionLine>
      {number('requestsPerSecond')}
      {number('concurrency')}
      {number('tldsPerRequest')}
      <OptionLine {...at('timeoutMs')}>
        {(labelled) => (
          <NumberInput
            {...labelled}
            min={1}
            max={300}
            suffix=" s"
            allowDecimal={false}
            value={options.timeoutMs / 1_000}
            onChange={(value) => onChange({ timeoutMs: (Number(value) || 60) * 1_000 })}
          />
        )}
      </OptionLine>
      <Switches options={options} onChange={onChange} error={error} />
      {number('mostNameservers')}
    </>
  );
}

function Switches({ options, onChange, error }: Props) {
  const at = (name: keyof AccountOptions) => ({
    name,
    options,
    onChange,
    reason: fieldError(error, `options.${name}`),
  });
  return (
    <>
      {(['premiumEnabled', 'sendTimestamp'] as const).map((name) => (
        <OptionLine key={name} {...at(name)}>
          {(labelled) => (
            <Switch
              {...labelled}
              label={options[name] ? 'On' : 'Off'}
              checked={options[name]}
              onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
            />
          )}
        </OptionLine>
      ))}
      <OptionLine {...at('writableRoles')}>
        {(labelled) => (
          <TextInput
            {...labelled}
            defaultValue={options.writableRoles.join(', ')}
            onChange={(event) => onChange({ writableRoles: rolesIn(event.currentTarget.value) })}
          />
        )}
      </OptionLine>
      <OptionLine {...at('postcodeField')}>
        {(labelled) => (
          <SegmentedControl
            {...labelled}
            value={options.postcodeField}
            onChange={(postcodeField) => onChange({ postcodeField })}
            data={['postcode', 'zipcode']}
          />
        )}
      </OptionLine>
    </>
  );
}
