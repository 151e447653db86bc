import { Box, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconClipboardOff,
  IconEyeOff,
  IconHelpCircle,
  IconMail,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { CodeTaken } from '#shared/domain/code.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { type AppError, type AppErrorKind, isOnTheWay } from '#shared/errors.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../../app-stores.ts';
import {
  clockTime,
  Countdown,
  goneWords,
  type Place,
  secondsUntil,
  type Take,
  takeOf,
  useCodes,
} from '../../codes/TransferCodes.tsx';
import { Age } from '../../ui/Formats.tsx';
import { RawAnswer } from '../../ui/PageParts.tsx';
import { ErrorState, OutcomePanel, useAccountRemedies } from '../../ui/States.tsx';
import { valueOf } from '../../remote.ts';
import type { OfDomain } from '../domain-words.ts';

interface Props {
  readonly domain: Domain;
  readonly place: Place;
}

/** The panel for the code request in progress, or for its result. Draws nothing where no request was made. */
export function TakeResult({ domain, place }: Props) {
  const codes = useCodes();
  const take = useStore(codes, (state) => takeOf(state, place));
  const onClose = () => codes.actions.dismiss(place);
  if (take === null) return null;
  switch (take.step) {
    case 'asking':
      return <Asking take={take} />;
    case 'over':
      return <Over taken={take.taken} domain={domain} onClose={onClose} />;
    case 'failed':
      return (
        <TakeFailed
          accountId={place.accountId}
          error={take.error}
          isLocked={domain.lock?.value === 'locked'}
          onAgain={() => void codes.actions.take(place, take.deed)}
          onClose={onClose}
        />
      );
    default:
      return assertNever(take);
  }
}

const Asking = ({ take: { deed } }: { readonly take: Take }) => (
  <Panel title="Confirm in the code window" mark={<Loader size={16} aria-hidden />}>
    <p>
      It names the domain and asks before the code is {deed === 'copy' ? 'copied' : 'shown'}. Then the code is
      requested, once.
    </p>
  </Panel>
);

interface TakenProps<K extends CodeTaken['kind'] = CodeTaken['kind']> {
  readonly taken: Extract<CodeTaken, { readonly kind: K }>;
  readonly domain: Domain;
  readonly onClose: () => void;
}

function Over({ taken, domain, onClose }: TakenProps) {
  switch (taken.kind) {
    case 'copied':
      return <Copied taken={taken} domain={domain} onClose={onClose} />;
    case 'revealed':
      return <Revealed taken={taken} domain={domain} onClose={onClose} />;
    case 'emailed':
      return <Emailed taken={taken} domain={domain} onClose={onClose} />;
    case 'unclear':
      return <Unclear taken={taken} onClose={onClose} />;
    case 'declined':
      return taken.why === 'closed' ? (
        <Panel title="Not requested" onClose={onClose}>
          <p>The code window was closed without confirming. Nothing was requested.</p>
        </Panel>
      ) : (
        <Panel title="Another code window is open" tone="caution" onClose={onClose}>
          <p>Answer or close that one first. Nothing was requested for this domain.</p>
        </Panel>
      );
    default:
      return assertNever(taken);
  }
}

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Before the title: an icon or a countdown. */
  readonly mark?: ReactNode;
  readonly tone?: 'plain' | 'fine' | 'caution' | 'danger';
  /** Actions, shown before Close. */
  readonly ways?: ReactNode;
  readonly onClose?: () => void;
}

/** One result under its title. */
function Panel({ title, children, mark, tone = 'plain', ways, onClose }: PanelProps) {
  return (
    <OutcomePanel label={title} tone={tone} step={title} py="md">
      <Group gap={12} align="flex-start" wrap="nowrap">
        {mark !== undefined && (
          <Box
            component="span"
            display="grid"
            flex="none"
            miw={20}
            mih={20}
            c={tone === 'caution' || tone === 'danger' ? `var(--nd-${tone})` : 'dimmed'}
            style={{ placeItems: 'center' }}
          >
            {mark}
          </Box>
        )}
        <Stack gap={4} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Title order={4} fz="md">
            {title}
          </Title>
          {children}
          {(ways !== undefined || onClose !== undefined) && (
            <Group gap="sm" mt={8} aria-live="off">
              {ways}
              {onClose !== undefined && (
                // Alone, its text is aligned with the text above.
                <Button variant="subtle" ml={ways === undefined ? -12 : 0} onClick={onClose}>
                  Close
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </Group>
    </OutcomePanel>
  );
}

/** Shown while the code is in the clipboard: time left and what to do with it; afterwards, that it was removed. */
function Copied({ taken: { retrievedAt }, domain, onClose }: TakenProps<'copied'>) {
  const clipboard = useStore(useCodes(), ({ now }) => now?.clipboard ?? null);
  if (clipboard?.domain === domain.name)
    return <InClipboard clearsAt={clipboard.clearsAt} domain={domain} onClose={onClose} />;
  return (
    <Panel
      title="No longer in the clipboard"
      mark={<IconClipboardOff size={20} stroke={1.75} aria-hidden />}
      onClose={onClose}
    >
      <p>
        Requested and copied <Age at={retrievedAt} />. {goneWords}
      </p>
      <UnlockHint domain={domain} />
    </Panel>
  );
}

interface InClipboardProps extends Omit<TakenProps, 'taken'> {
  readonly clearsAt: string;
}

/** Works for both ways of copying: by this page, or in the code window. */
function InClipboard({ clearsAt, domain, onClose }: InClipboardProps) {
  const codes = useCodes();
  const seconds = useStore(useStores().settings, (state) => valueOf(state.settings)?.clearClipboardAfterS);
  const { report } = useStores().notices.actions;
  return (
    <Panel
      title="Code copied"
      tone="fine"
      mark={<Countdown until={clearsAt} ofSeconds={seconds ?? usualSeconds} />}
      ways={<Button onClick={() => report(codes.actions.clearClipboard())}>Clear now</Button>}
      onClose={onClose}
    >
      <p>Paste it at the new registrar now.</p>
      <Text c="dimmed">
        Namedesk clears it at {clockTime(clearsAt)}. Anything else you copy in the meantime stays.
      </Text>
      <UnlockHint domain={domain} />
    </Panel>
  );
}

/** Used until the settings have been loaded. */
const usualSeconds = 15;

/**
 * The code is shown in the separate code window; afterwards this says that it was copied there, or hidden again, and when it was
 * requested.
 */
function Revealed({ taken: { retrievedAt, hidesAt }, domain, onClose }: TakenProps<'revealed'>) {
  const codes = useCodes();
  const shown = useStore(codes, ({ now }) => now?.shown ?? null);
  const clipboard = useStore(codes, ({ now }) => now?.clipboard ?? null);
  const isCopied = clipboard?.domain === domain.name;
  if (shown?.domain !== domain.name && isCopied)
    return <InClipboard clearsAt={clipboard.clearsAt} domain={domain} onClose={onClose} />;
  if (shown?.domain !== domain.name)
    return (
      <Panel
        title="The code is hidden again"
        mark={<IconEyeOff size={20} stroke={1.75} aria-hidden />}
        onClose={onClose}
      >
        <p>
          It was requested <Age at={retrievedAt} />, at {clockTime(retrievedAt)}. {goneWords}
        </p>
        <UnlockHint domain={domain} />
      </Panel>
    );
  return (
    <Panel
      title="Code shown in a separate window"
      tone="fine"
      mark={<Countdown until={shown.hidesAt} ofSeconds={secondsUntil(hidesAt, Date.parse(retrievedAt))} />}
      onClose={onClose}
    >
      <p>
        It is hidden at {clockTime(shown.hidesAt)}, or as soon as you switch to another window.{' '}
        {isCopied
          ? `The same code is in the clipboard until ${clockTime(clipboard.clearsAt)}.`
          : '“Copy code” in that window copies the same code.'}
      </p>
      <Text c="dimmed">Requested at {clockTime(retrievedAt)}.</Text>
      <UnlockHint domain={domain} />
    </Panel>
  );
}

/** Shown beside a code: what may make it useless, as far as known. The button that unlocks is above. */
function UnlockHint({ domain: { lock } }: OfDomain) {
  if (lock?.value === 'unlocked') return null;
  return (
    <Text c="var(--nd-caution)">
      {lock === null
        ? 'We don’t know whether the domain is locked. A locked domain usually can’t transfer.'
        : 'The domain is locked. Locked domains usually can’t transfer.'}
    </Text>
  );
}

/** The service returned no code but said that it e-mailed it. The address is not known here. */
function Emailed({ taken: { retrievedAt }, domain, onClose }: TakenProps<'emailed'>) {
  const { goToDomains } = useStores().route.actions;
  return (
    <Panel
      title="The service says it e-mailed the code to the registrant"
      mark={<IconMail size={20} stroke={1.75} aria-hidden />}
      ways={
        <Button onClick={() => goToDomains({ kind: 'domain', domain: domain.name, tab: 'contacts' })}>
          View the registrant
        </Button>
      }
      onClose={onClose}
    >
      <p>
        Its answer, <Age at={retrievedAt} />, contained neither a code nor the address it wrote to, so nothing
        was copied or shown.
      </p>
      <p>
        Ask the registrant to look for that message, in the spam folder too. If the address is outdated,
        correct the registrant first.
      </p>
      <Text c="dimmed">Another request may send another message.</Text>
    </Panel>
  );
}

/** An answer in which no code could be recognised. Only its shape is shown, never its content. */
function Unclear({ taken: { retrievedAt, status, answer }, onClose }: Omit<TakenProps<'unclear'>, 'domain'>) {
  return (
    <Panel
      title="The answer has no recognisable code"
      tone="caution"
      mark={<IconHelpCircle size={20} stroke={1.75} aria-hidden />}
      onClose={onClose}
    >
      <p>
        The service answered <Age at={retrievedAt} /> (HTTP {status}), but neither with a code nor with a
        refusal. Nothing was copied or shown.
      </p>
      <p>
        We don’t know whether a new code was issued; if so, the previous one no longer works. Ask your
        provider how it answers this request before you try again.
      </p>
      {answer !== '' && (
        <RawAnswer summary="The answer, values masked" label="The masked answer">
          {answer}
        </RawAnswer>
      )}
    </Panel>
  );
}

interface TakeFailedProps {
  readonly accountId: string;
  readonly error: AppError;
  readonly isLocked: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Why there is no code: the service refused, gave no usable answer, or was not asked. */
function TakeFailed(props: TakeFailedProps) {
  const { error, onAgain, onClose } = props;
  const failure = failureOf(error);
  switch (failure) {
    case 'refused':
      return <Refused {...props} />;
    case 'doubtful':
      return (
        <Panel
          title="No code received, and we don’t know what was done"
          tone="caution"
          mark={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
          ways={<Button onClick={onAgain}>Request again…</Button>}
          onClose={onClose}
        >
          <p className="selectable">{sentencesFor(error).happened}</p>
          <p>
            {doubtWords} It is never requested again automatically. Request it again to get the code that is
            valid now.
          </p>
        </Panel>
      );
    case 'not-asked':
      return <NotAsked {...props} />;
    default:
      return assertNever(failure);
  }
}

function Refused({ accountId, error, isLocked, onClose }: Omit<TakeFailedProps, 'onAgain'>) {
  const { goToAccount } = useStores().route.actions;
  // That nothing was changed is not said: it is not always known.
  const { happened, next, remedies } = sentencesFor(error);
  return (
    <Panel
      title="The service gave no code"
      tone="danger"
      mark={<IconBan size={20} stroke={1.75} aria-hidden />}
      ways={
        <>
          {remedies.includes('enter-key') && (
            <Button onClick={() => goToAccount(accountId, 'view')}>Enter the key</Button>
          )}
          {remedies.includes('edit-account') && (
            <Button onClick={() => goToAccount(accountId, 'edit', 'baseUrl')}>Edit the account</Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <p className="selectable">{happened}</p>
      <p>No code was received, and nothing was copied or shown. {next}</p>
      {isLocked && (
        <Text c="dimmed">The domain is locked: some services give no code before it is unlocked.</Text>
      )}
    </Panel>
  );
}

function NotAsked({ accountId, error, onAgain, onClose }: Omit<TakeFailedProps, 'isLocked'>) {
  const remedies = useAccountRemedies(accountId);
  return (
    <Stack gap="sm" align="flex-start">
      <ErrorState
        error={error}
        about="No code was requested"
        remedies={{ 'try-again': onAgain, ...remedies }}
      />
      <Button variant="subtle" onClick={onClose}>
        Close
      </Button>
    </Stack>
  );
}

/** How a code request failed, by whether the registry may have made a new code. */
type TakeFailure = 'refused' | 'doubtful' | 'not-asked';

/**
 * A code request changes nothing at the service, but a registry may make a new code for it. So no answer does not mean that
 * nothing happened.
 */
function failureOf(error: AppError): TakeFailure {
  if (error.kind === 'refused') return error.why === 'server' ? 'doubtful' : 'refused';
  if (error.kind === 'unreachable') return isOnTheWay(error.why) ? 'doubtful' : 'not-asked';
  return byKind[error.kind];
}

const byKind: Readonly<Record<Exclude<AppErrorKind, 'refused' | 'unreachable'>, TakeFailure>> = {
  unreadable: 'doubtful',
  uncertain: 'doubtful',
  // Cancelled or aborted at an unknown point.
  cancelled: 'doubtful',
  bug: 'doubtful',
  'invalid-input': 'not-asked',
  'no-account': 'not-asked',
  'no-key': 'not-asked',
  keychain: 'not-asked',
  'not-sent': 'not-asked',
  'open-change': 'not-asked',
  'claimed-elsewhere': 'not-asked',
  'team-unavailable': 'not-asked',
  'team-limit': 'not-asked',
  'changed-since': 'not-asked',
  'over-limit': 'not-asked',
  'charged-more': 'not-asked',
  'rate-limited': 'not-asked',
  'account-in-use': 'not-asked',
  'not-available': 'not-asked',
  'journal-broken': 'not-asked',
  'restore-unacknowledged': 'not-asked',
  'from-backup': 'not-asked',
  'app-locked': 'not-asked',
  storage: 'not-asked',
};

const doubtWords = 'We don’t know whether a new code was issued; if so, the previous one no longer works.';
