import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { yearsText } from '#shared/changes/kind.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { useMostNameservers } from '../domains/nameservers/host-rows.ts';
import { valueOf } from '../remote.ts';
import { isOf } from '../settings/TemplatesView.tsx';
import { useAction } from '../use-action.ts';
import { registrationContact } from './client-parts.ts';
import type { TypedOrder } from './order.ts';
import { fullNameOf, type RegisterForm } from './register-store.ts';

interface Props {
  readonly order: TypedOrder;
}

/**
 * What the form is filled in from, and what it can be filled in from instead: the account’s defaults, the last order, templates. Drawn
 * until something is typed. Only the defaults are filled in unasked, because a person has set them.
 */
export function Offered({ order }: Props) {
  const { start, offered, isEmpty } = order;
  if (!isEmpty || start.isLoading) return null;
  const hasDefaults = start.parts.length > 0 && !start.isLeftOut;
  return (
    <>
      {hasDefaults && <FromDefaults order={order} />}
      {!hasDefaults && <NoDefaults order={order} />}
      {offered !== null && <LastOrder order={order} offered={offered} />}
      {offered === null && !hasDefaults && <FromTemplates order={order} />}
    </>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <Paper withBorder px={12} py={6} role="note">
    <Group gap="4px 12px" justify="space-between">
      {children}
    </Group>
  </Paper>
);

/** More than these are found in the menus of the form. */
const mostOffered = 3;

function FromDefaults({ order: { start, form, change, noteSplit, wantDefaults } }: Props) {
  const others = useTemplatesNow()
    .filter(isOf('contact'))
    .filter(({ name }) => !start.parts.includes(`registrant ${name}`));
  return (
    <Note>
      <span>
        From the account’s defaults: <bdi>{start.parts.join(' · ')}</bdi>
        {start.problem !== null && (
          <Text span c="var(--nd-caution)">
            {' '}
            {start.problem}
          </Text>
        )}
      </span>
      <Group gap="sm">
        {others.length <= mostOffered &&
          others.map(({ id, name, fields }) => (
            <Button
              key={id}
              size="compact-sm"
              aria-label={`Registrant ${name} instead`}
              onClick={() => {
                const { contact, split } = registrationContact(fields);
                noteSplit(split);
                change({ ...form, registrant: contact });
              }}
            >
              {name} instead
            </Button>
          ))}
        <Button size="compact-sm" onClick={() => wantDefaults(false)}>
          Leave empty
        </Button>
      </Group>
    </Note>
  );
}

/** Why the account’s defaults are not filled in, and the way back to them; nothing where it has none. */
function NoDefaults({ order: { start, wantDefaults } }: Props) {
  if (start.isLeftOut && start.parts.length > 0)
    return (
      <Note>
        <span>The account’s defaults are not used for this order.</span>
        <Button size="compact-sm" onClick={() => wantDefaults(true)}>
          Use the account’s defaults
        </Button>
      </Note>
    );
  return (
    start.problem !== null && (
      <Text c="var(--nd-caution)" role="status">
        The account’s defaults are not filled in. {start.problem}
      </Text>
    )
  );
}

interface LastOrderProps extends Props {
  readonly offered: NonNullable<TypedOrder['offered']>;
}

function LastOrder({ order: { takeOffered, forgetLast }, offered }: LastOrderProps) {
  return (
    <Note>
      <span>
        Same as <span className="mono">{toUnicode(offered.domain)}</span>?{' '}
        <bdi>{takenOver(offered.form)}</bdi>
      </span>
      <Group gap="sm">
        <Button size="compact-sm" onClick={takeOffered}>
          Use the same
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => void forgetLast()}>
          Forget it
        </Button>
      </Group>
    </Note>
  );
}

/** Everything that “Use the same” fills in, the period first: it decides the price. */
const takenOver = ({ registrant, periodYears, nameservers, ...form }: RegisterForm): string =>
  [
    form.client,
    yearsText(periodYears),
    fullNameOf(registrant),
    registrant.companyname,
    nameservers.filter((host) => host !== '').join(', '),
    Object.keys(form.addons).length === 0 ? '' : 'add-ons',
    form.idnLanguage === '' ? '' : `language ${form.idnLanguage}`,
    form.domainFields.map(({ name }) => name).join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ');

function useTemplatesNow(): readonly Template[] {
  const [read] = useAction('templates', 'list', {});
  return valueOf(read)?.templates ?? [];
}

/** Fills in nameservers and registrant at once. Draws nothing where there is more than one set of nameservers: we don’t guess. */
function FromTemplates({ order: { accountId, form, change, noteSplit } }: Props) {
  const all = useTemplatesNow();
  const most = useMostNameservers(accountId);
  const [hosts, ...moreHosts] = all.filter(isOf('nameservers'));
  const contacts = all.filter(isOf('contact'));
  if (hosts === undefined || moreHosts.length > 0) return null;
  if (contacts.length === 0 || contacts.length > mostOffered) return null;
  // The form of nameservers says which of them are left out.
  if (hosts.nameservers.length > most) return null;
  return (
    <Note>
      <span>
        From your templates: the nameservers of <strong>{hosts.name}</strong>, and as registrant
      </span>
      <Group gap="sm">
        {contacts.map(({ id, name, fields }) => (
          <Button
            key={id}
            size="compact-sm"
            onClick={() => {
              const { contact, split } = registrationContact(fields);
              noteSplit(split);
              change({ ...form, nameservers: hosts.nameservers, registrant: contact });
            }}
          >
            {name}
          </Button>
        ))}
      </Group>
    </Note>
  );
}
