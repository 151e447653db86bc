import { Stack, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { Age } from '../../ui/Formats.tsx';
import { ChangeFlow } from '../ChangeFlow.tsx';
import { SuggestedRenewal, UnchargedOrder } from '../ChangeActions.tsx';
import { SyncAnswerFacts } from '../ChangeStatus.tsx';
import { isShownBy, isShownElsewhere, useChange } from '../flow-store.ts';
import { LastChange, useLastChange, WaitsFor } from '../ChangeParts.tsx';
import type { OfDomain } from '../../domains/domain-words.ts';

/** Below the expiry: what the service last answered when it was asked to read its registry, by the menu of the page's head. */
export function SyncEditor({ domain }: OfDomain) {
  const flow = useChange(domain, 'sync');
  const state = useStore(flow);
  const last = useLastChange(domain.accountId, domain.name, 'sync');
  return (
    <Stack gap="sm" pb={state.step === 'idle' && last === null ? 0 : 'md'}>
      <WaitsFor flow={state} />
      <ChangeFlow flow={flow} />
      {last !== null && !isShownElsewhere(state, last) && (
        <p>
          <LastChange change={last} />
        </p>
      )}
      <UnchargedOrder of={domain} sync={last} />
      {last !== null && <SuggestedRenewal sync={last} />}
      {last !== null && last.syncAnswer !== null && !isShownBy(state, last) && (
        <>
          <SyncAnswerFacts syncAnswer={last.syncAnswer} />
          <Text c="dimmed">
            From the service, <Age at={last.sentAt ?? last.createdAt} />.
          </Text>
        </>
      )}
    </Stack>
  );
}
