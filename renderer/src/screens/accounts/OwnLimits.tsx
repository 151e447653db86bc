import { Switch } from '@mantine/core';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import { useEffect, useRef } from 'react';
import { LimitFields } from '../limits/LimitFields.tsx';
import { formOf, type LimitsForm } from '../limits/limits-form.ts';
import { OptionLine } from './OptionLine.tsx';

interface Props {
  readonly accountId: string;
  /** Null: the account has no limits of its own. */
  readonly form: LimitsForm | null;
  /** How often saving failed by an entry here: then each says what is wrong with it, and the first gets the focus. */
  readonly tries: number;
  readonly onChange: (form: LimitsForm | null) => void;
}

/** The spending limits of one account, beside those of Settings. */
export function OwnLimits({ accountId, form, tries, onChange }: Props) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const limits = form === null ? null : defaultLimits;
  return (
    <>
      <OptionLine
        name="limits"
        options={{ ...defaultAccountOptions, limits }}
        reason={null}
        onChange={() => onChange(null)}
      >
        {(labelled) => (
          <Switch
            {...labelled}
            label={form === null ? 'Those of Settings' : 'Its own as well'}
            checked={form !== null}
            onChange={(event) => onChange(event.currentTarget.checked ? formOf(defaultLimits) : null)}
          />
        )}
      </OptionLine>
      {form !== null && (
        <div ref={fields}>
          <LimitFields
            form={form}
            accountId={accountId}
            isStrict={tries > 0}
            onType={(name, entry) => onChange({ ...form, [name]: entry })}
            onLeave={() => undefined}
          />
        </div>
      )}
    </>
  );
}
