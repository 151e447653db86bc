import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Keys } from '../../../../components/Keys.tsx';
import { format } from '../../../../lib/format.ts';
import { countOlder, offeredAges } from '../ages.ts';
import { useSession, useSessionActions, useSessionState, useSessionStore } from '../session-context.ts';
import { causeWords, cellsOf } from '../session-words.ts';
import { useCauses } from './CausesLine.tsx';

interface Props {
  /** Everything is asked again only after a question. */
  readonly askEverything: () => void;
  readonly askOwnAge: () => void;
}

/** Which cells are to be asked again, each with its number. */
export function LookAgainMenu({ askEverything, askOwnAge }: Props) {
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
  // Counted when the menu opens, which is when this is drawn first.
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
