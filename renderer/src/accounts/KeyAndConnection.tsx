import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClipboard,
  IconClock,
  IconKey,
  IconPlugConnected,
} from '@tabler/icons-react';
import { accessTroubleIn, nothingAnswersText } from '#shared/domain/account-fields.ts';
import { optionFoundText, triedText } from '#shared/domain/tried-texts.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStore } from 'zustand';
import { Age, clockDifference, format } from '../ui/Formats.tsx';
import { useStores } from '../app-stores.ts';
import { Fold, Section } from '../ui/PageParts.tsx';
import { ErrorState, Notice, ReadTrouble } from '../ui/States.tsx';
import { SaveTrouble } from './AddAccount.tsx';
import type { AccountScreenStore, KeyWay } from './account-store.ts';
import type { AccountSummary, ConnectionReport, KeyState, KeyTaken } from '../client.ts';
import { failureOf, valueOf } from '../remote.ts';

const isRefusal = (error: AppError | null): boolean => error !== null && accessTroubleIn(error) === 'key';

/** Whether another key helps: this one is missing or refused, and no other option was found with which it is accepted. */
export const isKeyAsked = (report: ConnectionReport | null): boolean =>
  report?.option === null &&
  report.probes.every(({ verdict }) => verdict !== 'answered') &&
  report.probes.some(
    ({ error }) => error?.kind === 'no-key' || error?.kind === 'keychain' || isRefusal(error),
  );

interface Props {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  /** Called after a key was taken. */
  readonly onKey?: () => void;
}

/** Whether the service refused the key in use, and whether it or the one given last was refused and another is awaited. */
function useRefusal(store: AccountScreenStore, { hasKey }: KeyState) {
  const { takingKey, keyTried, report } = useStore(store);
  const tested = valueOf(report);
  const isRefused =
    hasKey && isKeyAsked(tested) && tested?.probes.some(({ error }) => isRefusal(error)) === true;
  return { isRefused, isAwaited: (isRefused || keyTried?.isRefused === true) && takingKey === null };
}

/** Where the account's key is stored, and the two ways to give one. The page itself never holds it. */
export function KeySection({ store, account: { id, key, kind }, onKey }: Props) {
  const { takingKey: taking, keyError: trouble, keyTried: tried } = useStore(store);
  const enter = useRef<HTMLButtonElement>(null);
  const { isRefused, isAwaited } = useRefusal(store, key);
  // Where a key was refused, the next one is one press away.
  useEffect(() => {
    if (isAwaited) enter.current?.focus();
  }, [isAwaited]);
  if (kind === 'practice')
    return (
      <Section title="API key">
        <Text c="dimmed">Created automatically and kept in memory only. Nothing to enter.</Text>
      </Section>
    );

  async function take(way: KeyWay, place: 'keychain' | 'memory'): Promise<void> {
    if (await store.actions.takeKey(id, way, place)) onKey?.();
  }

  return (
    <Section title="API key">
      <Text>{keyWords(key, isRefused)}</Text>
      <Group gap="sm" mt={12}>
        <Button
          ref={enter}
          variant={key.hasKey && !isAwaited ? 'default' : 'filled'}
          leftSection={<IconKey size={14} aria-hidden />}
          loading={taking === 'enter'}
          disabled={taking === 'fromClipboard'}
          onClick={() => void take('enter', 'keychain')}
        >
          {isAwaited ? 'Enter another key' : `${key.hasKey ? 'Replace' : 'Enter'} the key`}
        </Button>
        <Button
          leftSection={<IconClipboard size={14} aria-hidden />}
          loading={taking === 'fromClipboard'}
          disabled={taking === 'enter'}
          onClick={() => void take('fromClipboard', 'keychain')}
        >
          From the clipboard
        </Button>
        {key.hasKey && (
          <Button variant="subtle" color="danger" onClick={() => void store.actions.forgetKey(id)}>
            Forget the key
          </Button>
        )}
      </Group>
      {trouble !== null && (
        <Trouble error={trouble.error} onTake={(place) => void take(trouble.way, place)} />
      )}
      {tried !== null && (
        <Tried
          tried={tried}
          isUsedRefused={isRefused}
          onDecide={(isUsed) =>
            void store.actions.decideKey(id, isUsed).then((isTaken) => isTaken && onKey?.())
          }
        />
      )}
    </Section>
  );
}

interface TriedProps {
  readonly tried: NonNullable<KeyTaken['tried']>;
  /** The service refuses the one in use as well. */
  readonly isUsedRefused: boolean;
  readonly onDecide: (isUsed: boolean) => void;
}

/** The key that was given is not in use: the service refused it, or could not be asked, which the user decides on. */
function Tried({ tried: { isRefused, error }, isUsedRefused, onDecide }: TriedProps) {
  const { happened } = sentencesFor(error);
  return (
    <Box mt={12}>
      <Notice
        role="alert"
        title={isRefused && isUsedRefused ? 'Not accepted either.' : triedText(isRefused)}
        actions={
          !isRefused && (
            <>
              <Button variant="filled" onClick={() => onDecide(false)}>
                Keep the previous key
              </Button>
              <Button onClick={() => onDecide(true)}>Use the new key anyway</Button>
            </>
          )
        }
      >
        {happened}
      </Notice>
    </Box>
  );
}

interface TroubleProps {
  readonly error: AppError;
  readonly onTake: (place: 'keychain' | 'memory') => void;
}

/** Why the key could not be stored. Keeping it in memory instead is the user's decision. */
function Trouble({ error, onTake }: TroubleProps) {
  return (
    <Stack gap="sm" mt={12}>
      <ErrorState
        error={error}
        remedies={{ 'try-again': () => onTake('keychain'), 'keep-in-memory': () => onTake('memory') }}
      />
      {error.kind === 'keychain' && (
        <Text c="dimmed">
          In memory means until Namedesk quits. Nothing is written to a file, and the next start asks for the
          key again.
        </Text>
      )}
    </Stack>
  );
}

function keyWords({ hasKey, place, savedAt }: KeyState, isRefused: boolean): string {
  if (isRefused)
    return 'The service refused the saved key. Enter another one, or take it from the clipboard.';
  if (!hasKey)
    return 'No key yet. You enter it in a separate small window, and it goes straight to the system’s keychain.';
  const since = savedAt === null ? '' : `, saved ${format.instant(savedAt)}`;
  return place === 'memory' ? `In memory until Namedesk quits${since}.` : `In the system’s keychain${since}.`;
}

interface ConnectionTestProps {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  /** Leads to where the account's address is typed. */
  readonly onCorrect: () => void;
}

/**
 * Reads credit, TLDs and version, and shows which of them answered; with what else the service answers is used by one press. Changes
 * nothing by itself.
 */
export function ConnectionTest({ store, account, onCorrect }: ConnectionTestProps) {
  const report = useStore(store, (state) => state.report);
  const test = () => void store.actions.test(account.id);
  const shown = valueOf(report);
  return (
    <Section
      title="Connection"
      actions={
        <Button
          leftSection={<IconPlugConnected size={14} aria-hidden />}
          loading={report.status === 'loading'}
          onClick={test}
        >
          Test the connection
        </Button>
      }
    >
      {shown === null && report.status !== 'failed' && (
        <Text c="dimmed">
          Reads the credit, TLDs and version, looks one name up, and compares the clocks. It changes nothing.
        </Text>
      )}
      <ReadTrouble error={failureOf(report)} again={test} />
      {shown !== null && (
        <Tested report={shown} store={store} account={account} onTest={test} onCorrect={onCorrect} />
      )}
    </Section>
  );
}

interface TestedProps extends ConnectionTestProps {
  readonly report: ConnectionReport;
  readonly onTest: () => void;
}

/** What was found; each operation is folded where none answered, for a reason that is said above. */
function Tested({ report, onTest, ...of }: TestedProps) {
  const { onCorrect } = of;
  const { address, option } = report;
  const isFound = address !== null || option !== null;
  const nothingAnswered = isFound ? null : sharedFailure(report);
  const isFolded = nothingAnswered !== null || (isFound && report.probes[0]?.error != null);
  return (
    <>
      {isFound && <Found {...of} address={address} option={option} />}
      {nothingAnswered !== null && (
        <ErrorState
          isRead
          error={nothingAnswered}
          remedies={{ 'try-again': onTest, 'edit-account': onCorrect }}
        />
      )}
      {isFolded ? (
        <Fold summary="Details">
          <Report report={report} />
        </Fold>
      ) : (
        <Report report={report} works={!isFound} />
      )}
    </>
  );
}

/** Why none of the operations answered, where that is the same of all: it is said once. */
function sharedFailure({ probes }: ConnectionReport): AppError | null {
  const happened = new Set(probes.map(({ error }) => error && sentencesFor(error).happened));
  return probes.length > 1 && happened.size === 1 ? (probes[0]?.error ?? null) : null;
}

interface FoundProps extends ConnectionTestProps, Pick<ConnectionReport, 'address' | 'option'> {}

/** What the account's own settings do not get: they are corrected by hand, or replaced by those with which the test got an answer. */
function Found({ store, account, address, option, onCorrect }: FoundProps) {
  const { accounts } = useStores();
  const { saving, saveError } = useStore(store);
  const { id, label, colour, username, options, baseUrl } = account;
  const found = address?.found ?? null;

  async function use(): Promise<void> {
    const edit = { id, label, colour, username, options: { ...options, ...option } };
    const wanted = { ...edit, baseUrl: found ?? baseUrl, isSameService: true };
    if ((await store.actions.edit(wanted, account)) === null) return;
    await accounts.actions.load();
    await store.actions.test(id);
  }

  return (
    <Stack gap="sm" mb="sm">
      <Notice
        role="alert"
        title={found === null ? undefined : 'The API is at another address of this server'}
        actions={
          <>
            {(found !== null || option !== null) && (
              <Button variant="filled" loading={saving} onClick={() => void use()}>
                {found === null ? 'Use this' : 'Use this address'}
              </Button>
            )}
            {address !== null && (
              <Button variant={found === null ? 'filled' : 'default'} onClick={onCorrect}>
                Correct the address
              </Button>
            )}
          </>
        }
      >
        {address !== null && nothingAnswersText(address.status, baseUrl)}
        {option !== null && optionFoundText(option)}
        {found !== null && (
          <Text mt={4} className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
            {found}
          </Text>
        )}
      </Notice>
      <SaveTrouble error={saveError} />
    </Stack>
  );
}

/** What each operation is called, and what is missing without it. */
const operations = {
  credits: { name: 'Credit', without: 'Until then the header shows no credit.' },
  tlds: {
    name: 'TLDs',
    without: 'Until then TLDs come from the built-in sets, whether the service sells them or not.',
  },
  version: { name: 'Version', without: 'Nothing depends on it.' },
} as const;

const verdicts = {
  answered: { word: 'Answered', Icon: IconCircleCheck, colour: 'var(--nd-fine)' },
  'not-permitted': { word: 'Not permitted', Icon: IconBan, colour: 'var(--nd-caution)' },
  failed: { word: 'Failed', Icon: IconCircleX, colour: 'var(--nd-danger)' },
} as const;

/** From here on the hour of this computer may be another than the service’s. */
const worthSayingMs = 120_000;

const isFarOff = (skewMs: number | null): boolean => skewMs !== null && Math.abs(skewMs) > worthSayingMs;

/** No colour where the service did not say its time in this test: nothing is known to be right. */
function clockColour({ clockSkewMs, isClockEarlier }: ConnectionReport): string {
  if (clockSkewMs === null || isClockEarlier) return 'var(--nd-muted)';
  return verdicts[isFarOff(clockSkewMs) ? 'not-permitted' : 'answered'].colour;
}

function clockText({ clockSkewMs, isClockEarlier, probes }: ConnectionReport): string {
  const isKeyRefused = probes.some(({ error }) => isRefusal(error));
  const means = isFarOff(clockSkewMs)
    ? ' Requests are signed for the service’s time, so it is not why they fail. Set this computer’s clock all the same.'
    : clockSkewMs === null && isKeyRefused
      ? ' A wrong clock of this computer looks like a refused key: check its time and time zone.'
      : '';
  return `${isClockEarlier ? 'As of its last answer: ' : ''}${clockDifference(clockSkewMs)}.${means}`;
}

const iconSize = { size: 16, stroke: 1.75, 'aria-hidden': true, style: { flex: 'none', marginTop: 2 } };

interface ProbeProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}

const Probe = ({ icon, name, children }: ProbeProps) => (
  <Group component="li" gap={12} py={6} align="flex-start" wrap="nowrap" className="line-below">
    {icon}
    <Text span w={80} flex="none">
      {name}
    </Text>
    <Text span miw={0}>
      {children}
    </Text>
  </Group>
);

interface ReportProps {
  readonly report: ConnectionReport;
  /** Some of it answered, and nothing above says what this means. */
  readonly works?: boolean;
}

function Report({ report, works = false }: ReportProps) {
  const isAll = report.probes.every(({ verdict }) => verdict === 'answered');
  const isAccepted = works && report.probes.some(({ verdict }) => verdict === 'answered');
  return (
    <div role="status">
      {isAccepted && (
        <Text fw={600}>
          The service accepts the key{isAll ? ', and all three answer.' : '. Not everything answers:'}
        </Text>
      )}
      <ul>
        {report.probes.map(({ operation, verdict, answer, error }) => {
          const { word, Icon, colour } = verdicts[verdict];
          const said = error === null ? null : sentencesFor(error);
          return (
            <Probe
              key={operation}
              icon={<Icon {...iconSize} color={colour} />}
              name={operations[operation].name}
            >
              <strong>{word}</strong>
              {answer !== '' && <span className="mono selectable"> {answer}</span>}
              {said !== null && (
                <Text span c="dimmed">
                  {' '}
                  {said.happened} {said.next} {isAccepted && operations[operation].without}
                </Text>
              )}
            </Probe>
          );
        })}
        <Probe icon={<IconClock {...iconSize} color={clockColour(report)} />} name="Clock">
          {clockText(report)}
        </Probe>
      </ul>
      <Text size="xs" c="dimmed" mt="sm">
        Tested <Age at={report.testedAt} />
      </Text>
    </div>
  );
}
