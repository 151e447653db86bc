import { Box, Button, Group } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Batch, hasSteps, isProposed, needingAttention, undoneBy } from '#shared/domain/batch.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../../app-stores.ts';
import { useShownAccounts } from '../../shell/Header.tsx';
import { backTo } from '../../shell/everywhere.tsx';
import { FilterBar, FilterChip } from '../../ui/Filters.tsx';
import { lowerFirst } from '../../ui/Formats.tsx';
import { storeOf } from '../../ui/live-collection.ts';
import { useAction } from '../../use-action.ts';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { ModalDialog } from '../../ui/ModalDialog.tsx';
import { AccountLabel, OtherAccount, Screen, ScreenHead } from '../../ui/PageParts.tsx';
import { Awaited, Loaded, Notice, ReadTrouble, RowsTrouble } from '../../ui/States.tsx';
import { valueOf } from '../../remote.ts';
import { Roles, Spelled } from '../ChangeParts.tsx';
import {
  type BatchOrder,
  type BatchStore,
  batchTitle,
  createBatchStore,
  isAgain,
  isAllDone,
  isWithContacts,
  readListView,
  rowsName,
  useBatches,
  type Which,
} from './batch-store.ts';
import { followingBatches } from './BatchMaker.tsx';
import { BatchStatus } from './BatchReview.tsx';
import { BatchRows } from './BatchRows.tsx';
import { Proposal } from './Proposal.tsx';
import { LeftUnlocked, PutsBack } from './PutBack.tsx';
import css from './batches.module.css';

interface Props {
  readonly batchId: string;
}

/** The batch of the next account, where one selection became several. */
function NextBatch({ batchId }: Props) {
  const stores = useStores();
  const next = useStore(storeOf(stores, followingBatches), (after) => after.get(batchId));
  const batch = useStore(useBatches(), ({ batches }) => batches.get(next ?? ''));
  if (batch === undefined) return null;
  return (
    <Notice
      tone="quiet"
      actions={
        <Button onClick={() => stores.route.actions.goToChanges({ kind: 'batch', batchId: batch.id })}>
          Review the next batch
        </Button>
      }
    >
      Then: {lowerFirst(batchTitle(batch))} of <AccountLabel accountId={batch.accountId} />, a batch of its
      own
    </Notice>
  );
}

/** One batch in any state: while it is read, reviewed, running, or over. */
export function BatchView({ batchId }: Props) {
  const stores = useStores();
  const { bridge, listViews } = stores;
  const batches = useBatches();
  const batch = useStore(batches, (state) => state.batches.get(batchId) ?? null);
  useShownAccounts(batch === null ? null : [batch.accountId]);
  const [error, setError] = useState<AppError | null>(null);
  const [store] = useState(() =>
    createBatchStore({
      ...bridge,
      batchId,
      put: batches.actions.put,
      view: readListView(batch === null ? null : listViews.actions.left(rowsName(batch))),
      restMs: 300,
    }),
  );

  const find = useCallback(
    () => batches.actions.find(batchId).then((found) => setError(found.ok ? null : found.error)),
    [batches, batchId],
  );
  useEffect(() => {
    const end = store.actions.begin();
    void find();
    return end;
  }, [store, find]);
  useEffect(
    () =>
      store.subscribe(({ which }) => {
        const known = batches.getState().batches.get(batchId);
        if (known !== undefined) listViews.actions.write(rowsName(known), { which });
      }),
    [store, batches, listViews, batchId],
  );

  return (
    <div className={css['page']}>
      <Screen>
        <BatchHead store={store} batch={batch} />
        <ReadTrouble error={error} about="Couldn’t load this batch change" again={() => void find()} />
        {batch === null && error === null && <Awaited>Loading the batch change…</Awaited>}
        {batch !== null && (
          <>
            {batch.state !== 'done' && batch.state !== 'stopped' && (
              <OtherAccount accountId={batch.accountId} />
            )}
            <Proposal batch={batch} />
            <BatchStatus store={store} batch={batch} />
            {hasSteps(batch.ask) && batch.state !== 'running' && <LeftUnlocked batch={batch} />}
            <NextBatch batchId={batchId} />
            <BatchFilter store={store} batch={batch} />
            <RowsTrouble
              rows={store.rows}
              about="Couldn’t load the rows"
              again={() => void store.rows.anew()}
            />
            <BatchRows store={store} batch={batch} />
          </>
        )}
      </Screen>
    </div>
  );
}

interface HeadProps {
  readonly store: BatchStore;
  readonly batch: Batch;
}

/** Where a batch was begun, and the way there. */
function useOrigin() {
  const { route } = useStores();
  const origin = useStore(route, ({ batchOrigin }) => batchOrigin);
  const goThere = () =>
    route.actions.go(origin ?? { screen: 'changes', view: { kind: 'list', changeId: null } });
  return { origin, goThere };
}

function BatchHead({ store, batch }: Pick<HeadProps, 'store'> & { readonly batch: Batch | null }) {
  const { origin, goThere } = useOrigin();
  return (
    <>
      <ScreenHead
        title={batch === null ? 'Batch change' : batchTitle(batch)}
        back={{
          label: backTo(origin?.screen ?? 'changes'),
          onClick: goThere,
        }}
        about={batch !== null && <AccountLabel accountId={batch.accountId} />}
      >
        {(batch?.state === 'reading' || batch?.state === 'ready') && <Discard store={store} batch={batch} />}
      </ScreenHead>
      {batch !== null && <BatchAsk store={store} batch={batch} />}
    </>
  );
}

/**
 * Removes a batch of which nothing was sent, and leads to the next account's, or back to what was chosen for it; where that is not
 * remembered, after a question. The rest of one that is read again is stopped: its record tells of what was sent.
 */
function Discard({ store, batch }: HeadProps) {
  const stores = useStores();
  const { route, notices } = stores;
  const batches = useBatches();
  const doing = useStore(store, (state) => state.doing);
  const { origin, goThere } = useOrigin();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function discard(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const result = await batches.actions.discard(batch.id);
    setBusy(false);
    if (result.ok) leave(result.value);
    else notices.actions.fail(result.error);
  }

  function leave(order: BatchOrder | null): void {
    const { domains, ask } = order ?? {};
    const next = storeOf(stores, followingBatches).getState().get(batch.id) ?? '';
    if (batches.getState().batches.has(next)) route.actions.goToChanges({ kind: 'batch', batchId: next });
    else {
      if (domains !== undefined && origin?.screen === 'domains' && origin.view.kind === 'list')
        batches.actions.selectAgain(batch.accountId, domains);
      if (domains !== undefined && ask?.kind === 'register')
        route.actions.goToRegister(domains, batch.accountId);
      else goThere();
    }
    notices.actions.say('Discarded. Nothing was sent.');
  }

  return isAgain(batch) ? (
    <Button loading={doing === 'stop'} onClick={() => void store.actions.step('stop')}>
      Stop
    </Button>
  ) : (
    <>
      <Button
        loading={isBusy}
        onClick={() => (batches.actions.isRemembered(batch.id) ? void discard() : setAsking(true))}
      >
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Discard this batch?"
          action="Discard the batch"
          color="danger"
          onConfirm={() => batches.actions.discard(batch.id)}
          onDone={leave}
          onClose={() => setAsking(false)}
        >
          <p>Nothing of it was sent. It would have to be made again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** What it writes, below its title. */
const BatchAsk = ({ store, batch }: HeadProps) => (
  <>
    {undoneBy(batch.ask) !== null && (
      <Box pl={44}>
        <PutsBack batch={batch} />
      </Box>
    )}
    {'nameservers' in batch.ask && batch.ask.nameservers.length > 0 && (
      <Group
        component="ul"
        gap="0 16px"
        align="flex-start"
        pl={44}
        className="mono selectable"
        style={{ overflowWrap: 'anywhere' }}
      >
        {batch.ask.nameservers.map((host) => (
          <li key={host}>
            <Spelled text={host} />
          </li>
        ))}
      </Group>
    )}
    {isWithContacts(batch) &&
      !isOver(batch) &&
      (isProposed(batch) ? (
        <ProposedContacts key={batch.id} id={batch.id} onShown={store.actions.valuesShown} />
      ) : (
        <ContactsOfBatch key={batch.id} id={batch.id} />
      ))}
  </>
);

/** Whether nothing of it can be sent any more, here or in a batch of what was refused: then main has deleted its contacts. */
const isOver = (batch: Batch): boolean =>
  (batch.state === 'done' || batch.state === 'stopped') && isAllDone(batch);

/** The values are personal: they are shown on request, and dropped when the dialog closes. */
function ContactsOfBatch({ id }: Pick<Batch, 'id'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Box pl={44}>
      <Button
        size="compact-sm"
        leftSection={<IconEye size={14} aria-hidden />}
        onClick={() => setShown(true)}
      >
        Show the contacts…
      </Button>
      {isShown && (
        <ModalDialog title="What is written" size={520} onClose={() => setShown(false)}>
          <ContactsShown id={id} />
        </ModalDialog>
      )}
    </Box>
  );
}

/** Nobody here has typed these values: they are in sight before the batch can be applied (H11). */
const ProposedContacts = (props: Required<ContactsProps>) => (
  <Box component="section" ml={44} className={css['proposed'] ?? ''} aria-label="What is written">
    <ContactsShown {...props} />
  </Box>
);

interface ContactsProps extends Pick<Batch, 'id'> {
  /** Told whether the values are on the screen. */
  readonly onShown?: (areShown: boolean) => void;
}

function ContactsShown({ id, onShown }: ContactsProps) {
  const [read, again] = useAction('batches', 'personal', { id });
  const areShown = valueOf(read)?.roles != null;
  useEffect(() => {
    onShown?.(areShown);
    return () => onShown?.(false);
  }, [onShown, areShown]);
  return (
    <Loaded of={read} about="Couldn’t open the contacts" loading="Opening the contacts…" again={again}>
      {({ roles }) => <Roles roles={roles} />}
    </Loaded>
  );
}

function BatchFilter({ store, batch }: HeadProps) {
  const { counts, state } = batch;
  const isFirst = state === 'ready' && !isAgain(batch);
  const which = useStore(store, (state) => state.which);
  const choices: readonly (readonly [Which, string, number | null])[] = [
    ['all', 'All', counts.rows],
    // What is not read yet may still turn out as excluded.
    ['to-do', isFirst ? 'Ready' : 'Included', state === 'reading' ? null : counts.toDo],
    ['left-out', 'Excluded', counts.leftOut],
    ['odd', 'Needs attention', state === 'reading' ? null : needingAttention(counts)],
  ];
  return (
    <FilterBar label="Rows to show">
      {choices.map(([of, label, count]) => (
        <FilterChip
          key={of}
          label={label}
          count={count}
          isOn={which === of}
          onPress={() => store.actions.show(of)}
        />
      ))}
    </FilterBar>
  );
}
