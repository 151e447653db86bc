import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  type Batch,
  type BatchRow,
  previousKeptDays,
  type UndoneSource,
  undoneBy,
} from '#shared/domain/batch.ts';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import { type Change, tookEffect } from '#shared/domain/change.ts';
import { plural } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Result } from '#shared/result.ts';
import type { Output } from '../../client.ts';
import { useAccount, useStores } from '../../app-stores.ts';
import { failureOf, valueOf } from '../../remote.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { useAction } from '../../use-action.ts';
import { Notice, ReadTrouble } from '../../ui/States.tsx';
import { CheckOfAsked, NameserverCheck } from '../../domains/nameservers/NameserverCheck.tsx';
import { useBatches } from './batch-store.ts';

/** Makes a batch, which is reviewed as any other, and leads to it; a failure is a notice. */
function useMaking(make: (batches: ReturnType<typeof useBatches>) => Promise<Result<Batch>>) {
  const { route, notices } = useStores();
  const batches = useBatches();
  const [isMaking, setMaking] = useState(false);

  async function start(): Promise<void> {
    setMaking(true);
    const made = await make(batches);
    setMaking(false);
    if (made.ok) route.actions.goToChanges({ kind: 'batch', batchId: made.value.id });
    else notices.actions.fail(made.error);
  }
  return { loading: isMaking, onClick: () => void start() };
}

const usePutBack = (of: UndoneSource) => useMaking(({ actions }) => actions.putBack(of));

type WayBack = Output<'batches', 'wayBack'>;

export interface FoundWayBack {
  /** Null until it is found out. */
  readonly wayBack: WayBack | null;
  /** That it could not be found out, with the reason and a way to ask again. */
  readonly trouble: ReactNode;
}

/** Of a batch that is over, or of a change, what can be taken back, read again with each of its changes. @param what Follows "Couldn’t find out". */
export function useWayBack(of: UndoneSource, what = 'what can be put back'): FoundWayBack {
  const [read, again] = useAction('batches', 'wayBack', { of });
  const trouble = <ReadTrouble error={failureOf(read)} about={`Couldn’t find out ${what}`} again={again} />;
  return { wayBack: valueOf(read), trouble };
}

interface BatchProps {
  readonly batch: Batch;
}

interface FoundProps extends BatchProps {
  readonly found: FoundWayBack;
}

/** The button that makes the batch which takes back what this one did. */
export const PutBackBatch = ({ batch, found: { wayBack } }: FoundProps) =>
  (wayBack?.toPutBack ?? 0) > 0 && <PutBackButton of={{ batchId: batch.id }} />;

/** The domains that a batch unlocked and that are not locked again, and the button that locks them. */
export function LeftUnlocked({ batch }: BatchProps) {
  const { wayBack, trouble } = useWayBack({ batchId: batch.id }, 'which domains are left unlocked');
  const domains = wayBack?.leftUnlocked ?? [];
  if (domains.length === 0 || wayBack === null) return trouble;
  return (
    <>
      {trouble}
      <Notice
        tone="danger"
        role="status"
        title={plural(
          domains.length,
          '1 domain is left unlocked',
          `${format.count(domains.length)} domains are left unlocked`,
        )}
        // What was done at another login is locked there.
        actions={wayBack.elsewhere === 0 && <LockAgain accountId={batch.accountId} domains={domains} />}
      >
        <span className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
          {domains.slice(0, mostNamed).map(toUnicode).join(', ')}
          {domains.length > mostNamed && ` and ${format.count(domains.length - mostNamed)} more`}
        </span>
      </Notice>
    </>
  );
}

/** So many domains are named. */
const mostNamed = 20;

interface ButtonProps {
  readonly of: UndoneSource;
  /** What is put back. */
  readonly what?: string;
  readonly isSmall?: boolean;
}

function PutBackButton({ of, what = 'ones', isSmall = false }: ButtonProps) {
  return (
    <Button {...(isSmall && { size: 'compact-sm' })} {...usePutBack(of)}>
      Put the previous {what} back
    </Button>
  );
}

function LockAgain({
  accountId,
  domains,
}: {
  readonly accountId: string;
  readonly domains: readonly string[];
}) {
  const ask = { kind: 'lock', state: 'locked' } as const;
  const button = useMaking(({ actions }) => actions.prepare({ accountId, ask, domains: [...domains] }));
  return (
    <Button variant="filled" {...button}>
      Lock {counted(domains.length, 'domain', 'domains')} again
    </Button>
  );
}

/** What stays as it is now, whatever a person does next, and that it is not known. */
export function WayBackWords({ batch, found: { wayBack, trouble } }: FoundProps) {
  const texts = [
    wayBack === null || wayBack.notKept === 0 ? null : notKeptText(batch.ask.kind, wayBack.notKept),
    wayBack === null || wayBack.elsewhere === 0
      ? null
      : `${counted(wayBack.elsewhere, 'domain was', 'domains were')} changed at the login that the account had before its address or user was changed. ${onlyThere}`,
  ].filter((text) => text !== null);
  return (
    <>
      {texts.length > 0 && <Text c="dimmed">{texts.join(' ')}</Text>}
      {trouble}
    </>
  );
}

const onlyThere = 'That can only be put back there.';

const notKeptText = (kind: ChangeKind, count: number): string =>
  kind === 'contacts'
    ? `The contacts that ${counted(count, 'domain', 'domains')} had before can’t be put back: they are kept for ${previousKeptDays} days.`
    : `What ${counted(count, 'domain', 'domains')} had before is not known, so it can’t be put back.`;

interface NewNameserversProps extends BatchProps {
  readonly rows: readonly Pick<BatchRow, 'domain' | 'after'>[];
}

/** What the nameservers say that the domains of a batch or order get: one set for all, or each domain's own from before. */
export function NewNameservers({ batch: { accountId, ask }, rows }: NewNameserversProps) {
  if (ask.kind === 'register')
    return <CheckOfAsked accountId={accountId} domains={rows.map(({ domain }) => domain)} ask={ask} />;
  if (ask.kind !== 'nameservers') return null;
  const isUndo = undoneBy(ask) !== null;
  const domainsOf = Map.groupBy(rows, ({ after }) => (isUndo ? after : ask.nameservers.join(', ')));
  return [...domainsOf]
    .slice(0, mostSets)
    .map(([hosts, of]) => (
      <NameserverCheck
        key={hosts}
        accountId={accountId}
        domains={of.map(({ domain }) => domain)}
        hosts={hosts.split(', ')}
      />
    ));
}

/** Of more, none is checked. */
const mostSets = 5;

/** Leads to what a batch puts back. */
export function PutsBack({ batch: { ask } }: BatchProps) {
  const { goToChanges } = useStores().route.actions;
  const of = undoneBy(ask);
  if (of === null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() =>
        goToChanges(
          'batchId' in of ? { kind: 'batch', batchId: of.batchId } : { kind: 'list', changeId: of.changeId },
        )
      }
    >
      {'batchId' in of ? 'Open the batch that it takes back' : 'Open the change that it takes back'}
    </Button>
  );
}

interface ChangeProps {
  readonly change: Change;
  readonly isSmall?: boolean;
}

/** Takes a single change back, in a batch of one; draws nothing where that cannot be said of it, or its account is gone. */
export function PutBackChange({ change, isSmall = false }: ChangeProps) {
  const account = useAccount(change.accountId);
  const [nowMs] = useState(() => Date.now());
  if (account === null || !tookEffect(change)) return null;
  const why = reasonAgainst[change.what.kind]?.(change, nowMs);
  if (why === undefined || (isSmall && why !== null)) return null;
  if (why !== null) return <Text c="dimmed">{why}</Text>;
  return <PutBackHere change={change} isSmall={isSmall} />;
}

/** The button, unless the change was made at another login than the account has now. */
function PutBackHere({ change, isSmall = false }: ChangeProps) {
  const of = { changeId: change.id };
  const { wayBack, trouble } = useWayBack(of, 'whether it can be put back');
  if (wayBack === null) return trouble;
  if (wayBack.elsewhere > 0) return isSmall ? null : <Text c="dimmed">{doneElsewhere}</Text>;
  return (
    <Group gap="sm" mt={isSmall ? 0 : 4}>
      <PutBackButton of={of} what={change.what.kind} isSmall={isSmall} />
    </Group>
  );
}

const doneElsewhere = `It was made at the login that the account had before its address or user was changed. ${onlyThere}`;

type Reason = (change: Change, nowMs: number) => string | null;

const unknownBefore = 'What was there before is not known, so it can’t be put back.';

/** Why a change that was done cannot be taken back; null where it can. Nothing is said of the other kinds. */
const reasonAgainst: Readonly<Partial<Record<ChangeKind, Reason>>> = {
  lock: ({ before }) => (before?.lock == null ? unknownBefore : null),
  nameservers: ({ before }) => (before?.nameservers?.length ? null : unknownBefore),
  contacts: ({ sentAt }, nowMs) =>
    nowMs - Date.parse(sentAt ?? '') > previousKeptDays * 86_400_000
      ? `What the contacts were before can’t be put back: it is kept for ${previousKeptDays} days.`
      : null,
  renew: () => 'A renewal can’t be taken back.',
  register: () => 'A registration can’t be taken back.',
};
