import { Button, Select } from '@mantine/core';
import { IconFileCheck, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Awaited } from '../../../components/Awaited.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import type { AccountList } from '../../../lib/nouns.ts';
import { valueOf } from '../../../lib/remote.ts';
import { CopyDeviations } from './CopyDeviations.tsx';
import { DeviationTable } from './DeviationTable.tsx';
import css from './diagnostics.module.css';
import { DiagnosticsPage } from './DiagnosticsPage.tsx';
import { createReading } from './reading.ts';

/** Where an account's service answers otherwise than the API document says. Null: the active account's. */
export function DeviationsPage({ accountId }: { readonly accountId: string | null }) {
  const { accounts } = useStores();
  const known = useStore(accounts, (state) => valueOf(state.accounts));
  const [picked, setPicked] = useState(accountId);
  const all = known?.accounts ?? [];
  const id = picked ?? (known === null ? null : shownFirst(known));
  return (
    <DiagnosticsPage
      title="Where the service differs from the document"
      purpose="Namedesk reads these answers all the same. The list has paths and kinds alone, no values: you can send it to whoever runs the service."
    >
      {all.length > 1 && (
        <Select
          className={css['account'] ?? ''}
          label="Account"
          value={id}
          onChange={setPicked}
          data={all.map((account) => ({ value: account.id, label: account.label }))}
        />
      )}
      {id !== null && <OfAccount key={id} accountId={id} />}
      {id === null && known !== null && <NoAccount />}
    </DiagnosticsPage>
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
      {remote.status === 'loading' && deviations === null && <Awaited>Reading what was noted…</Awaited>}
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

function NoAccount() {
  const { goToAccount } = useStores().route.actions;
  return (
    <EmptyState
      icon={<IconUsers size={24} stroke={1.5} />}
      title="No account yet"
      actions={<Button onClick={() => goToAccount(null, 'add')}>Add an account</Button>}
    >
      Whatever an account’s service answers is held against the API document.
    </EmptyState>
  );
}

const NoDeviations = () => (
  <EmptyState icon={<IconFileCheck size={24} stroke={1.5} />} title="Nothing differs so far">
    Every answer of this account’s service is held against the API document. What was asked so far came as it
    says there.
  </EmptyState>
);
