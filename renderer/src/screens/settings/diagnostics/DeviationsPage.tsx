import { Select } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import type { AccountList } from '../../../lib/nouns.ts';
import { valueOf } from '../../../lib/remote.ts';
import { CopyDeviations } from './CopyDeviations.tsx';
import { DeviationTable } from './DeviationTable.tsx';
import css from './diagnostics.module.css';
import { PageHead } from './PageHead.tsx';
import { createReading } from './reading.ts';

/** Where an account's service answers otherwise than the API document says. Null: the active account's. */
export function DeviationsPage({ accountId }: { readonly accountId: string | null }) {
  const { accounts } = useStores();
  const known = useStore(accounts, (state) => valueOf(state.accounts));
  const [picked, setPicked] = useState(accountId);
  const all = known?.accounts ?? [];
  const id = picked ?? (known === null ? null : shownFirst(known));
  return (
    <div className={css['page']}>
      <PageHead
        title="Where the service differs from the document"
        purpose="Namedesk reads these answers all the same. The list has paths and kinds alone, no values: you can send it to whoever runs the service."
      />
      {all.length > 1 && (
        <Select
          className={css['account'] ?? ''}
          label="Account"
          allowDeselect={false}
          value={id}
          onChange={setPicked}
          data={all.map((account) => ({ value: account.id, label: account.label }))}
        />
      )}
      {id === null ? <NoDeviations /> : <OfAccount key={id} accountId={id} />}
    </div>
  );
}

const shownFirst = ({ activeId, accounts }: AccountList): string | null =>
  activeId ?? accounts[0]?.id ?? null;

function OfAccount({ accountId }: { readonly accountId: string }) {
  const { bridge } = useStores();
  const [reading] = useState(() => createReading(() => bridge.request.diagnostics.deviations({ accountId })));
  const remote = useStore(reading);
  useEffect(() => void reading.read(), [reading]);
  const deviations = valueOf(remote)?.deviations ?? null;
  return (
    <>
      {remote.status === 'failed' && (
        <ErrorState error={remote.error} remedies={{ 'try-again': () => void reading.read() }} />
      )}
      {deviations?.length === 0 && <NoDeviations />}
      {deviations !== null && deviations.length > 0 && (
        <>
          <CopyDeviations deviations={deviations} />
          <DeviationTable deviations={deviations} />
        </>
      )}
    </>
  );
}

const NoDeviations = () => (
  <EmptyState icon={<IconFileCheck size={24} stroke={1.5} />} title="Nothing differs so far">
    Every answer of this account’s service is held against the API document. What was asked until now came as
    it says there.
  </EmptyState>
);
