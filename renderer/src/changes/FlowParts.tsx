import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { valueOf } from '../bridge.ts';
import { accountOf, type StatusState } from '../shell/stores.ts';
import { Age } from '../ui/Formats.tsx';
import { ErrorState, Notice } from '../ui/States.tsx';
import type { EditorState } from './drafts.ts';
import { needsReview } from './flow-store.ts';
import css from './change.module.css';

interface Props {
  readonly error: AppError;
  readonly about?: string;
  readonly recheck: () => void;
  /** Whose change or batch it is: remedies lead to this account, whichever is active. */
  readonly accountId: string;
  /** Given where the error can be dismissed. */
  readonly close?: (() => void) | undefined;
}

/** Why a change was not sent, with the next step: a link to the change that blocks it, or a new review. */
export function FlowTrouble({ accountId, error, about, recheck, close }: Props) {
  const { route } = useStores();
  const { goToAccount, goToChanges } = route.actions;
  return (
    <Stack gap="sm" maw={720}>
      <ErrorState
        error={error}
        {...(about === undefined ? {} : { about })}
        remedies={{
          'try-again': recheck,
          'enter-key': () => goToAccount(accountId, 'look'),
          'edit-account': () => goToAccount(accountId, 'edit'),
          'add-account': () => goToAccount(null, 'add'),
        }}
      />
      <Group gap="sm" className={css['ways'] ?? ''}>
        {error.kind === 'open-change' && (
          <Button variant="default" onClick={() => goToChanges({ kind: 'list', changeId: error.changeId })}>
            Open change {error.number}
          </Button>
        )}
        {needsReview(error) && <Button onClick={recheck}>Review again</Button>}
        {error.kind === 'journal-broken' && (
          <Button variant="default" onClick={() => goToChanges({ kind: 'list', changeId: null })}>
            Open Changes
          </Button>
        )}
        {close !== undefined && (
          <Button variant="subtle" onClick={close}>
            Close
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Why changes of an account cannot be sent now, shown before anybody tries. Editing and drafts still work. */
export function DisabledReason({ accountId }: { readonly accountId: string }) {
  const { accounts, status, route } = useStores();
  const account = useStore(accounts, (state) => accountOf(state, accountId));
  const connection = useStore(status, (state) => disabledReasonOf(state, accountId));
  const isKeyless = account !== null && !account.key.hasKey;
  const text = isKeyless ? noKey : connection;
  if (text === null) return null;
  return (
    <Notice
      actions={
        isKeyless && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => route.actions.goToAccount(account.id, 'look')}
          >
            Open the account
          </Button>
        )
      }
    >
      {text}
    </Notice>
  );
}

const noKey = 'This account has no API key, so nothing can be sent. Your draft is saved.';

/** Why nothing can be sent with an account now, in a sentence; null where no reason is known. */
function disabledReasonOf({ status }: StatusState, accountId: string): string | null {
  const known = valueOf(status);
  // The status belongs to the active account.
  const connection = known?.accountId === accountId ? known.connection : undefined;
  if (connection === 'offline') return 'Can’t reach the service. Your draft is saved.';
  if (connection === 'refused') return 'The service currently refuses this account. Your draft is saved.';
  return null;
}

/** A domain in Unicode, and its A-labels where they differ. */
export function DomainName({ domain }: { readonly domain: string }) {
  const unicode = toUnicode(domain);
  return (
    <Group component="p" gap="0 12px" align="baseline" style={{ overflowWrap: 'anywhere' }}>
      <Text component="strong" size="15px" fw={600} className="mono selectable">
        {unicode}
      </Text>
      {unicode !== domain && (
        <Text span c="dimmed" className="mono selectable">
          {domain}
        </Text>
      )}
    </Group>
  );
}

/** Says that the input was not sent, how old it is, and whether it is saved as a draft. */
export function DraftNote({ state }: { readonly state: EditorState<unknown> }) {
  const { typed, typedAt, keepError } = state;
  if (typed === null) return null;
  return (
    <Group component="p" gap="4px 8px" mih={24} c="var(--nd-caution)">
      <IconPencil size={14} stroke={1.75} aria-hidden />
      <span>
        Draft saved {typedAt === null ? 'before' : <Age at={typedAt} />}
        {keepError !== null && `. It is not saved as a draft. ${sentencesFor(keepError).happened}`}
      </span>
    </Group>
  );
}
