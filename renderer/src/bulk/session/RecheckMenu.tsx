import { Button, Menu, Modal, NumberInput, Select } from '@mantine/core';
import { IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Output } from '#shared/routes.ts';
import { useStores } from '../../app-stores.ts';
import { answered, idle, type Remote, valueOf } from '../../bridge.ts';
import { counted, format, useNowMs } from '../../ui/Formats.tsx';
import { Keys } from '../../ui/Shortcuts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { ageUnits, causeWords, cellsOf, countOlder, offeredAges, roughly } from '../session-words.ts';
import { useCauses } from './RunProgress.tsx';
import { useSession, useSessionActions, useSessionState, useSessionStore } from './session-store.ts';
import css from './head.module.css';

interface Props {
  /** Asks for confirmation before everything is rechecked. */
  readonly askEverything: () => void;
  readonly askOwnAge: () => void;
}

/** The sets of cells that can be rechecked, each with its count. */
export function RecheckMenu({ askEverything, askOwnAge }: Props) {
  const deed = useSessionState((state) => state.deed);
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={deed !== null}
          leftSection={<IconRefresh size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Look again
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Unknown />
        <Menu.Divider />
        <Older askOwnAge={askOwnAge} />
        <Menu.Divider />
        <Rest askEverything={askEverything} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Unknown() {
  const causes = useCauses();
  const { lookAgain } = useSessionActions();
  const all = causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Menu.Item
        disabled={all === 0}
        rightSection={<Keys of="sessionAgain" />}
        onClick={() => void lookAgain({ kind: 'unknown' })}
      >
        At the unknown ones ({format.count(all)})
      </Menu.Item>
      {causes.length > 1 &&
        causes.map(({ cause, count }) => (
          <Menu.Item key={cause} pl={26} onClick={() => void lookAgain({ kind: 'cause', cause })}>
            {causeWords[cause]} ({format.count(count)})
          </Menu.Item>
        ))}
    </>
  );
}

function Older({ askOwnAge }: Pick<Props, 'askOwnAge'>) {
  const { getState, actions } = useSessionStore();
  // Counted at the first render, which is when the menu opens.
  const [ages] = useState(() => {
    const checkedAt = getState().model?.matrix.checkedAt ?? new Uint32Array();
    return offeredAges.map((age) => ({ ...age, count: countOlder(checkedAt, Date.now(), age.seconds) }));
  });
  return (
    <>
      {ages.map(({ seconds, words, count }) => (
        <Menu.Item
          key={seconds}
          disabled={count === 0}
          onClick={() => void actions.lookAgain({ kind: 'older-than', seconds })}
        >
          Older than {words} ({format.count(count)})
        </Menu.Item>
      ))}
      <Menu.Item onClick={askOwnAge}>Older than an age of your own…</Menu.Item>
    </>
  );
}

function Rest({ askEverything }: Pick<Props, 'askEverything'>) {
  const session = useSession();
  const { lookAgain } = useSessionActions();
  const model = useSessionState((state) => state.model);
  const shortlisted = model?.shortlisted() ?? session.shortlisted;
  return (
    <>
      <Menu.Item disabled={shortlisted === 0} onClick={() => void lookAgain({ kind: 'shortlist' })}>
        At the shortlist ({format.count(shortlisted)})
      </Menu.Item>
      <Menu.Item onClick={askEverything}>At everything ({format.count(cellsOf(session))})…</Menu.Item>
    </>
  );
}

/** Rechecks cells older than a typed age; their number is shown while typing. */
export function RecheckOlderDialog({ onClose }: { readonly onClose: () => void }) {
  const model = useSessionState((state) => state.model);
  const { lookAgain } = useSessionActions();
  const [amount, setAmount] = useState(12);
  const [unit, setUnit] = useState<string>(ageUnits[1].value);
  const seconds = Math.round(amount * Number(unit));
  const count = countOlder(model?.matrix.checkedAt ?? new Uint32Array(), useNowMs(), seconds);
  return (
    <Modal opened onClose={onClose} title="Look again at what is older" size={400}>
      <form
        className={css['confirm']}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          void lookAgain({ kind: 'older-than', seconds });
        }}
      >
        <div className={css['ownAge']}>
          <NumberInput
            data-autofocus
            label="Older than"
            min={1}
            max={9_999}
            value={amount}
            onChange={(typed) => setAmount(Number(typed) || 0)}
          />
          <Select
            label="Unit"
            data={[...ageUnits]}
            value={unit}
            onChange={(chosen) => setUnit(chosen ?? unit)}
          />
        </div>
        <p role="status">
          {counted(count, 'cell was', 'cells were')} checked longer ago than that. Cells that were never
          checked are not counted.
        </p>
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" disabled={count === 0 || seconds <= 0}>
            Look again at {counted(count, 'cell', 'cells')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type Outlook = Output<'sessions', 'estimate'>;

/** Asks before everything is rechecked: shows the number of requests and the duration. */
export function RecheckAllDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const outlook = useEstimate(session.accountId, session.names, session.tlds.length);
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

function useEstimate(accountId: string, names: number, tlds: number): Remote<Outlook> {
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
