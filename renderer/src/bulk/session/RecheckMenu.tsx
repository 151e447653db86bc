import { Button, Menu, NumberInput, Select, SimpleGrid, Text } from '@mantine/core';
import { IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { ok } from '#shared/result.ts';
import type { Output } from '#shared/routes.ts';
import { useStores } from '../../app-stores.ts';
import { type Remote, valueOf } from '../../bridge.ts';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { counted, format, useNowMs } from '../../ui/Formats.tsx';
import { createReading } from '../../ui/live-collection.ts';
import { Keys } from '../../ui/Shortcuts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { ageUnits, causeWords, cellsOf, countOlder, offeredAges, roughly } from '../session-words.ts';
import { useCauses } from './RunProgress.tsx';
import { useSession, useSessionActions, useSessionState, useSessionStore } from './session-store.ts';

interface RecheckMenuProps {
  /** Asks for confirmation before everything is rechecked. */
  readonly askEverything: () => void;
  readonly askOwnAge: () => void;
}

/** The sets of cells that can be rechecked, each with its count. */
export function RecheckMenu({ askEverything, askOwnAge }: RecheckMenuProps) {
  const pending = useSessionState((state) => state.pending);
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={pending !== null}
          leftSection={<IconRefresh size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Recheck
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
  const { recheck } = useSessionActions();
  const all = causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Menu.Item
        disabled={all === 0}
        rightSection={<Keys of="sessionAgain" />}
        onClick={() => void recheck({ kind: 'unknown' })}
      >
        Unknown ones ({format.count(all)})
      </Menu.Item>
      {causes.length > 1 &&
        causes.map(({ cause, count }) => (
          <Menu.Item key={cause} pl={26} onClick={() => void recheck({ kind: 'cause', cause })}>
            {causeWords[cause]} ({format.count(count)})
          </Menu.Item>
        ))}
    </>
  );
}

function Older({ askOwnAge }: Pick<RecheckMenuProps, 'askOwnAge'>) {
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
          onClick={() => void actions.recheck({ kind: 'older-than', seconds })}
        >
          Older than {words} ({format.count(count)})
        </Menu.Item>
      ))}
      <Menu.Item onClick={askOwnAge}>Older than…</Menu.Item>
    </>
  );
}

function Rest({ askEverything }: Pick<RecheckMenuProps, 'askEverything'>) {
  const session = useSession();
  const { recheck } = useSessionActions();
  const model = useSessionState((state) => state.model);
  const shortlisted = model?.shortlisted() ?? session.shortlisted;
  return (
    <>
      <Menu.Item disabled={shortlisted === 0} onClick={() => void recheck({ kind: 'shortlist' })}>
        Shortlist ({format.count(shortlisted)})
      </Menu.Item>
      <Menu.Item onClick={askEverything}>Everything ({format.count(cellsOf(session))})…</Menu.Item>
    </>
  );
}

/** Rechecks cells older than a typed age; their number is shown while typing. */
export function RecheckOlderDialog({ onClose }: { readonly onClose: () => void }) {
  const model = useSessionState((state) => state.model);
  const { recheck } = useSessionActions();
  const [amount, setAmount] = useState(12);
  const [unit, setUnit] = useState<string>(ageUnits[1].value);
  const seconds = Math.round(amount * Number(unit));
  const count = countOlder(model?.matrix.checkedAt ?? new Uint32Array(), useNowMs(), seconds);
  return (
    <ConfirmDialog
      title="Recheck older results"
      size={400}
      action={`Recheck ${counted(count, 'cell', 'cells')}`}
      cancel="Cancel"
      isReady={count > 0 && seconds > 0}
      onConfirm={() => Promise.resolve(ok(null))}
      onDone={() => void recheck({ kind: 'older-than', seconds })}
      onClose={onClose}
    >
      <SimpleGrid cols={2} spacing="sm">
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
      </SimpleGrid>
      <p role="status">
        {counted(count, 'cell was', 'cells were')} checked longer ago than that. Cells never checked are not
        counted.
      </p>
    </ConfirmDialog>
  );
}

/** Asks before everything is rechecked: shows the number of requests and the duration. */
export function RecheckAllDialog({ onClose }: { readonly onClose: () => void }) {
  const { bridge } = useStores();
  const session = useSession();
  const { accountId, names, tlds } = session;
  const [estimate] = useState(() =>
    createReading(() => bridge.request.sessions.estimate({ accountId, names, tlds: tlds.length })),
  );
  useEffect(() => void estimate.read(), [estimate]);
  const { recheck } = useSessionActions();
  return (
    <ConfirmDialog
      title="Recheck everything?"
      size={480}
      action="Recheck everything"
      cancel="Cancel"
      focus="cancel"
      onConfirm={() => Promise.resolve(ok(null))}
      onDone={() => void recheck({ kind: 'everything' })}
      onClose={onClose}
    >
      <p>
        All {counted(cellsOf(session), 'cell is', 'cells are')} rechecked; the current results stay until new
        ones arrive.
      </p>
      <Effort estimate={useStore(estimate)} />
    </ConfirmDialog>
  );
}

function Effort({ estimate }: { readonly estimate: Remote<Output<'sessions', 'estimate'>> }) {
  const known = valueOf(estimate);
  if (estimate.status === 'failed') return <ErrorState error={estimate.error} />;
  if (known === null) return <Text c="dimmed">Counting the requests…</Text>;
  return (
    <p>
      <strong>{counted(known.requests, 'request', 'requests')}</strong>
      {known.seconds === null
        ? '. No time estimate yet.'
        : `, about ${roughly(known.seconds.likely)} (${roughly(known.seconds.low)} to ${roughly(known.seconds.high)}).`}
    </p>
  );
}
