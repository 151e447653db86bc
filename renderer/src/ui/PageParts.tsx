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
  /** Beside the title, at the right. */
  readonly actions?: ReactNode;
}

/** One matter of a page, under its title. */
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

/** Names and values, one pair to a line. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className={css['facts']}>{children}</dl>
);

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  /** A host, a path or a code. */
  readonly mono?: boolean;
  /** Said of the value, behind it. */
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
  /** Where it leads to. */
  readonly label: string;
  readonly onClick: () => void;
}

/** The way back from a page to what it belongs to, before its title. */
export const BackTo = ({ label, onClick }: Props) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={onClick}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Tooltip>
);

/** What is said while something is read. It appears late: an answer that is quick leaves nothing to flicker. */
export const Awaited = ({ children }: { readonly children: string }) => (
  <p role="status" className={css['awaited']}>
    {children}
  </p>
);

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string;
}

/** A box to be ticked, with its words: small, as in the lists of TLDs. */
export const Tick = ({ label, ...input }: TickProps) => (
  <label className={css['tick']}>
    <input type="checkbox" className="tick" {...input} />
    <span>{label}</span>
  </label>
);

interface OtherAccountProps {
  /** Where what is below goes. */
  readonly accountId: string;
}

/** Says that what is below goes to another account than the header's (F15), with that account's colour; nothing where it does not. */
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

/** Leads to a domain's page in the account that looks after it. Where that is not the header's account, it becomes that, and is said. */
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
  /** What it does, in one line. */
  readonly purpose: string;
  /** Under that: how it stands. */
  readonly more?: ReactNode;
  /** Draws the control under the names it is given. */
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
