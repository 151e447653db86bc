import {
  Alert,
  Box,
  Button,
  CloseButton,
  Group,
  Paper,
  type PaperProps,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconAlertTriangle, IconFilterOff, IconTool } from '@tabler/icons-react';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { commands } from '#shared/domain/commands.ts';
import { type Remedy, sentencesFor } from '#shared/error-sentences.ts';
import { lookAlikeCaution } from '#shared/domain/isolated.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores, useStoresIfAny } from '../app-stores.ts';
import type { Paged } from './live-collection.ts';
import css from './states.module.css';
import { failureOf, type Remote, valueOf } from '../remote.ts';

interface NoticeProps {
  readonly tone?: 'caution' | 'danger' | 'quiet';
  readonly title?: ReactNode;
  /** `alert` for what has just happened, `status` for what changes, `note` for the rest. */
  readonly role?: 'alert' | 'status' | 'note';
  readonly icon?: ReactNode;
  /** Of the thick edge at its left; none without it. */
  readonly edge?: string;
  readonly children?: ReactNode;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
}

/** Something to know, on a ground of its own. For a failure with its remedies there is `ErrorState`. */
export const Notice = ({
  tone = 'caution',
  title,
  role = 'note',
  icon,
  edge,
  children,
  actions,
}: NoticeProps) => (
  <Alert
    className={css['notice'] ?? ''}
    style={edge === undefined ? {} : { borderLeft: `6px solid ${edge}` }}
    role={role}
    data-tone={tone}
    icon={icon ?? <IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
    color={tone === 'quiet' ? 'gray' : tone}
  >
    <Box flex="1 1 320px" miw={0}>
      {title !== undefined && <Text fw={600}>{title}</Text>}
      {children}
    </Box>
    {actions && (
      <Group gap="sm" justify="flex-end">
        {actions}
      </Group>
    )}
  </Alert>
);

/** Warns below a name that can be mistaken for another one. @see lookAlikeCaution */
export function NameCaution({
  unicode,
  caution = lookAlikeCaution(unicode),
}: {
  readonly unicode: string;
  readonly caution?: string | null;
}) {
  if (caution === null) return null;
  return (
    <Group component="p" role="note" gap={6} wrap="nowrap" align="baseline" c="var(--nd-caution)">
      <IconAlertTriangle size={14} stroke={1.75} style={{ flex: 'none', alignSelf: 'center' }} aria-hidden />
      <span>
        Check the spelling. <bdi>{caution}</bdi>
      </span>
    </Group>
  );
}

interface OutcomePanelProps extends PaperProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly tone: 'plain' | 'fine' | 'caution' | 'danger';
  /** It is scrolled into view whenever this changes, since the window may be low. */
  readonly step: string;
  readonly children: ReactNode;
}

/** What comes of something that was asked for: its edge and ground say how it went. Announced to screen readers. */
export function OutcomePanel({ label, tone, step, ...paper }: OutcomePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [step]);
  return (
    <Paper
      component="section"
      ref={panel}
      withBorder
      px="md"
      className={css['outcome'] ?? ''}
      data-tone={tone}
      role="status"
      aria-atomic={false}
      aria-label={label}
      {...paper}
    />
  );
}

/** The handler of each remedy. A remedy without a handler is not offered. */
export type RemedyHandlers = { readonly [R in Remedy]?: () => void };

/** Problems of an account are solved on the account's screen. */
export function useAccountRemedies(accountId: string | null): RemedyHandlers {
  const { goToAccount } = useStores().route.actions;
  return {
    'enter-key': () => goToAccount(accountId, 'view'),
    'edit-account': () => goToAccount(accountId, 'edit', 'baseUrl'),
    'add-account': () => goToAccount(null, 'add'),
  };
}

interface Props {
  readonly error: AppError;
  /** The subject, before the sentences: "4 names were not answered". */
  readonly about?: string | undefined;
  readonly remedies?: RemedyHandlers;
  /** A read changes nothing, which is not said. */
  readonly isRead?: boolean;
  /** For what nothing else takes away. */
  readonly onDismiss?: () => void;
}

/** What happened, whether anything was changed, and what to do next. No stack, no raw answer. */
export function ErrorState({ error, about, remedies = {}, isRead = false, onDismiss }: Props) {
  const { happened, changed, next, remedies: offered } = sentencesFor(error);
  const buttons = offered.flatMap((remedy) => {
    const act = remedies[remedy];
    return act === undefined ? [] : [{ remedy, act }];
  });
  return (
    <Notice
      tone="danger"
      role="alert"
      title={about}
      actions={
        (buttons.length > 0 || error.kind === 'bug' || onDismiss !== undefined) && (
          <Group gap="sm" ml="auto">
            {buttons.map(({ remedy, act }, index) => (
              <Button key={remedy} variant={index === 0 ? 'default' : 'subtle'} onClick={act}>
                {remedyWords[remedy]}
              </Button>
            ))}
            {error.kind === 'bug' && <SupportLink />}
            {onDismiss !== undefined && <CloseButton aria-label="Dismiss" onClick={onDismiss} />}
          </Group>
        )
      }
    >
      <p className="selectable">
        {happened}
        {!isRead && (
          <Text span fw={500}>
            {' '}
            {changed}
          </Text>
        )}
      </p>
      <Text c="dimmed">{next}</Text>
    </Notice>
  );
}

const remedyWords: Readonly<Record<Remedy, string>> = {
  'try-again': 'Try again',
  'enter-key': 'Enter the key',
  'edit-account': 'Edit the account',
  'add-account': commands.addAccount.label,
  'keep-in-memory': 'Keep the key in memory',
};

/** To what whoever helps needs of a bug; nothing outside of the application's layout, where there is no route. */
function SupportLink() {
  const stores = useStoresIfAny();
  if (stores === null) return null;
  return (
    <Button variant="subtle" onClick={() => stores.route.actions.goToSettings({ kind: 'bundle' })}>
      {commands.bundle.label}
    </Button>
  );
}

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** What to do first. */
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Shown for an empty list: that it is empty, and what to do first. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <Stack align="center" gap={4} maw={440} mx="auto" px="lg" py={48} ta="center">
      <Paper
        display="grid"
        style={{ placeItems: 'center' }}
        withBorder
        radius="xl"
        w={48}
        h={48}
        mb={12}
        c="dimmed"
        aria-hidden
      >
        {icon}
      </Paper>
      <Title order={2}>{title}</Title>
      <Text component="div" c="dimmed" textWrap="balance">
        {children}
      </Text>
      {actions !== undefined && (
        <Group gap="sm" mt={12} justify="center">
          {actions}
        </Group>
      )}
    </Stack>
  );
}

interface NoMatchProps {
  readonly title: string;
  /** Why nothing matches. */
  readonly children: string;
  readonly onAll: () => void;
}

/** For a list whose filter matches nothing, with a button that clears the filter. */
export const NoMatch = ({ title, children, onAll }: NoMatchProps) => (
  <EmptyState
    icon={<IconFilterOff size={24} stroke={1.5} />}
    title={title}
    actions={<Button onClick={onAll}>Show all</Button>}
  >
    {children}
  </EmptyState>
);

interface ReadTroubleProps {
  readonly error: AppError | null;
  /** What could not be loaded, as a sentence without its end. */
  readonly about?: string | undefined;
  readonly again: () => void;
}

/** Why something could not be read, with a button to try again; nothing where it could. */
export const ReadTrouble = ({ error, about, again }: ReadTroubleProps) =>
  error !== null && <ErrorState isRead error={error} about={about} remedies={{ 'try-again': again }} />;

interface RowsTroubleProps<T, M> extends Omit<ReadTroubleProps, 'error'> {
  readonly rows: Paged<T, M>;
}

/** An error with a retry button, where rows could not be loaded. */
export function RowsTrouble<T, M>({ rows, about, again }: RowsTroubleProps<T, M>) {
  return <ReadTrouble error={useStore(rows, (state) => state.error)} about={about} again={again} />;
}

/** A loading text. It appears with a delay, so that a quick answer does not flicker. */
export const Awaited = ({ children }: { readonly children: string }) => (
  <p role="status" className={css['awaited']}>
    {children}
  </p>
);

interface LoadedProps<T> {
  readonly of: Remote<T>;
  /** The subject of a failure: "The backups could not be listed". */
  readonly about?: string;
  /** Said while the first answer is awaited. */
  readonly loading?: string;
  readonly again: () => void;
  /** Drawn with the last value that is known, after a failure too. */
  readonly children: (value: T) => ReactNode;
}

/**
 * What stands for remote data: why it failed with a button to try again, that it is loading, and its value.
 *
 * ```tsx
 * <Loaded of={backups} about="The backups could not be listed" loading="Reading the folder…" again={read}>
 *   {({ backups }) => <BackupList backups={backups} />}
 * </Loaded>
 * ```
 */
export function Loaded<T>({ of, about, loading, again, children }: LoadedProps<T>) {
  const value = valueOf(of);
  return (
    <>
      <ReadTrouble error={failureOf(of)} about={about} again={again} />
      {value === null && of.status === 'loading' && loading !== undefined && <Awaited>{loading}</Awaited>}
      {value !== null && children(value)}
    </>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Has the error logged; returns its incident id. */
  readonly report: (thrown: unknown) => Promise<string | null>;
}

interface State {
  readonly broken: boolean;
  readonly incidentId: string | null;
}

const whole: State = { broken: false, incidentId: null };

/** Catches errors thrown while rendering: shows them in words, never a stack, and offers a way back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = whole;

  static getDerivedStateFromError(): State {
    return { broken: true, incidentId: null };
  }

  override componentDidCatch(thrown: unknown): void {
    void this.props.report(thrown).then((incidentId) => this.setState({ incidentId }));
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          icon={<IconTool size={24} stroke={1.5} />}
          title="This screen stopped because of a bug in Namedesk"
          actions={
            <Button variant="filled" onClick={() => this.setState(whole)}>
              Reload
            </Button>
          }
        >
          It sent and changed nothing. Lookup results are saved.
          {this.state.incidentId !== null &&
            ` If it happens again, report incident ${this.state.incidentId}. The log has details, nothing personal.`}
        </EmptyState>
      </div>
    );
  }
}
