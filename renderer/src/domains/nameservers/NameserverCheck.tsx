import { isSameHosts } from '#shared/domain/host.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { Batch } from '#shared/domain/batch.ts';
import { plural } from '#shared/domain/counting.ts';
import { type HostFinding, isDark, type NameserverCheck as Check } from '#shared/domain/delegation.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { useStores } from '../../app-stores.ts';
import { Age, counted } from '../../ui/Formats.tsx';
import { Notice } from '../../ui/States.tsx';
import { valueOf } from '../../remote.ts';
import { useAction } from '../../use-action.ts';

interface CheckProps {
  readonly accountId: string;
  readonly domains: readonly string[];
  /** The set that they get. */
  readonly hosts: readonly string[];
  /** They are to be registered. */
  readonly areNew?: boolean;
}

/** So many domains are asked about in one request. */
const atOnce = 50;
/** Of more, a person sees that they are not checked. */
const mostDomains = 500;

/** What the new nameservers say of these domains before they are sent there: it warns, and decides nothing. */
export function NameserverCheck({ domains, ...of }: CheckProps) {
  const found = useChecks({ ...of, domains: domains.slice(0, mostDomains) });
  if (found === 'off' || domains.length === 0) return null;
  if (found.checks.length < Math.min(domains.length, mostDomains) && !found.isFailed)
    return (
      <Text c="dimmed" role="status">
        Checking the new nameservers…{' '}
        {domains.length > atOnce && `${found.checks.length} of ${domains.length} domains.`}
      </Text>
    );
  return (
    <Stack gap="sm" role="group" aria-label="Check of the new nameservers">
      <Verdict checks={found.checks} isFailed={found.isFailed} />
      {domains.length > mostDomains && (
        <Text c="dimmed">Checked for the first {counted(mostDomains, 'domain', 'domains')} only.</Text>
      )}
    </Stack>
  );
}

interface AskedProps extends Pick<CheckProps, 'accountId' | 'domains'> {
  readonly ask: ChangeAsk | Batch['ask'];
}

/** The check of the nameservers that a change, an order or a batch sends; nothing where it sends none. */
export function CheckOfAsked({ ask, ...of }: AskedProps) {
  if (!('nameservers' in ask) || ask.nameservers.length === 0) return null;
  return <NameserverCheck {...of} hosts={ask.nameservers} areNew={ask.kind === 'register'} />;
}

/** How many domains a sentence names. */
const mostNamed = 5;

function Verdict({ checks, isFailed }: { readonly checks: readonly Check[]; readonly isFailed: boolean }) {
  const dark = checks.filter(isDark);
  const unknown = checks.filter((check) => !isDark(check) && !isSound(check));
  return (
    <>
      {dark.length > 0 && (
        <Notice tone="danger" role="alert" title={darkTitle(dark)}>
          <Stack component="ul" gap={4} m={0} pl={18} style={{ listStyle: 'disc' }}>
            {troublesOf(dark).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </Stack>
        </Notice>
      )}
      {dark.length === 0 && unknown.length === 0 && checks.length > 0 && (
        <Group component="p" gap={6} wrap="nowrap" role="status">
          <IconCircleCheck
            size={16}
            stroke={1.75}
            color="var(--nd-fine)"
            style={{ flex: 'none' }}
            aria-hidden
          />
          <span>
            The new nameservers answer for{' '}
            {checks.length === 1 ? nameInText(checks[0]?.domain ?? '') : `all ${checks.length} domains`}.
          </span>
        </Group>
      )}
      {(unknown.length > 0 || isFailed) && (
        <Text c="dimmed">
          The new nameservers could not be checked
          {checks.length > 1 && unknown.length > 0 && ` for ${counted(unknown.length, 'domain', 'domains')}`}:
          your system’s resolver gave no answer.
        </Text>
      )}
    </>
  );
}

const isSound = ({ hosts, ds }: Check): boolean =>
  (ds === 'none' || ds === 'served') && hosts.every(({ finding }) => finding === 'answers');

const darkTitle = (dark: readonly Check[]): string =>
  dark.length === 1 && dark[0] !== undefined
    ? `With these nameservers ${nameInText(dark[0].domain)} may not be reachable.`
    : `With these nameservers ${dark.length} domains may not be reachable.`;

const hostWords: Readonly<Record<Exclude<HostFinding, 'answers' | 'unknown'>, string>> = {
  'no-address': 'has no address',
  'no-answer': 'does not answer',
  lame: 'answers, but not for',
  'wrong-zone': 'serves another zone, without',
};

/** One sentence a host and trouble, one for keys that do not fit; domains are named where there are several. */
function troublesOf(checks: readonly Check[]): readonly string[] {
  const byTrouble = new Map<
    string,
    { readonly host: string; readonly of: keyof typeof hostWords; domains: string[] }
  >();
  for (const { domain, hosts } of checks)
    for (const { host, finding } of hosts) {
      if (finding === 'answers' || finding === 'unknown') continue;
      const key = `${finding} ${host}`;
      const entry = byTrouble.get(key) ?? { host, of: finding, domains: [] };
      entry.domains.push(domain);
      byTrouble.set(key, entry);
    }
  const hosts = [...byTrouble.values()].map(({ host, of, domains }) => {
    const needsNames = of === 'lame' || of === 'wrong-zone';
    return `${nameInText(host)} ${hostWords[of]}${needsNames ? ` ${named(domains)}` : ''}.`;
  });
  const stale = checks.filter(({ ds }) => ds === 'stale').map(({ domain }) => domain);
  if (stale.length === 0) return hosts;
  return [
    ...hosts,
    `${named(stale)} ${plural(stale.length, 'is', 'are')} signed (DNSSEC), and the new nameservers do not have the keys that the registry lists. Whoever checks signatures would find nothing. Have the DS records removed first, or move the keys along.`,
  ];
}

const named = (domains: readonly string[]): string =>
  domains.length > mostNamed
    ? counted(domains.length, 'domain', 'domains')
    : domains.map(nameInText).join(', ');

type Found = 'off' | { readonly checks: readonly Check[]; readonly isFailed: boolean };
const nothing: Found = { checks: [], isFailed: false };

/** Asked part by part, again whenever what is asked changes. */
function useChecks({ accountId, domains, hosts, areNew = false }: CheckProps): Found {
  const { bridge } = useStores();
  const key = JSON.stringify([accountId, domains, hosts, areNew]);
  const [found, setFound] = useState<{ readonly key: string; readonly of: Found }>({ key, of: nothing });
  useEffect(() => {
    const asking = new AbortController();
    const isOver = (): boolean => asking.signal.aborted;
    const show = (of: Found): void => {
      if (!isOver()) setFound({ key, of });
    };
    async function ask(): Promise<void> {
      let checks: readonly Check[] = [];
      for (let start = 0; start < domains.length && !isOver(); start += atOnce) {
        const part = domains.slice(start, start + atOnce);
        const asked = {
          accountId,
          domains: part,
          hosts: [...hosts],
          ...(areNew && { areNew: true as const }),
        };
        const answer = await bridge.request.delegation.check(asked);
        const more = answer.ok ? answer.value.checks : [];
        if (more !== null) checks = [...checks, ...more];
        show(more === null ? 'off' : { checks, isFailed: !answer.ok });
        if (more === null || !answer.ok) return;
      }
    }
    void ask();
    return () => asking.abort();
    // What is asked is all in the key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [bridge, key]);
  return found.key === key ? found.of : nothing;
}

interface NowProps {
  readonly accountId: string;
  readonly domain: string;
  /** As they were set from here. */
  readonly hosts: readonly string[];
}

const againMs = 60_000;

/** What the TLD’s servers say now, beside what was set here; asked again every minute until they agree. */
export function DelegationNow({ accountId, domain, hosts }: NowProps) {
  const [asked, again] = useAction('delegation', 'read', { accountId, domain });
  const read = valueOf(asked)?.delegation ?? null;
  const isSame = read !== null && read.hosts !== null && isSameHosts(read.hosts, hosts);
  useEffect(() => {
    if (read === null || isSame) return undefined;
    const timer = setTimeout(again, againMs);
    return () => clearTimeout(timer);
  }, [isSame, read, again]);
  if (read === null) return null;
  return (
    <Group gap="4px 12px" role="status">
      <span>
        {delegationText(read.hosts, isSame)}, checked <Age at={read.readAt} />.
      </span>
      {!isSame && (
        <Button size="compact-sm" onClick={again}>
          Check again
        </Button>
      )}
    </Group>
  );
}

function delegationText(hosts: readonly string[] | null, isSame: boolean): string {
  if (hosts === null) return 'The registry’s servers did not answer';
  if (isSame) return 'The registry’s servers have these nameservers';
  if (hosts.length === 0) return 'The registry’s servers have no nameservers for this domain';
  return `The registry’s servers still have ${hosts.map(nameInText).join(', ')}. It can take some hours`;
}
