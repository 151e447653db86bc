import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { DomainImportEntry } from '#shared/domain/portfolio.ts';
import { useActiveId, useStores } from '../../app-stores.ts';
import { useDrop } from '../../bulk/new/names-input.ts';
import { valueOf } from '../../remote.ts';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { Age, counted, format, useNowMs } from '../../ui/Formats.tsx';
import { storeOf } from '../../ui/live-collection.ts';
import { AccountLabel, Screen, ScreenHead, WorkLine } from '../../ui/PageParts.tsx';
import { EmptyState, ErrorState, Loaded, OutcomePanel } from '../../ui/States.tsx';
import { TimeLeft } from '../../ui/TimeLeft.tsx';
import { createImportStore, fromWords, importedText, type ImportStore, undoneText } from './import-store.ts';
import { isDue } from '../domain-words.ts';
import { unarchived, useDomains } from '../domains-store.ts';
import { ReadingLines } from '../ReadingLines.tsx';
import { ExpiryStep, useExpiryQuestion } from './ExpiryStep.tsx';
import css from './import.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import { CommandButton, onList } from '../../shell/everywhere.tsx';
import { ImportSource } from './ImportSource.tsx';

/** Brings domains from a registrar's file into the portfolio: the file, what it would change, and what came of it. */
export function ImportScreen() {
  const stores = useStores();
  const store = storeOf(stores, createImportStore);
  const accountId = useActiveId();
  const { isOver, handlers } = useDrop(store.actions.take);
  useEffect(() => void store.actions.load(), [store]);
  if (accountId === null)
    return (
      <EmptyState
        icon={<IconFileImport size={24} stroke={1.5} />}
        title="Domains need an account"
        actions={<CommandButton of="addAccount" />}
      >
        Add one first. Then your registrar’s file can be imported into it.
      </EmptyState>
    );
  return (
    <div style={{ height: '100%' }} className={css['drop']} data-over={isOver} {...handlers}>
      <Screen width={1520}>
        <ScreenHead
          title="Import domains"
          back={{ label: 'All domains', onClick: () => stores.route.actions.goToDomains({ kind: 'list' }) }}
          about={<AccountLabel accountId={accountId} />}
        />
        <Troubles store={store} />
        <Work store={store} />
        <Content store={store} accountId={accountId} />
      </Screen>
    </div>
  );
}

interface ContentProps {
  readonly store: ImportStore;
  readonly accountId: string;
}

/** The preview of a file; without one, what came of the last, the choice of another and the earlier imports. */
function Content({ store, accountId }: ContentProps) {
  const { report, progress, done } = useStore(store);
  const question = useExpiryQuestion(accountId, done !== null);
  const known = valueOf(report);
  if (known !== null) return progress === null && <ImportPreview store={store} report={known} />;
  return (
    <Stack gap="lg" pb="lg" style={{ overflowY: 'auto' }}>
      {done !== null && (
        <Outcome store={store} isLast={question?.isAskable !== true || question.isLookingUp} />
      )}
      {done === null || question === null ? (
        <ReadingLines accountIds={[accountId]} />
      ) : (
        <ExpiryStep question={question} />
      )}
      {report.status !== 'loading' && (
        <ImportSource
          store={store}
          title={done === null ? 'Import from your registrar’s file' : 'Import another file'}
          opens="Open a file…"
          isMain={done === null}
        />
      )}
      <Imports store={store} />
    </Stack>
  );
}

/** Why a file was not read, or its rows were not stored. */
function Troubles({ store }: { readonly store: ImportStore }) {
  const { report, refusal, failed } = useStore(store);
  return (
    <>
      {refusal !== null && <ErrorState isRead error={refusal} about="Not read" />}
      {report.status === 'failed' && (
        <ErrorState isRead error={report.error} about="Couldn’t read the file. Nothing was imported" />
      )}
      {failed !== null && (
        <ErrorState
          isRead
          error={failed.error}
          about={
            failed.done === 0
              ? 'Nothing was imported'
              : `Stopped after ${format.count(failed.done)} of ${counted(failed.total, 'domain', 'domains')}. These are stored; the list of imports has them, to undo them`
          }
          remedies={{ 'try-again': () => void store.actions.apply() }}
        />
      )}
    </>
  );
}

/** What goes on: a file is read, or its rows are stored. */
function Work({ store }: { readonly store: ImportStore }) {
  const { report, progress } = useStore(store);
  if (progress !== null)
    return (
      <WorkLine
        label="Importing domains"
        progress={progress}
        actions={<Stop store={store} label="Stop importing" />}
      >
        <span role="status">
          {progress.total === 0
            ? 'Importing…'
            : `Importing: ${format.count(progress.done)} of ${format.count(progress.total)}`}
          <TimeLeft of={progress} />
        </span>
      </WorkLine>
    );
  if (report.status !== 'loading' || report.before !== null) return null;
  return (
    <WorkLine label="Reading the file" actions={<Stop store={store} label="Cancel" />}>
      <span role="status">Reading…</span>
    </WorkLine>
  );
}

const Stop = ({ store, label }: { readonly store: ImportStore; readonly label: string }) => (
  <Button size="compact-sm" onClick={store.actions.stop}>
    {label}
  </Button>
);

interface NextProps {
  /** Whether nothing is left to be done here. */
  readonly isLast: boolean;
}

/** What came of the import, the way back, and what can be done next. */
function Outcome({ store, ...next }: NextProps & Pick<ContentProps, 'store'>) {
  const stores = useStores();
  const done = useStore(store, (state) => state.done);
  const entry = useStore(
    store,
    (state) => valueOf(state.imports)?.find(({ id }) => id === state.done?.import.id) ?? state.done?.import,
  );
  const undone = useStore(store, (state) => state.undone.get(state.done?.import.id ?? ''));
  if (done === null || entry === undefined) return null;
  return (
    <OutcomePanel label="The import" tone={done.isCancelled ? 'caution' : 'fine'} step={entry.id} py="md">
      <Stack gap="sm">
        <Text fw={600} size="md">
          {undone === undefined
            ? `${done.isCancelled ? 'Stopped. ' : ''}${importedText(entry)}: ${countsOf(entry)}.`
            : undoneText(entry, undone)}
        </Text>
        <Next {...next}>
          {undone === undefined && entry.left > 0 && (
            <Button onClick={() => stores.notices.actions.report(store.actions.undo(entry))}>
              Undo import
            </Button>
          )}
        </Next>
      </Stack>
    </OutcomePanel>
  );
}

/** How many domains there are now and how many of them are due, where that is known, and the ways to both. */
function Next({ isLast, children }: NextProps & { readonly children: ReactNode }) {
  const stores = useStores();
  const listed = useStore(useDomains());
  const nowMs = useNowMs();
  const all = unarchived(listed);
  // As the list counts what it shows, whatever of it can be renewed.
  const due = all.filter((domain) => isDue(domain, dueWithinDays, nowMs)).length;
  // Whatever was filtered before: else none of those that came might be in sight.
  const show = (within: number | null) =>
    void onList(stores, (list) => list.actions.showOnly({ expiresWithinDays: within }));
  return (
    <>
      {valueOf(listed.domains) !== null && (
        <Text>
          Now {counted(all.length, 'domain', 'domains')}, {due === 0 ? 'none' : format.count(due)} due in{' '}
          {dueWithinDays} days.
        </Text>
      )}
      <Group gap="sm">
        {due > 0 && (
          <Button variant={isLast ? 'filled' : 'default'} onClick={() => show(dueWithinDays)}>
            Show the {format.count(due)} due
          </Button>
        )}
        <Button variant={isLast && due === 0 ? 'filled' : 'default'} onClick={() => show(null)}>
          Show the domains
        </Button>
        {children}
      </Group>
    </>
  );
}

/** "770 new, 10 changed, 12 unchanged, 3 skipped, 2 imported in part". */
const countsOf = ({ added, changed, unchanged, skipped, partly }: DomainImportEntry): string =>
  [
    [added, 'new'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [skipped, 'skipped'],
    [partly, 'imported in part'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, words]) => `${format.count(Number(count))} ${words}`)
    .join(', ');

/** The imports of this account, each with the way back. Nothing where there are none. */
function Imports({ store }: { readonly store: ImportStore }) {
  const imports = useStore(store, (state) => state.imports);
  // What came of it stands above.
  const shown = useStore(store, (state) => state.done?.import.id);
  const undone = useStore(store, (state) => state.undone);
  const [asked, setAsked] = useState<DomainImportEntry | null>(null);
  return (
    <Loaded of={imports} about="Couldn’t load the earlier imports" again={() => void store.actions.load()}>
      {(all) => {
        const entries = all.filter(({ id }) => id !== shown);
        return (
          entries.length > 0 && (
            <Stack component="section" gap="sm" aria-labelledby="imports" flex="none">
              <Title order={2} id="imports">
                Imports
              </Title>
              <Table className="figures" aria-labelledby="imports">
                <ImportsHead />
                <Table.Tbody>
                  {entries.map((entry) => (
                    <Table.Tr key={entry.id}>
                      <Table.Td>
                        <Age at={entry.at} />
                      </Table.Td>
                      <Table.Td>
                        {entry.source === 'pasted' ? 'Pasted table' : <bdi>{entry.source}</bdi>}
                        {entry.panel !== null && (
                          <Text span c="dimmed" ml="sm">
                            {entry.panel}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>
                        {countsOf(entry)}
                        {undone.has(entry.id) && (
                          <Text size="xs" c="dimmed">
                            {stayedText(undone.get(entry.id)?.named ?? [], undone.get(entry.id)?.stayed ?? 0)}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td ta="right">
                        {entry.undoneAt !== null && (
                          <Text span c="dimmed" mr="sm">
                            Undone <Age at={entry.undoneAt} />
                            {entry.left > 0 && `, but for ${format.count(entry.left)}`}
                          </Text>
                        )}
                        {entry.left > 0 && (
                          <Button
                            size="compact-sm"
                            aria-label={`Undo the import ${fromWords(entry.source)}`}
                            onClick={() => setAsked(entry)}
                          >
                            Undo…
                          </Button>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              {asked !== null && <UndoDialog store={store} entry={asked} onClose={() => setAsked(null)} />}
            </Stack>
          )
        );
      }}
    </Loaded>
  );
}

const ImportsHead = () => (
  <Table.Thead>
    <Table.Tr>
      <Table.Th scope="col" w={120}>
        Imported
      </Table.Th>
      <Table.Th scope="col">File</Table.Th>
      <Table.Th scope="col">Rows</Table.Th>
      <Table.Th scope="col" w={240}>
        <span className="spoken">Undo</span>
      </Table.Th>
    </Table.Tr>
  </Table.Thead>
);

const stayedText = (named: readonly string[], stayed: number): string =>
  stayed === 0
    ? ''
    : `Changed since, and left as they are: ${named.map(isolated).join(', ')}${stayed > named.length ? ` and ${format.count(stayed - named.length)} more` : ''}`;

interface UndoDialogProps {
  readonly store: ImportStore;
  readonly entry: DomainImportEntry;
  readonly onClose: () => void;
}

const UndoDialog = ({ store, entry, onClose }: UndoDialogProps) => (
  <ConfirmDialog
    title={`Undo the import ${fromWords(entry.source)}?`}
    consequences={[
      entry.added > 0 && 'Domains that it added are removed from the list. Nothing changes at the service.',
      entry.changed > 0 && 'Domains that it changed get the values that they had before.',
      'What was changed since stays as it is.',
    ]}
    action="Undo import"
    onConfirm={() => store.actions.undo(entry)}
    onClose={onClose}
  />
);
