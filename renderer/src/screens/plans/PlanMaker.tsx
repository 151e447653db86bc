import { Button, Modal } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { mostPlanRows } from '#shared/domain/plan.ts';
import { type SyntheticEvent, useState } from 'react';
import { useStores } from '../../app-stores.ts';
import { OtherAccount } from '../../components/OtherAccount.tsx';
import { counted, format } from '../../lib/format.ts';
import { FlowTrouble } from '../change/FlowTrouble.tsx';
import { useMostNameservers } from '../domains/nameservers/use-most-nameservers.ts';
import { Deeds } from './maker/Deeds.tsx';
import css from './maker/maker.module.css';
import { askOf, emptyForm, type PlanForm } from './maker/plan-form.ts';
import { usePlans } from './plans-store.ts';

interface Props {
  /** Whose the domains are. */
  readonly accountId: string;
  /** As A-labels. */
  readonly domains: readonly string[];
  readonly onClose: () => void;
}

/** What to do with many domains at once. It begins to read what is there now, and leads to the plan; nothing is sent. */
export function PlanMaker({ accountId, domains, onClose }: Props) {
  const { route } = useStores();
  const plans = usePlans();
  const most = useMostNameservers(accountId);
  const [form, setForm] = useState<PlanForm>(emptyForm);
  const [isStrict, setStrict] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const isTooMany = domains.length > mostPlanRows;

  async function prepare(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    setStrict(true);
    const ask = askOf(form, most);
    if (ask === null || isBusy || isTooMany) return;
    setBusy(true);
    setError(null);
    const result = await plans.actions.prepare({ accountId, ask, domains: [...domains] });
    setBusy(false);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    onClose();
    route.actions.goToChanges({ kind: 'plan', planId: result.value.id });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Batch change for ${counted(domains.length, 'domain', 'domains')}`}
      size={560}
    >
      <form className={css['dialog']} onSubmit={(event) => void prepare(event)}>
        <OtherAccount accountId={accountId} />
        <Which domains={domains} />
        {isTooMany && (
          <p className={css['refusal']} role="alert">
            One batch takes {format.count(mostPlanRows)} domains at most. Select fewer.
          </p>
        )}
        <Deeds
          accountId={accountId}
          form={form}
          change={(news) => setForm({ ...form, ...news })}
          isStrict={isStrict}
        />
        {error !== null && (
          <FlowTrouble error={error} about="The batch change was not made" lookAgain={() => void prepare()} />
        )}
        <div className={css['end']}>
          <p className={css['quiet']}>
            Next, current settings are read. You review every row before anything is sent.
          </p>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={isTooMany || domains.length === 0}>
            Read and review
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const fewNames = 3;

/** The first names, so that one sees which were selected. */
const Which = ({ domains }: Pick<Props, 'domains'>) => (
  <p className={`mono ${css['names'] ?? ''}`}>
    {domains.slice(0, fewNames).map(toUnicode).join(', ')}
    {domains.length > fewNames && ` and ${format.count(domains.length - fewNames)} more`}
  </p>
);
