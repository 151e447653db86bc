import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { codesMayEndSentence } from '#shared/areas/secret-windows.ts';
import type { CodeExport, CodeFormat } from '#shared/domain/code.ts';
import { plural } from '#shared/domain/counting.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { settledText, settlesOn } from '#shared/domain/registry.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { typedNumber, useBatches } from '../changes/batches/batch-store.ts';
import { FlowTrouble } from '../changes/ChangeParts.tsx';
import type { Listed } from '../domains/domains-store.ts';
import { isToBeTyped } from '../domains/EditDialogs.tsx';
import { accountOf } from '../shell/stores.ts';
import { ConfirmDialog, FewNames } from '../ui/Dialogs.tsx';
import { counted, format, useNowMs, withDaysInWords } from '../ui/Formats.tsx';
import { useCodeExports } from './export-store.ts';
import { Notice } from '../ui/States.tsx';
import { mostCodesInFile } from '#shared/domain/bounds.ts';

interface Props {
  /** The account that holds the names. */
  readonly accountId: string;
  /** As A-labels. */
  readonly names: readonly string[];
  readonly all: Listed;
  /** Codes are being written into a file. */
  readonly onSaved: (exportId: string) => void;
  readonly onClose: () => void;
}

/** Explains an export of transfer codes to a file; for many domains the count must be typed. Next come the file and the passphrase. */
export function CodesDialog({ accountId, names, all, onSaved, onClose }: Props) {
  const exports = useCodeExports();
  const [hint, setHint] = useState('');
  const [saveAs, setSaveAs] = useState<CodeFormat>('age');
  const isTooMany = names.length > mostCodesInFile;
  const isTyped = !isTooMany && isToBeTyped(names.length, all.size);

  /** Asks for the file and the passphrase, both outside of the page. */
  async function save(): Promise<Result<CodeExport> | null> {
    setHint('Choose a location, then type a passphrase in the code window.');
    const result = await exports.actions.saveMany({ accountId, domains: names, format: saveAs });
    setHint(result.ok ? 'Cancelled: nothing was requested.' : '');
    if (!result.ok) return result;
    return result.value === null ? null : ok(result.value);
  }

  return (
    <ConfirmDialog
      title={`Transfer codes of ${counted(names.length, 'domain', 'domains')} into a file`}
      size={560}
      typed={
        isTyped
          ? {
              label: `Type ${String(names.length)} to confirm`,
              matches: (typed) => typedNumber(typed) === names.length,
              isNumber: true,
            }
          : null
      }
      consequences={useConsequences(accountId, names.length)}
      action="Choose location…"
      about="No code was requested"
      hint={hint}
      isReady={!isTooMany}
      staysWhileSent
      onConfirm={save}
      onDone={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      <FewNames names={names} />
      <Format chosen={saveAs} onChoose={setSaveAs} />
      <SettledOnes accountId={accountId} names={names} all={all} />
      <LockedOnes accountId={accountId} names={names} all={all} onBatch={onClose} />
      {isTooMany && (
        <Text role="alert" c="var(--nd-danger)">
          One file takes {format.count(mostCodesInFile)} domains at most. Select fewer.
        </Text>
      )}
    </ConfirmDialog>
  );
}

/** The requests to the service, their minimum duration, and where the codes are stored. */
export function useConsequences(accountId: string, count: number): readonly string[] {
  const perSecond = useStore(
    useStores().accounts,
    (state) => accountOf(state, accountId)?.options.requestsPerSecond ?? null,
  );
  const time =
    perSecond === null
      ? ''
      : `: at least ${format.duration(leastMs(count, perSecond))}, longer if the service is slow`;
  return [
    `${counted(count, 'request', 'requests')}, one at a time${time}. You can keep working, and stop it at any time.`,
    'No code is shown or copied. All go into one file, encrypted with a passphrase you choose next.',
    codesMayEndSentence,
    'A service may e-mail a code to the registrant instead; the file then says so.',
  ];
}

/** The minimum at the account's own rate limit; the service may take longer for each request. */
const leastMs = (count: number, perSecond: number): number => Math.max(1_000, (count / perSecond) * 1_000);

interface FormatProps {
  readonly chosen: CodeFormat;
  readonly onChoose: (format: CodeFormat) => void;
}

export const Format = ({ chosen, onChoose }: FormatProps) => (
  <Stack gap={4}>
    <SegmentedControl
      aria-label="Format of the file"
      value={chosen}
      onChange={onChoose}
      data={[
        { value: 'age', label: 'File for Namedesk' },
        { value: 'html', label: 'Page for any browser' },
      ]}
    />
    <Text size="xs" c="dimmed">
      {formatWords[chosen]}
    </Text>
  </Stack>
);

const formatWords: Readonly<Record<CodeFormat, string>> = {
  age: 'Opened by Namedesk, or in a terminal by the free program age.',
  html: 'Opened by any browser without a network: it asks for the passphrase and shows the codes. For a client without Namedesk.',
};

/** Which were registered or moved not long ago. Draws nothing where none is known to be. */
export function SettledOnes({ accountId, names, all }: Omit<Props, 'onSaved' | 'onClose'>) {
  const nowMs = useNowMs();
  const untils = names.flatMap((name) => {
    const domain = all.at({ accountId, name });
    return domain === null ? [] : (settlesOn(domain, nowMs) ?? []);
  });
  return untils.length === 0 ? null : (
    <Text c="var(--nd-caution)">{withDaysInWords(settledText(untils, names.length))}</Text>
  );
}

const fewNames = 3;

interface LockedOnesProps extends Omit<Props, 'onSaved' | 'onClose'> {
  /** Opens the batch instead. */
  readonly onBatch: (batchId: string) => void;
}

/** Which of the domains are known to be locked, with a button that creates a batch to unlock them. Draws nothing where none is. */
export function LockedOnes({ accountId, names, all, onBatch }: LockedOnesProps) {
  const locked = useMemo(
    () => names.filter((name) => all.at({ accountId, name })?.lock?.value === 'locked'),
    [accountId, names, all],
  );
  const unread = useMemo(
    () => names.filter((name) => (all.at({ accountId, name })?.lock ?? null) === null),
    [accountId, names, all],
  );
  if (locked.length + unread.length === 0) return null;
  return (
    <Notice actions={locked.length > 0 && <Unlock accountId={accountId} locked={locked} onBatch={onBatch} />}>
      {locked.length > 0 && (
        <Text>
          <strong>{counted(locked.length, 'is locked', 'are locked')}</strong> as last known:{' '}
          <span className="mono">{locked.slice(0, fewNames).map(nameInText).join(', ')}</span>
          {locked.length > fewNames && ` and ${format.count(locked.length - fewNames)} more`}. Locked domains
          usually can’t transfer.
        </Text>
      )}
      {unread.length > 0 && <Text>Lock unknown for {counted(unread.length, 'domain', 'domains')}.</Text>}
    </Notice>
  );
}

/** Creates the batch, which reads the present state; nothing is sent before the user has reviewed it. */
function Unlock({
  accountId,
  locked,
  onBatch,
}: { readonly locked: readonly string[] } & Pick<LockedOnesProps, 'accountId' | 'onBatch'>) {
  const { route } = useStores();
  const { prepare } = useBatches().actions;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function batch(): Promise<void> {
    setBusy(true);
    const result = await prepare({
      accountId,
      ask: { kind: 'lock', state: 'unlocked' },
      domains: [...locked],
    });
    setBusy(false);
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    route.actions.goToChanges({ kind: 'batch', batchId: result.value.id });
    onBatch(result.value.id);
  }

  return (
    <>
      <Button size="compact-sm" loading={isBusy} onClick={() => void batch()}>
        {plural(locked.length, 'Create a batch to unlock it', 'Create a batch to unlock them')}
      </Button>
      {error !== null && (
        <FlowTrouble
          accountId={accountId}
          error={error}
          about="The batch change was not created"
          recheck={() => void batch()}
        />
      )}
    </>
  );
}
