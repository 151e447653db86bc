import { Button, Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCloudOff, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { isolated } from '#shared/domain/isolated.ts';
import type { TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { TeamStatus } from '#shared/domain/team-view.ts';
import { useStores } from '../app-stores.ts';
import headerCss from '../shell/header.module.css';
import { Age } from '../ui/Formats.tsx';
import { awayWords, clockTime, roleWord, troubleText } from './team-words.tsx';
import { useTeam } from './team-store.ts';

/** In the header: the team, who is at work, and how fresh that is. Nothing where no team is joined. */
export function TeamMark() {
  const team = useTeam();
  const [open, setOpen] = useState(false);
  const { route } = useStores();
  if (team === null) return null;
  const isAway = team.away !== null || team.isRewritten;
  const Icon = isAway ? IconCloudOff : IconUsersGroup;
  return (
    <Popover position="bottom-end" width={340} opened={open} onChange={setOpen} trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={headerCss['item'] ?? ''}
          c={isAway ? 'var(--nd-danger)' : 'dimmed'}
          fw={isAway ? 500 : 400}
          onClick={() => setOpen(!open)}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          <Text span inherit truncate maw={120}>
            <span className="spoken">Team: </span>
            {team.name}
          </Text>
          <State team={team} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Team">
        <Stack gap="sm" py={4}>
          <TeamState team={team} />
          <Group>
            <Button
              onClick={() => {
                setOpen(false);
                route.actions.goToSettings({ kind: 'all', setting: 'team' });
              }}
            >
              Team settings
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Beside the name, as short as can be; screen readers get all of it. */
function State({ team: { away, checkedAt, atWork, isRewritten } }: { readonly team: TeamStatus }) {
  if (isRewritten)
    return (
      <span>
        Journal changed<span className="spoken">: nothing is sent</span>
      </span>
    );
  if (away !== null)
    return (
      <span>
        {shortWords[away.why] ?? `Away since ${clockTime(away.since)}`}
        <span className="spoken">: nothing is sent</span>
      </span>
    );
  return (
    checkedAt !== null && (
      <span className="figures">
        {atWork.length}
        <span className="spoken"> {atWork.length === 1 ? 'person' : 'people'} at work</span>
      </span>
    )
  );
}

const shortWords: Partial<Record<TeamTrouble, string>> = { 'newer-schema': 'Read only', elsewhere: 'Moved' };

/** Who is at work and how fresh that is, or since when and why the database is away. */
export function TeamState({ team }: { readonly team: TeamStatus }) {
  const { away, checkedAt, atWork, user, role, isRewritten } = team;
  const present = checkedAt === null ? 'Connecting…' : `At work: ${atWork.map(isolated).join(', ')}`;
  return (
    <>
      <Text>{away === null ? present : awayWords(away)}</Text>
      {away !== null && away.why !== 'newer-schema' && <Text c="dimmed">{troubleText(away.why, '')}</Text>}
      {isRewritten && <Text c="var(--nd-danger)">{troubleText('history')}</Text>}
      <Text c="dimmed">
        You are {isolated(user)}
        {role !== null && `, ${roleWord(role).toLowerCase()}`}.{' '}
        {checkedAt !== null && (
          <>
            {away === null ? 'Up to date' : 'Last up to date'} <Age at={checkedAt} />.
          </>
        )}
      </Text>
    </>
  );
}
