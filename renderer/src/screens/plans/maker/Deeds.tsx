import { Select } from '@mantine/core';
import { longestPeriodYears } from '#shared/domain/change.ts';
import { counted } from '../../../lib/format.ts';
import { Hosts } from './Hosts.tsx';
import css from './maker.module.css';
import type { Deed, PlanForm } from './plan-form.ts';

interface Props {
  readonly accountId: string;
  readonly form: PlanForm;
  readonly change: (news: Partial<PlanForm>) => void;
  readonly isStrict: boolean;
}

const deeds: readonly { readonly deed: Deed; readonly label: string; readonly about: string }[] = [
  { deed: 'lock', label: 'Lock', about: 'Put the registrar lock on' },
  { deed: 'unlock', label: 'Unlock', about: 'Take the registrar lock off' },
  { deed: 'nameservers', label: 'Set nameservers', about: 'The same set for all' },
  { deed: 'renew', label: 'Renew', about: 'Costs money. The review shows the prices that are known' },
];

/** What is to be done, and with what. */
export function Deeds({ accountId, form, change, isStrict }: Props) {
  return (
    <>
      <fieldset className={css['choices']}>
        <legend>What to do with each</legend>
        {deeds.map(({ deed, label, about }) => (
          <label key={deed} className={css['choice']}>
            <input
              type="radio"
              name="deed"
              data-autofocus={deed === form.deed ? true : undefined}
              checked={form.deed === deed}
              onChange={() => change({ deed })}
            />
            <span>
              <strong>{label}</strong> <span className={css['quiet']}>{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {form.deed === 'nameservers' && (
        <Hosts
          accountId={accountId}
          text={form.hosts}
          change={(hosts) => change({ hosts })}
          isStrict={isStrict}
        />
      )}
      {form.deed === 'renew' && <Period form={form} change={change} />}
    </>
  );
}

const years = Array.from({ length: longestPeriodYears }, (_, index) => index + 1);

function Period({ form, change }: Pick<Props, 'form' | 'change'>) {
  return (
    <Select
      label="Period"
      w={200}
      data={years.map((count) => ({ value: String(count), label: counted(count, 'year', 'years') }))}
      value={String(form.periodYears)}
      onChange={(value) => change({ periodYears: Number(value ?? 1) })}
    />
  );
}
