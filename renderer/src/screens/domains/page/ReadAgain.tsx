import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { type Domain, type DomainPart, domainParts } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { Age } from '../../../components/Age.tsx';
import { partWords } from '../known-words.ts';
import { isBeingRead, useReadings } from '../readings-store.ts';
import css from './page.module.css';
import { useTold } from './use-told.ts';

interface Props {
  readonly domain: Domain;
}

/** Asks the service for the present state: all of it, or a part; each with its age. */
export function ReadAgain({ domain }: Props) {
  const readings = useReadings();
  const isReading = useStore(readings, (state) => isBeingRead(state, domain.accountId, domain.name));
  const told = useTold();
  const read = (parts: readonly DomainPart[]) =>
    told(readings.actions.begin(domain.accountId, [domain.name], parts));
  return (
    <span className={css['readAgain']}>
      <span className={css['quiet']} role="status">
        {isReading ? 'Reading…' : <OldestAge domain={domain} />}
      </span>
      <span className={css['split']}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          disabled={isReading}
          onClick={() => read(domainParts)}
        >
          Read again
        </Button>
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <ActionIcon variant="default" size={32} disabled={isReading} aria-label="Read a part again">
              <IconChevronDown size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {domainParts.map((part) => (
              <Menu.Item
                key={part}
                rightSection={<span className={css['quiet']}>{<PartAge domain={domain} part={part} />}</span>}
                onClick={() => read([part])}
              >
                {partWords[part]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </span>
    </span>
  );
}

const knownOf = (domain: Domain, part: DomainPart): { readonly at: string } | null =>
  ({ lock: domain.lock, nameservers: domain.nameservers, contacts: domain.registrant })[part];

function PartAge({ domain, part }: Props & { readonly part: DomainPart }) {
  const known = knownOf(domain, part);
  return known === null ? 'not read yet' : <Age at={known.at} />;
}

function OldestAge({ domain }: Props) {
  const times = domainParts.flatMap((part) => knownOf(domain, part)?.at ?? []);
  const [oldest] = times.toSorted();
  if (oldest === undefined) return 'Not read yet';
  return (
    <>
      {times.length < domainParts.length ? 'Read in part, ' : 'Read '}
      <Age at={oldest} />
    </>
  );
}
