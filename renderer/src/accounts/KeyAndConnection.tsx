import { Button } from '@mantine/core';
import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClipboard,
  IconClock,
  IconKey,
  IconPlugConnected,
} from '@tabler/icons-react';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import {
  type AccountSummary,
  type ConnectionReport,
  type KeyState,
  type Remote,
  valueOf,
} from '../bridge.ts';
import { Age, clockDifference, format } from '../ui/Formats.tsx';
import { Section } from '../ui/PageParts.tsx';
import { ErrorState } from '../ui/States.tsx';
import type { AccountScreenState, AccountScreenStore, KeyWay } from './account-store.ts';
import css from './accounts.module.css';

interface Props {
  readonly account: AccountSummary;
  readonly taking: KeyWay | null;
  readonly trouble: AccountScreenState['keyError'];
  readonly actions: Pick<AccountScreenStore['actions'], 'takeKey' | 'forgetKey'>;
  /** Called after a key was taken. */
  readonly onKey?: () => void;
}

/** Where the account's key is stored, and the two ways to give one. The page itself never holds it. */
export function KeySection({ account, taking, trouble, actions, onKey }: Props) {
  const { id, key } = account;
  if (account.kind === 'practice')
    return (
      <Section title="API key">
        <p className={css['quiet']}>
          Made anew at each start, and kept in memory alone. There is nothing to enter.
        </p>
      </Section>
    );

  async function take(way: KeyWay, place: 'keychain' | 'memory'): Promise<void> {
    if (await actions.takeKey(id, way, place)) onKey?.();
  }

  return (
    <Section title="API key">
      <p>{keyWords(key)}</p>
      <div className={css['row']}>
        <Button
          variant={key.hasKey ? 'default' : 'filled'}
          leftSection={<IconKey size={14} aria-hidden />}
          loading={taking === 'enter'}
          disabled={taking === 'fromClipboard'}
          onClick={() => void take('enter', 'keychain')}
        >
          {key.hasKey ? 'Replace the key' : 'Enter the key'}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboard size={14} aria-hidden />}
          loading={taking === 'fromClipboard'}
          disabled={taking === 'enter'}
          onClick={() => void take('fromClipboard', 'keychain')}
        >
          From the clipboard
        </Button>
        {key.hasKey && (
          <Button variant="subtle" color="danger" onClick={() => void actions.forgetKey(id)}>
            Forget the key
          </Button>
        )}
      </div>
      {trouble !== null && (
        <Trouble error={trouble.error} onTake={(place) => void take(trouble.way, place)} />
      )}
    </Section>
  );
}

interface TroubleProps {
  readonly error: AppError;
  readonly onTake: (place: 'keychain' | 'memory') => void;
}

/** Why the key could not be stored. Keeping it in memory instead is the user's decision. */
function Trouble({ error, onTake }: TroubleProps) {
  return (
    <div className={css['trouble']}>
      <ErrorState
        error={error}
        remedies={{ 'try-again': () => onTake('keychain'), 'keep-in-memory': () => onTake('memory') }}
      />
      {error.kind === 'keychain' && (
        <p className={css['quiet']}>
          In memory means: until Namedesk quits. Nothing is written to a file, and the next start asks again.
        </p>
      )}
    </div>
  );
}

function keyWords({ hasKey, place, savedAt }: KeyState): string {
  if (!hasKey)
    return 'There is no key yet. It goes from its own small window straight into the system’s keychain.';
  const since = savedAt === null ? '' : `, saved ${format.instant(savedAt)}`;
  return place === 'memory' ? `In memory until Namedesk quits${since}.` : `In the system’s keychain${since}.`;
}

interface ConnectionTestProps {
  readonly report: Remote<ConnectionReport>;
  readonly test: () => void;
}

/** Reads credit, TLDs and version, and shows which of them answered. Changes nothing. */
export function ConnectionTest({ report, test }: ConnectionTestProps) {
  const shown = valueOf(report);
  return (
    <Section
      title="Connection"
      actions={
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={14} aria-hidden />}
          loading={report.status === 'loading'}
          onClick={test}
        >
          Test the connection
        </Button>
      }
    >
      {shown === null && report.status !== 'failed' && (
        <p className={css['quiet']}>
          Reads the credit, the TLDs and the version, and compares the clocks. Nothing is changed by it.
        </p>
      )}
      {report.status === 'failed' && <ErrorState error={report.error} remedies={{ 'try-again': test }} />}
      {shown !== null && <Report report={shown} />}
    </Section>
  );
}

type Probe = ConnectionReport['probes'][number];

const operations = { credits: 'Credit', tlds: 'TLDs', version: 'Version' } as const;

const verdicts = {
  answered: { word: 'Answered', Icon: IconCircleCheck },
  'not-permitted': { word: 'Not permitted', Icon: IconBan },
  failed: { word: 'Failed', Icon: IconCircleX },
} as const;

/** With a larger clock difference, requests near the turn of an hour may be refused. */
const worthSayingMs = 120_000;

function Report({ report }: { readonly report: ConnectionReport }) {
  const off = report.clockSkewMs !== null && Math.abs(report.clockSkewMs) > worthSayingMs;
  return (
    <div role="status">
      <ul>
        {report.probes.map((probe) => (
          <ProbeLine key={probe.operation} probe={probe} />
        ))}
        <li className={css['probe']} data-verdict={off ? 'not-permitted' : 'answered'}>
          <IconClock size={16} stroke={1.75} aria-hidden />
          <span>Clock</span>
          <span className={css['said']}>
            {clockDifference(report.clockSkewMs)}.
            {off && ' Set this computer’s clock: a token is good for one hour of the service’s time.'}
          </span>
        </li>
      </ul>
      <p className={css['tested']}>
        Tested <Age at={report.testedAt} />
      </p>
    </div>
  );
}

function ProbeLine({ probe }: { readonly probe: Probe }) {
  const { word, Icon } = verdicts[probe.verdict];
  const said = probe.error === null ? null : sentencesFor(probe.error);
  return (
    <li className={css['probe']} data-verdict={probe.verdict}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{operations[probe.operation]}</span>
      <span className={css['said']}>
        <strong>{word}</strong>
        {probe.answer !== '' && <span className="mono selectable"> {probe.answer}</span>}
        {said !== null && (
          <span className={css['quiet']}>
            {' '}
            {said.happened} {said.next}
          </span>
        )}
      </span>
    </li>
  );
}
