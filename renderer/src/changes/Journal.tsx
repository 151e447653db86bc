import { Button, Group, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { commands } from '#shared/domain/commands.ts';
import type { JournalHealth } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { coalesced } from '../ui/live-collection.ts';
import type { ChangeFilter } from './change-stores.ts';
import { Notice } from '../ui/States.tsx';
import { FormatChoice, WrittenFile } from '../ui/WrittenFile.tsx';

/** Whether the journal is intact, when that was last verified, and what a file of proof is that was held against it. */
export function JournalLine({ store }: { readonly store: HealthStore }) {
  const { health, isChecking, error, proof } = useStore(store);
  const isProving = proof === 'checking';
  const held = isProving ? null : proof;
  useEffect(() => void store.actions.read(), [store]);
  return (
    <Group
      component="footer"
      gap="sm"
      flex="none"
      mih={36}
      mt={-12}
      c="dimmed"
      fz="xs"
      className="line-above figures"
    >
      <IconLink size={14} stroke={1.75} aria-hidden />
      <p role="status">
        {error !== null && `Couldn’t check the journal. ${sentencesFor(error).happened}`}
        {error === null && isChecking && 'Verifying the journal…'}
        {error === null && !isChecking && health !== null && <Words health={health} />}
      </p>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={isChecking}
        onClick={() => void store.actions.check()}
      >
        Check that nothing was altered
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={isProving}
        onClick={() => void store.actions.checkProof()}
      >
        {commands.checkProof.label}
      </Button>
      {/* There before its words are: only then they are read out. */}
      <Text
        inherit
        {...(held !== null && { flex: '1 1 360px' })}
        role="status"
        c={held?.isFine === true ? 'var(--nd-fine)' : 'var(--nd-danger)'}
        className="selectable"
      >
        {held?.said}
      </Text>
    </Group>
  );
}

function Words({ health }: { readonly health: JournalHealth }) {
  const { entries, checkedAt, checkedEntries, broken, accesses } = health;
  const since = entries - checkedEntries;
  if (accesses.broken !== null) {
    const line = format.count(accesses.broken.seq);
    return `The journal of codes fails its check at line ${line}: no transfer code is requested.`;
  }
  if (broken !== null) return `The journal fails its check at entry ${format.count(broken.seq)}.`;
  if (entries === 0) return 'The journal has no entries yet.';
  // A check that found no entry says nothing about those that came since.
  if (checkedAt === null || checkedEntries === 0) return `Journal: ${counted(entries, 'entry', 'entries')}.`;
  return (
    <>
      Journal verified: {counted(checkedEntries, 'entry', 'entries')}, <Age at={checkedAt} />.
      {since > 0 && ` ${counted(since, 'entry', 'entries')} since then, not verified yet.`}
    </>
  );
}

/** For a damaged journal: what is wrong, what no longer works, and what still does. */
export function BrokenJournal({ store }: { readonly store: HealthStore }) {
  const broken = useStore(store, (state) => state.health?.broken ?? null);
  if (broken === null) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      title={`The journal fails its check at entry ${format.count(broken.seq)}: no change is sent to any service`}
    >
      <p className="selectable">{broken.why}</p>
      <p>
        Lookups, refreshing, verifying and exporting keep working. Export the journal, keep a copy of the
        workspace, and restore a backup from before this.
      </p>
    </Notice>
  );
}

interface HealthState {
  /** Null until it is known. */
  readonly health: JournalHealth | null;
  readonly isChecking: boolean;
  /** Why it could not be verified. */
  readonly error: AppError | null;
  /** The file that was held against it last: what it is, or why that is not known. */
  readonly proof: { readonly said: string; readonly isFine: boolean } | 'checking' | null;
}

type HealthStore = ReturnType<typeof healthOf>;

/** The state of the journal. An event from main is newer than any answer still to come. */
export function healthOf({ bridge: { request, on } }: Stores) {
  const store = createStore<HealthState>(() => ({
    health: null,
    isChecking: false,
    error: null,
    proof: null,
  }));
  const { getState: get, setState: set } = store;
  let announced = 0;
  on['changes.health']((health) => {
    announced += 1;
    set({ health, error: null });
  });

  async function ask(check: boolean): Promise<void> {
    const before = announced;
    const result = await request.changes.health({ check });
    if (!result.ok) set({ error: result.error });
    else if (before === announced) set({ health: result.value, error: null });
  }

  // Each change adds entries, also while the line is in sight; a batch adds many.
  const countAgain = coalesced(() => void ask(false), 300);
  on['changes.changed'](() => {
    if (get().health !== null) countAgain();
  });

  return {
    ...store,
    actions: {
      read: () => ask(false),
      /** Verifies the whole hash chain. */
      check: async (): Promise<void> => {
        if (get().isChecking) return;
        set({ isChecking: true });
        await ask(true);
        set({ isChecking: false });
      },
      /** Asks for a file of proof, and holds it against the journal. */
      checkProof: async (): Promise<void> => {
        if (get().proof === 'checking') return;
        set({ proof: 'checking' });
        const result = await request.activity.checkProof({});
        if (!result.ok) {
          const { happened, next } = sentencesFor(result.error);
          set({ proof: { said: `Couldn’t check the proof. ${happened} ${next}`, isFine: false } });
          return;
        }
        const held = result.value;
        set({
          proof: held && { said: `${isolated(held.file)}: ${held.said}`, isFine: held.verdict === 'matches' },
        });
      },
    },
  };
}

interface Props {
  /** The list's filter: exactly the filtered changes are exported. */
  readonly filter: ChangeFilter;
  readonly changes: number;
  readonly isAll: boolean;
  readonly onClose: () => void;
}

const schema = z.object({ format: z.enum(['csv', 'json']) });
type Values = z.infer<typeof schema>;
const csv: Values = { format: 'csv' };

interface Written {
  readonly path: string;
  readonly entries: number;
}

/** Writes the entries of the shown changes to a file, with the hashes that chain them. */
export function ExportDialog({ filter, changes, isAll, onClose }: Props) {
  const { bridge } = useStores();

  /** Null where the person closed the system's dialog. */
  async function write({ format }: Values): Promise<Result<Written> | null> {
    const result = await bridge.request.changes.exportJournal({ format, filter });
    if (!result.ok) return result;
    const { path, entries } = result.value;
    return path === null ? null : ok({ path, entries });
  }

  return (
    <FormDialog
      title="Export the journal"
      size={560}
      schema={schema}
      initialValues={csv}
      action="Save as…"
      isReady={changes > 0}
      about="Nothing was exported"
      onSubmit={write}
      report={({ entries, path }) => (
        <WrittenFile
          path={path}
          onClose={onClose}
          said={<>{counted(entries, 'entry is', 'entries are')} written to:</>}
        />
      )}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            {isAll ? 'All that is listed' : 'Exactly what is filtered'}:{' '}
            {counted(changes, 'change', 'changes')}, each with all its entries, times and hashes. It contains
            nothing personal.
          </p>
          <FormatChoice
            formats={['csv', 'json']}
            value={form.values.format}
            onChange={(format) => form.setFieldValue('format', format)}
          />
        </>
      )}
    </FormDialog>
  );
}
