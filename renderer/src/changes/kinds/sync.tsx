import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Domain } from '#shared/domain/portfolio.ts';
import { Age } from '../../ui/Formats.tsx';
import { Section } from '../../ui/PageParts.tsx';
import { ChangeFlow } from '../ChangeFlow.tsx';
import { SuggestedRenewal, UnchargedOrder } from '../ChangeActions.tsx';
import { SyncAnswerFacts } from '../ChangeStatus.tsx';
import { isBusy, isShownBy, isShownElsewhere, useChange } from '../flow-store.ts';
import { LastChange, useLastChange, WaitsFor } from '../ChangeParts.tsx';

interface Props {
  readonly domain: Domain;
}

/** Requests a sync with the registry from the service, and shows its last answer. */
export function SyncEditor({ domain }: Props) {
  const flow = useChange(domain, 'sync');
  const state = useStore(flow);
  const last = useLastChange(domain.accountId, domain.name, 'sync');
  return (
    <Section
      title="Read again at the service"
      actions={
        <Group gap="sm">
          <WaitsFor flow={state} />
          <Button
            variant="default"
            disabled={isBusy(state)}
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => flow.actions.begin({ kind: 'sync' })}
          >
            Have it read again…
          </Button>
        </Group>
      }
    >
      <Stack gap="sm">
        <Text c="dimmed" maw={640}>
          The service reads its registry, and may return the expiry and whether the domain was transferred
          away. Logged as a change; never runs on its own.
        </Text>
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
              From sync, <Age at={last.sentAt ?? last.createdAt} />.
            </Text>
          </>
        )}
      </Stack>
    </Section>
  );
}
