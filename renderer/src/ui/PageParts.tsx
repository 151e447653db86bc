import { ActionIcon, Alert, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconArrowsExchange } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import { type Stores, useStores } from '../app-stores.ts';
import type { DomainTab } from '../shell/route-store.ts';
import { accountOf, activeAccount } from '../shell/stores.ts';
import settingsCss from '../styles/settings.module.css';
import css from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** To the right of the title. */
  readonly actions?: ReactNode;
}

/** A titled section of a page. */
export function Section({ title, children, actions }: SectionProps) {
  return (
    <section className={css['section']}>
      <div className={css['head']}>
        <h3 className={css['title']}>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A list of names and values, one pair to a line. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className={css['facts']}>{children}</dl>
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
    <div className={css['fact']}>
      <dt>{name}</dt>
      <dd className={mono ? 'mono selectable' : 'selectable'}>
        {children}
        {note !== '' && <span className={css['note']}>{note}</span>}
      </dd>
    </div>
  );
}

interface Props {
  /** The target of the link. */
  readonly label: string;
  readonly onClick: () => void;
}

/** The back link above a page's title. */
export const BackTo = ({ label, onClick }: Props) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={onClick}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Tooltip>
);

/** A loading text. It appears with a delay, so that a quick answer does not flicker. */
export const Awaited = ({ children }: { readonly children: string }) => (
  <p role="status" className={css['awaited']}>
    {children}
  </p>
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

interface OtherAccountProps {
  /** The account of the content below. */
  readonly accountId: string;
}

/**
 * Says that the content below belongs to another account than the active one (F15), with that account's colour; nothing where it
 * does not.
 */
export function OtherAccount({ accountId }: OtherAccountProps) {
  const { accounts } = useStores();
  const account = useStore(accounts, (state) => accountOf(state, accountId));
  const active = useStore(accounts, activeAccount);
  if (account === null || account.id === active?.id) return null;
  return (
    <Alert
      classNames={{ root: css['root'] ?? '', wrapper: css['wrapper'] ?? '', message: css['message'] ?? '' }}
      style={{ borderLeftColor: `var(--nd-account-${account.colour})` }}
      icon={<IconArrowsExchange size={18} stroke={1.75} aria-hidden />}
    >
      This goes to account <strong>{account.label}</strong>{' '}
      {active === null ? '(no account is chosen).' : `(you are working in ${active.label}).`}
    </Alert>
  );
}

/**
 * Opens a domain's page in the account that holds it. Where that is not the active account, it becomes active, and a notice says
 * so.
 */
export async function openDomain(
  { accounts, notices, route }: Pick<Stores, 'accounts' | 'notices' | 'route'>,
  {
    accountId,
    domain,
    tab,
  }: { readonly accountId: string; readonly domain: string; readonly tab: DomainTab },
): Promise<void> {
  if (activeAccount(accounts.getState())?.id !== accountId) {
    await accounts.actions.select(accountId);
    const label = accountOf(accounts.getState(), accountId)?.label;
    if (label !== undefined) notices.actions.say(`Switched to ${label}`);
  }
  route.actions.goToDomains({ kind: 'domain', domain, tab });
}

interface SettingProps {
  readonly label: string;
  /** What the setting does, in one line. */
  readonly purpose: string;
  /** Below that: the present state. */
  readonly more?: ReactNode;
  /** Renders the control with the ids for its label and description. */
  readonly children: (labelled: {
    readonly 'aria-labelledby': string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

/** One setting: what it does on the left, its control on the right. */
export function Setting({ label, purpose, more, children }: SettingProps) {
  const labelId = useId();
  const purposeId = useId();
  return (
    <div className={settingsCss['setting']}>
      <div>
        <div id={labelId} className={settingsCss['label']}>
          {label}
        </div>
        <p id={purposeId} className={settingsCss['purpose']}>
          {purpose}
        </p>
        {more}
      </div>
      {children({ 'aria-labelledby': labelId, 'aria-describedby': purposeId })}
    </div>
  );
}
