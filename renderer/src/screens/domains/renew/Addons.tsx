import { SegmentedControl } from '@mantine/core';
import type { Addons as AddonSet } from '#shared/domain/change.ts';
import { useId } from 'react';
import css from './renew.module.css';
import {
  type AddonChoice,
  type AddonName,
  addonNames,
  addonWords,
  choiceOf,
  withChoice,
} from './renew-form.ts';

interface Props {
  readonly addons: AddonSet;
  readonly onChange: (addons: AddonSet) => void;
}

/** What can be ordered along. Left alone, nothing of it is sent. */
export const Addons = ({ addons, onChange }: Props) => (
  <details className={css['more']} open={Object.keys(addons).length > 0 || undefined}>
    <summary>More: add-ons</summary>
    <p className={css['quiet']}>
      What an add-on costs and whether a renewal keeps one that is there is not said by the API. Left at “Not
      sent”, nothing of it is sent.
    </p>
    <AddonLines addons={addons} onChange={onChange} />
  </details>
);

/** Each add-on with what is sent of it. */
export const AddonLines = ({ addons, onChange }: Props) =>
  addonNames.map((name) => (
    <AddonLine
      key={name}
      name={name}
      choice={choiceOf(addons, name)}
      onChoose={(choice) => onChange(withChoice(addons, name, choice))}
    />
  ));

interface LineProps {
  readonly name: AddonName;
  readonly choice: AddonChoice;
  readonly onChoose: (choice: AddonChoice) => void;
}

const choices: readonly { readonly value: AddonChoice; readonly label: string }[] = [
  { value: 'not-sent', label: 'Not sent' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

function AddonLine({ name, choice, onChoose }: LineProps) {
  const label = useId();
  return (
    <div className={css['addon']}>
      <span id={label}>{addonWords[name]}</span>
      <SegmentedControl aria-labelledby={label} data={[...choices]} value={choice} onChange={onChoose} />
    </div>
  );
}
