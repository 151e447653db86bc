import { Button, Group, Menu, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { counted, format } from '../ui/Formats.tsx';
import { byAccount, unarchived, useDomains } from './domains-store.ts';
import type { PortfolioNow, PortfolioStore } from './portfolio-store.ts';
import { useRegistry } from './readings-store.ts';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
}

/** Of which domains the registries are asked for the expiry. Where looking up is switched off, one entry leads to the setting. */
export function RegistryChoices({ list, now: { shown } }: Props) {
  const { isOn, lookUp, goToSetting } = useRegistry();
  const selected = useStore(list, ({ chosen }) => chosen.keys);
  const choices: readonly (readonly [label: string, keys: readonly string[]])[] = [
    ['All shown', shown.map(({ key }) => key)],
    ['Without an expiry', shown.flatMap(({ key, domain }) => (domain.expiresOn === null ? [key] : []))],
    ['Selected', [...selected]],
  ];
  const begin = (keys: readonly string[]): void => {
    for (const { accountId, names } of byAccount(keys)) lookUp(accountId, names);
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Look up expiries at the registry</Menu.Label>
      {isOn ? (
        choices.map(([label, keys]) => (
          <Menu.Item
            key={label}
            aria-label={`Look up expiries at the registry: ${label}`}
            disabled={keys.length === 0}
            rightSection={<Text c="dimmed">{format.count(keys.length)}</Text>}
            onClick={() => begin(keys)}
          >
            {label}
          </Menu.Item>
        ))
      ) : (
        <Menu.Item onClick={goToSetting}>Switched off: open Settings…</Menu.Item>
      )}
    </>
  );
}

/** After an import: the registries know the expiries of domains that they were never asked for. */
export function RegistryOffer({ accountId }: { readonly accountId: string }) {
  const { isOn, lookUp, goToSetting } = useRegistry();
  const listed = useStore(useDomains());
  const names = unarchived(listed).flatMap(({ name, registry }) => (registry === null ? [name] : []));
  if (listed.accountId !== accountId || names.length === 0) return null;
  return (
    <Group gap="md">
      <Text flex={1}>
        The registries can tell when {counted(names.length, 'domain expires', 'domains expire')}. Each is sent
        the names of its own TLD, and no key.{!isOn && ' Looking up is switched off.'}
      </Text>
      <Button variant="default" onClick={() => (isOn ? lookUp(accountId, names) : goToSetting())}>
        {isOn ? 'Look up expiries' : 'Open Settings…'}
      </Button>
    </Group>
  );
}
