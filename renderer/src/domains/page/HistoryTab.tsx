import { Box, Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { mostListedChanges } from '#shared/domain/bounds.ts';
import { changeTitle } from '#shared/changes/index.ts';
import { oldToNew, type TeamChange } from '#shared/domain/activity.ts';
import { type Change, emptyChangeFilter, tookEffect } from '#shared/domain/change.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { useAccount, useStores } from '../../app-stores.ts';
import { PutBackChange } from '../../changes/batches/PutBack.tsx';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { useAction } from '../../use-action.ts';
import { Age, format } from '../../ui/Formats.tsx';
import { EmptyState, Loaded } from '../../ui/States.tsx';
import { By, TeamStateMark, useTeamChanges } from '../../team/TeamParts.tsx';
import { kindWord } from '../../team/team-words.tsx';
import css from './history.module.css';
import { valueOf } from '../../remote.ts';
import { type Event, type EventKind, timelineOf } from './timeline.ts';
import type { OfDomain } from '../domain-words.ts';
import type { Output } from '../../client.ts';
import type { Domain } from '#shared/domain/portfolio.ts';

const kinds: readonly { readonly value: EventKind | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'change', label: 'Changes' },
  { value: 'refresh', label: 'Read again' },
  { value: 'import', label: 'Imports' },
  { value: 'code', label: 'Codes' },
  { value: 'edit', label: 'Edits' },
  { value: 'registry', label: 'Registry' },
  { value: 'team', label: 'Colleagues' },
  { value: 'elsewhere', label: 'Elsewhere' },
];
const atOnce = 100;
/** Fewer are seen at once: nobody parts them by their kinds. */
const fewestParted = 20;

/** Of these there is mostly nothing. */
const isRare = (kind: EventKind | 'all'): boolean => kind === 'team' || kind === 'elsewhere';

/** What happened to this domain, as far as it is known here: changes, and what else is stored of it; the newest first, live. */
export function HistoryTab({ domain }: OfDomain) {
  const [most, setMost] = useState(atOnce);
  const isPractice = useAccount(domain.accountId)?.kind === 'practice';
  // What another account did is told as well; a name of the practice service is another name.
  const world = isPractice ? { accountId: domain.accountId } : { counted: true };
  const filter = { ...emptyChangeFilter, ...world, domain: domain.name };
  const [listed, again] = useAction('changes', 'list', { filter, offset: 0, limit: most }, true);
  const all = useTimeline(domain, valueOf(listed));
  const [kind, setKind] = useState<EventKind | 'all'>('all');
  return (
    <Loaded of={listed} about="Couldn’t load the changes from the journal" again={again}>
      {({ changes, total }) => {
        const isOwn = (each: Change) => each.accountId === domain.accountId;
        const own = changes.filter(isOwn);
        const shown = all.filter((event) => kind === 'all' || event.kind === kind);
        return (
          <Stack gap="md" align="flex-start" pt="sm">
            {all.length === 0 && (
              <EmptyState icon={<IconHistory size={24} stroke={1.5} />} title="No changes from here yet">
                Every change you send is logged before it is sent, and stays here with its outcome.
              </EmptyState>
            )}
            {all.length >= fewestParted && (
              <SegmentedControl
                aria-label="Show"
                withItemsBorders={false}
                data={kinds.filter(
                  ({ value }) => !isRare(value) || all.some((event) => event.kind === value),
                )}
                value={kind}
                onChange={setKind}
              />
            )}
            {all.length > 0 && shown.length === 0 && <Text c="dimmed">Nothing of this kind yet.</Text>}
            {shown.length > 0 && (
              <Box component="ol" w="100%" aria-label="History of this domain, newest first">
                {shown.map((event) =>
                  event.kind === 'change' ? (
                    <Line
                      key={event.change.id}
                      change={event.change}
                      isOther={!isOwn(event.change)}
                      isLast={isLastOfKind(own, event.change)}
                    />
                  ) : event.kind === 'team' ? (
                    <TeamLine key={event.change.id} change={event.change} />
                  ) : (
                    <EventLine key={event.key} event={event} />
                  ),
                )}
              </Box>
            )}
            {changes.length < Math.min(total, mostListedChanges) && (kind === 'all' || kind === 'change') && (
              <Button
                loading={listed.status === 'loading'}
                onClick={() => setMost(Math.min(most + atOnce, mostListedChanges))}
              >
                Show older ones ({format.count(total - changes.length)})
              </Button>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function useTimeline(domain: Domain, known: Output<'changes', 'list'> | null): readonly Event[] {
  const { accountId, name } = domain;
  const [history] = useAction('domains', 'history', { accountId, domain: name });
  const [accesses] = useAction('codes', 'accesses', { accountId, domain: name });
  const team = useTeamChanges(name);
  const { changes = [], total = 1 } = known ?? {};
  return timelineOf(domain, {
    changes: changes.toSorted((a, b) => b.number - a.number),
    sent: total > changes.length ? null : changes,
    events: valueOf(history)?.events ?? [],
    accesses: valueOf(accesses)?.accesses ?? [],
    team,
  });
}

const markWords: Readonly<Record<Exclude<EventKind, 'change' | 'team'>, string>> = {
  refresh: 'Read again',
  import: 'Imported',
  code: 'Transfer code',
  edit: 'Edited',
  registry: 'Registry',
  elsewhere: 'Elsewhere',
};

/** What happened beside the changes, and when. */
const EventLine = ({ event }: { readonly event: Exclude<Event, { kind: 'change' | 'team' }> }) => (
  <li className={css['line']}>
    <Text span>{markWords[event.kind]}</Text>
    <div>
      {event.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
    <Text span c="dimmed">
      {event.kind === 'refresh' || event.kind === 'registry' ? 'Found ' : ''}
      <Age at={event.at} />
    </Text>
    <span />
  </li>
);

/** A colleague's change: what it was, whose, and when. It is in the journal of the desk that sent it. */
const TeamLine = ({ change }: { readonly change: TeamChange }) => (
  <li className={css['line']}>
    <TeamStateMark change={change} />
    <div>
      {kindWord(change.kind)} <By name={change.by} />
    </div>
    <Text span c="dimmed">
      {change.state === 'planned' || change.state === 'withdrawn' ? 'Claimed ' : 'Sent '}
      <Age at={change.at} />
    </Text>
    <span />
  </li>
);

interface LineProps {
  readonly change: Change;
  /** It was made with another account, under which it can be taken back. */
  readonly isOther: boolean;
  readonly isLast: boolean;
}

/** A change, and when it was sent; where it was not sent, when it was created. */
function Line({ change, isOther, isLast }: LineProps) {
  const { route } = useStores();
  const { sentAt, createdAt, accountLabel } = change;
  const values = oldToNew(change);
  return (
    <li className={css['line']}>
      <ChangeStateMark of={change} />
      <div>
        {changeTitle(change.what)}
        {isOther && ` at ${isolated(accountLabel)}`}
        {values !== null && <p>{values}</p>}
        {change.note !== '' && (
          <Text size="xs" c="dimmed">
            {change.note}
          </Text>
        )}
        {isLast && !isOther && <PutBackChange change={change} isSmall />}
      </div>
      <Text span c="dimmed">
        {sentAt === null ? 'Logged ' : 'Sent '}
        <Age at={sentAt ?? createdAt} />
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Details of change ${change.number}`}
        onClick={() => route.actions.goToChanges({ kind: 'list', changeId: change.id })}
      >
        Details
      </Button>
    </li>
  );
}

/** Whether no later change of the same kind took effect: only of that one the domain can have still what it set. */
const isLastOfKind = (changes: readonly Change[], { what, number }: Change): boolean =>
  !changes.some((later) => later.number > number && later.what.kind === what.kind && tookEffect(later));
