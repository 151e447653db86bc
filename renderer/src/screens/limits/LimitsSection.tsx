import { useState } from 'react';
import { Section } from '../../components/Section.tsx';
import type { Settings } from '../../lib/nouns.ts';
import css from './limits.module.css';
import {
  formOf,
  type LimitEntry,
  type LimitName,
  limitsIn,
  type LimitsForm,
  problemOf,
} from './limits-form.ts';
import { LimitFields } from './LimitFields.tsx';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/** What may be spent before a person confirms it by typing, over all accounts. An entry that is no limit is not kept. */
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
