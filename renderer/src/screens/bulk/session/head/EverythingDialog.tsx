import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStores } from '../../../../app-stores.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { counted } from '../../../../lib/format.ts';
import type { Output } from '#shared/ipc/types.ts';
import { answered, idle, type Remote, valueOf } from '../../../../lib/remote.ts';
import { useSession, useSessionActions } from '../session-context.ts';
import { cellsOf, roughly } from '../session-words.ts';
import css from './head.module.css';

type Outlook = Output<'sessions', 'estimate'>;

/** Asks before everything is asked again: how many requests that is, and how long it takes. */
export function EverythingDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const outlook = useOutlook(session.accountId, session.names, session.tlds.length);
  const { lookAgain } = useSessionActions();
  return (
    <Modal opened onClose={onClose} title="Look again at everything?" size={480}>
      <div className={css['confirm']}>
        <p>
          All {counted(cellsOf(session), 'cell is', 'cells are')} asked again; what is known now stays until
          the new answer is there.
        </p>
        <Effort outlook={outlook} />
        <div className={css['end']}>
          <Button variant="default" data-autofocus onClick={onClose}>
            Leave it
          </Button>
          <Button
            onClick={() => {
              onClose();
              void lookAgain({ kind: 'everything' });
            }}
          >
            Look again at everything
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Effort({ outlook }: { readonly outlook: Remote<Outlook> }) {
  const known = valueOf(outlook);
  if (outlook.status === 'failed') return <ErrorState error={outlook.error} />;
  if (known === null) return <p className={css['quiet']}>Counting the requests…</p>;
  return (
    <p>
      <strong>{counted(known.requests, 'request', 'requests')}</strong>
      {known.seconds === null
        ? '. How long they take cannot be told yet.'
        : `, about ${roughly(known.seconds.likely)} (${roughly(known.seconds.low)} to ${roughly(known.seconds.high)}).`}
    </p>
  );
}

function useOutlook(accountId: string, names: number, tlds: number): Remote<Outlook> {
  const { bridge } = useStores();
  const [outlook, setOutlook] = useState<Remote<Outlook>>(idle);
  useEffect(() => {
    let isLatest = true;
    void bridge.request.sessions.estimate({ accountId, names, tlds }).then((result) => {
      if (isLatest) setOutlook(answered(idle, result));
    });
    return () => {
      isLatest = false;
    };
  }, [bridge, accountId, names, tlds]);
  return outlook;
}
