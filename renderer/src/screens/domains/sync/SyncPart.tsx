import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { Age } from '../../../components/Age.tsx';
import { Section } from '../../../components/Section.tsx';
import { ChangeFlow, useChange } from '../../change/ChangeFlow.tsx';
import { isBusy, isShownBy } from '../../change/flow-state.ts';
import { LastChange } from '../../change/LastChange.tsx';
import { useLastChange } from '../../change/last-changes.ts';
import { Told } from '../../change/result/Told.tsx';
import css from './sync.module.css';

interface Props {
  readonly domain: Domain;
}

/** Has the service compare itself with the registry, and shows what it answered the last time. */
export function SyncPart({ domain }: Props) {
  const flow = useChange(domain, 'sync');
  const state = useStore(flow);
  const last = useLastChange(domain.accountId, domain.name, 'sync');
  return (
    <Section
      title="Sync"
      actions={
        <Button
          variant="default"
          disabled={isBusy(state)}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => flow.actions.begin({ kind: 'sync' })}
        >
          Sync…
        </Button>
      }
    >
      <div className={css['part']}>
        <p className={css['quiet']}>
          The API says neither what a sync is for nor what it alters at the service; it is sent as a change,
          never on its own. It may answer the expiry and whether the domain was transferred away.
        </p>
        <ChangeFlow flow={flow} />
        {last !== null && !isShownBy(state, last) && (
          <p>
            <LastChange change={last} />
          </p>
        )}
        {last !== null && last.told !== null && !isShownBy(state, last) && (
          <>
            <Told told={last.told} />
            <p className={css['quiet']}>
              As the sync answered, <Age at={last.sentAt ?? last.createdAt} />.
            </p>
          </>
        )}
      </div>
    </Section>
  );
}
