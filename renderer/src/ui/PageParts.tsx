import {
  ActionIcon,
  type ActionIconProps,
  Box,
  Group,
  Radio,
  Stack,
  Switch,
  type SwitchProps,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconArrowLeft, IconArrowsExchange, IconX } from '@tabler/icons-react';
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { isolated } from '#shared/domain/isolated.ts';
import { type Stores, useAccount, useActiveAccount } from '../app-stores.ts';
import type { DomainTab } from '../domains/page/tabs.ts';
import { accountOf, activeAccount } from '../shell/stores.ts';
import { Notice } from './States.tsx';
import { format } from './Formats.tsx';
import { AccountDot } from './Marks.tsx';
import { useKeys } from './Shortcuts.tsx';
import css from './page-parts.module.css';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** To the right of the title. */
  readonly actions?: ReactNode;
  /** Nothing stands above it to be separated from. */
  readonly isFirst?: boolean;
}

const IsInSection = createContext(false);

/** A titled section of a page; one within another is a level below. */
export function Section({ title, children, actions, isFirst = false }: SectionProps) {
  const isInner = useContext(IsInSection);
  return (
    <section className={css['section']} data-first={isFirst}>
      <Group gap="sm" mih={32} mb="sm" justify="space-between" wrap="nowrap">
        <Title order={isInner ? 4 : 3}>{title}</Title>
        {actions}
      </Group>
      <IsInSection value>{children}</IsInSection>
    </section>
  );
}

interface FactsProps {
  readonly label?: string;
  /** In px: of the names, where there is little room. */
  readonly nameWidth?: number;
  /** With a line below each pair, and one above the first. */
  readonly isRuled?: boolean;
  readonly children: ReactNode;
}

/** A list of names and values, one pair to a line. */
export const Facts = ({ label, nameWidth, isRuled = false, children }: FactsProps) => (
  <Box
    component="dl"
    className={isRuled ? `${css['ruled'] ?? ''} line-above` : ''}
    aria-label={label}
    __vars={{ '--name-width': nameWidth === undefined ? undefined : `${nameWidth}px` }}
  >
    {children}
  </Box>
);

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  /** A host, a path or a code. */
  readonly mono?: boolean;
  /** A remark after the value. */
  readonly note?: string;
}

export function Fact({ name, children, mono = false, note = '' }: FactProps) {
  return (
    <Group gap="md" py={4} align="flex-start" wrap="nowrap">
      <Text
        component="dt"
        c="dimmed"
        w="var(--name-width, 200px)"
        flex="none"
        style={{ overflowWrap: 'anywhere' }}
      >
        {name}
      </Text>
      <dd className={`${css['value'] ?? ''} ${mono ? 'mono ' : ''}selectable`}>
        {children}
        {note !== '' && ' '}
        {note !== '' && (
          <Text span size="xs" c="var(--nd-faint)" ml="sm">
            {note}
          </Text>
        )}
      </dd>
    </Group>
  );
}

interface BackToProps {
  /** The target of the link. */
  readonly label: string;
  readonly onClick: () => void;
}

/** The back link above a page's title. */
export function BackTo({ label, onClick }: BackToProps) {
  useKeys({ goBack: onClick });
  return (
    <IconButton
      label={label}
      size={32}
      icon={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
      onClick={onClick}
    />
  );
}

interface IconButtonProps extends Pick<ActionIconProps, 'disabled' | 'loading'> {
  readonly autoFocus?: boolean;
  /** Its name, and its tooltip. */
  readonly label: string;
  /** In px. */
  readonly size?: number;
  /** Reached with Tab; in the rows of a table it is not. */
  readonly tabIndex?: number;
  /** A cross, where none is given. */
  readonly icon?: ReactNode;
  readonly onClick: (event: MouseEvent) => void;
}

/** A button with an icon alone. */
export const IconButton = ({ label, size = 28, icon, ...button }: IconButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={size} aria-label={label} {...button}>
      {icon ?? <IconX size={16} stroke={1.75} aria-hidden />}
    </ActionIcon>
  </Tooltip>
);

interface ScreenProps {
  /** In px; the screen is centred where there is more room. */
  readonly width?: number;
  readonly children: ReactNode;
}

/** A screen whose last part, usually a table, fills the height that is left. */
export const Screen = ({ width = 1320, children }: ScreenProps) => (
  <Stack gap={12} h="100%" maw={width} mx="auto" px="lg" pt="md">
    {children}
  </Stack>
);

interface ScreenHeadProps {
  readonly title: ReactNode;
  readonly back?: BackToProps;
  /** Beside the title: counts, an account, an age. */
  readonly about?: ReactNode;
  /** At the right. */
  readonly children?: ReactNode;
}

/**
 * The first line of a screen: the way back, the title, what there is to say about it, and what can be done.
 *
 * ```tsx
 * <Screen>
 *   <ScreenHead title="Domains" about={`${count} names`}>
 *     <Button variant="filled" onClick={add}>Add domains</Button>
 *   </ScreenHead>
 *   <DataTable … />
 * </Screen>
 * ```
 */
export const ScreenHead = ({ title, back, about, children }: ScreenHeadProps) => (
  <Group component="header" gap="sm" mih={32} ml={back === undefined ? 0 : -8} flex="none">
    {back !== undefined && <BackTo {...back} />}
    <Title order={1}>{title}</Title>
    <Group gap="4px 16px" flex={1} miw={0} c="dimmed">
      {about}
    </Group>
    {children}
  </Group>
);

/** The buttons below a form; what is said beside them stands at the right. */
export const FormEnd = ({ children }: { readonly children: ReactNode }) => (
  <Group gap="sm" className={css['formEnd'] ?? ''}>
    {children}
  </Group>
);

interface FoldProps {
  readonly summary: ReactNode;
  /** Open at first. */
  readonly open?: boolean | undefined;
  readonly children: ReactNode;
}

/** Something that most do not need, folded under its summary. */
export const Fold = ({ summary, open, children }: FoldProps) => (
  <details className={css['fold']} open={open} aria-live="off">
    <summary>{summary}</summary>
    {children}
  </details>
);

interface RawAnswerProps {
  readonly summary: string;
  /** The name of the text for screen readers. */
  readonly label: string;
  readonly children: string;
}

/** An answer of the service as it came, values masked; folded. */
export const RawAnswer = ({ summary, label, children }: RawAnswerProps) => (
  <Fold summary={summary}>
    <pre className={`mono selectable ${css['raw'] ?? ''}`} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  </Fold>
);

interface Choice<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** After the label, quiet. */
  readonly about?: ReactNode;
}

interface ChoicesProps<V extends string> {
  readonly legend: ReactNode;
  readonly choices: readonly Choice<V>[];
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly error?: string | null;
  /** Side by side, not one below the other. */
  readonly isInline?: boolean;
  /** The chosen one, else the first, gets the focus when a dialog opens. */
  readonly hasFocus?: boolean;
  /** What is said about each stands at the end of its line; a long label is cut. */
  readonly isAboutAtEnd?: boolean;
}

/** One of several, each a line of its own with a radio button. */
export function Choices<V extends string>(props: ChoicesProps<V>) {
  const { legend, choices, value, onChange, error = null, isInline = false, hasFocus = false } = props;
  const { isAboutAtEnd = false } = props;
  const focused = value ?? choices[0]?.value;
  return (
    <Radio.Group label={legend} value={value} onChange={onChange} error={error}>
      <Group gap={isInline ? '8px 24px' : 0} className={css['choices'] ?? ''} data-column={!isInline}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            size="xs"
            label={
              <Group gap="sm" wrap="nowrap" data-about-at-end={isAboutAtEnd}>
                <Text span>{choice.label}</Text>
                {choice.about !== undefined && (
                  <Text span c="dimmed">
                    {choice.about}
                  </Text>
                )}
              </Group>
            }
            data-autofocus={(hasFocus && choice.value === focused) || undefined}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}

interface OpenLineProps {
  readonly isUncertain: boolean;
  readonly children: ReactNode;
}

/** One open change in a list of them, above what is about its domain. */
export const OpenLine = ({ isUncertain, children }: OpenLineProps) => (
  <Group
    component="li"
    gap="4px 12px"
    mih={40}
    py={6}
    pl={12}
    pr={8}
    bdrs="md"
    bg={isUncertain ? 'var(--nd-caution-soft)' : 'var(--nd-chrome)'}
  >
    {children}
  </Group>
);

interface ProgressBarProps {
  /** What goes on, for screen readers. */
  readonly label: string;
  readonly of: { readonly done: number; readonly total: number };
  readonly width?: number | string;
}

/** How far something is, as a hairline. */
export const ProgressBar = ({ label, of: { done, total }, width = '100%' }: ProgressBarProps) => (
  <progress
    className={css['progress']}
    style={{ flex: 'none', width }}
    aria-label={label}
    aria-valuetext={`${format.count(done)} of ${format.count(total)}`}
    max={Math.max(1, total)}
    value={done}
  />
);

interface WorkLineProps {
  /** As of a {@link ProgressBar}. */
  readonly label: string;
  /** How far it is; null where that is not known or it is over. */
  readonly progress?: ProgressBarProps['of'] | null;
  readonly tone?: 'plain' | 'caution';
  /** Buttons at the right. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** One line on a screen about work that goes on in the background. */
export const WorkLine = ({ label, progress = null, tone = 'plain', actions, children }: WorkLineProps) => (
  <Group
    gap={12}
    mih={32}
    py={4}
    pl={12}
    pr={4}
    flex="none"
    wrap="nowrap"
    bg={tone === 'plain' ? 'var(--nd-chrome)' : 'var(--nd-caution-soft)'}
    bdrs="md"
    role="group"
    aria-label={label}
  >
    {progress !== null && <ProgressBar label={label} of={progress} width={160} />}
    <Text flex={1} miw={0} className="figures">
      {children}
    </Text>
    {actions}
  </Group>
);

export interface OnOffProps extends Omit<SwitchProps, 'label' | 'checked' | 'onChange'> {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch with its state in words; its name is given by `aria-label` or `aria-labelledby`. */
export const OnOff = ({ isOn, onChange, ...others }: OnOffProps) => (
  <Switch
    {...others}
    label={isOn ? 'On' : 'Off'}
    checked={isOn}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string;
}

/** A small checkbox with its label, as in the lists of TLDs. */
export const Tick = ({ label, ...input }: TickProps) => (
  <label className={css['tick']}>
    <input type="checkbox" className="tick" {...input} />
    <span>{label}</span>
  </label>
);

interface AccountLabelProps {
  readonly accountId: string;
  /** Its label where it no longer exists. */
  readonly otherwise?: string;
  /** Cut where there is no room for it. */
  readonly isOneLine?: boolean;
}

/** An account by its colour and its label. */
export function AccountLabel({ accountId, otherwise, isOneLine = false }: AccountLabelProps) {
  const account = useAccount(accountId);
  return (
    <Group component="span" gap="sm" display="inline-flex" wrap={isOneLine ? 'nowrap' : 'wrap'} maw="100%">
      {account !== null && <AccountDot colour={account.colour} />}
      <bdi className={isOneLine ? 'cut' : undefined}>{account?.label ?? otherwise}</bdi>
    </Group>
  );
}

interface OtherAccountProps {
  /** The account of the content below. */
  readonly accountId: string;
}

/**
 * Says that the content below belongs to another account than the active one (F15), with that account's colour; nothing where it
 * does not.
 */
export function OtherAccount({ accountId }: OtherAccountProps) {
  const account = useAccount(accountId);
  const active = useActiveAccount();
  if (account === null || account.id === active?.id) return null;
  return (
    <Notice
      role="alert"
      edge={`var(--nd-account-${account.colour})`}
      icon={<IconArrowsExchange size={18} stroke={1.75} aria-hidden />}
    >
      This goes to account{' '}
      <strong>
        <bdi>{account.label}</bdi>
      </strong>{' '}
      {active === null ? '(no account is chosen).' : `(you are working in ${isolated(active.label)}).`}
    </Notice>
  );
}

/**
 * Opens a domain's page in the account that holds it. Where that is not the active account, it becomes active once the present
 * screen may be left, and a notice says so.
 */
export function openDomain(
  { accounts, notices, route }: Pick<Stores, 'accounts' | 'notices' | 'route'>,
  {
    accountId,
    domain,
    tab,
  }: { readonly accountId: string; readonly domain: string; readonly tab: DomainTab },
): void {
  const isActive = () => activeAccount(accounts.getState())?.id === accountId;
  const view = { kind: 'domain', domain, tab } as const;
  if (isActive()) route.actions.goToDomains(view);
  else
    route.actions.goToDomainsAfter(async () => {
      await accounts.actions.select(accountId);
      if (!isActive()) return false;
      notices.actions.say(`Switched to ${isolated(accountOf(accounts.getState(), accountId)?.label ?? '')}`);
      return true;
    }, view);
}

interface PageProps {
  readonly title: string;
  /** The greatest width of the content, in px. */
  readonly width: number;
  /** The way back, before the title. */
  readonly back?: ReactNode;
  /** What is on the page, in one line. */
  readonly purpose?: string;
  /** Actions on the whole page, to the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that scrolls as a whole. */
export const Page = ({ title, width, back, purpose, actions, children }: PageProps) => (
  <Box pos="relative" h="100%" style={{ overflowY: 'auto' }}>
    <Stack component="div" gap={12} maw={width} mx="auto" px="lg" pt="md" pb="lg">
      <Group gap={12} mih={32} ml={back === undefined ? 0 : -8}>
        {back}
        <Title order={1} flex={1} miw={0}>
          {title}
        </Title>
        {actions}
      </Group>
      {purpose !== undefined && (
        <Text c="dimmed" maw={880}>
          {purpose}
        </Text>
      )}
      {children}
    </Stack>
  </Box>
);
