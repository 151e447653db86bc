import { NativeSelect } from '@mantine/core';
import { Section } from '../../../components/Section.tsx';
import { yearsText } from '../../change/ask-words.ts';
import { fieldError } from '../../change/flow-state.ts';
import { RowList } from '../../domains/nameservers/RowList.tsx';
import { Templates } from '../../domains/nameservers/Templates.tsx';
import { useHostRows } from '../../domains/nameservers/use-host-rows.ts';
import { periods } from '../../domains/renew/renew-form.ts';
import css from '../register.module.css';
import type { Order } from '../use-order.ts';
import { More } from './More.tsx';
import { OtherRoles } from './OtherRoles.tsx';
import { Registrant } from './Registrant.tsx';

interface Props {
  readonly order: Order;
}

/** Everything that a name is ordered with. */
export function OrderForm({ order }: Props) {
  const { form, change, state } = order;
  return (
    <div>
      <Section title="Period">
        <NativeSelect
          aria-label="Period"
          className={css['period'] ?? ''}
          data={periods.map((years) => ({ value: String(years), label: yearsText(years) }))}
          value={String(form.periodYears)}
          error={fieldError(state, 'periodYears')}
          onChange={(event) => change({ periodYears: Number(event.currentTarget.value) })}
        />
      </Section>
      <Nameservers order={order} />
      <Registrant order={order} />
      <OtherRoles order={order} />
      <More order={order} />
      <p className={css['assumed']}>
        Assumed, since the API document leaves it open: the names of all fields, whole years, two to five
        nameservers, and copies for the other roles. The review shows exactly what is sent.
      </p>
    </div>
  );
}

function Nameservers({ order: { accountId, form, change, state, tries } }: Props) {
  const rows = useHostRows(accountId, form.nameservers, (nameservers) => change({ nameservers }));
  return (
    <Section title="Nameservers" actions={<Templates rows={rows} />}>
      <RowList rows={rows} flow={state} isStrict={tries > 0} />
    </Section>
  );
}
