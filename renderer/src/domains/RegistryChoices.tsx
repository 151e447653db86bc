import { Menu, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { registryAsks, registryLearns } from '#shared/domain/registry.ts';
import { useStores } from '../app-stores.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { counted, format } from '../ui/Formats.tsx';
import { countOf, type NamesOf } from './domains-store.ts';
import type { PortfolioNow, PortfolioStore } from './portfolio-store.ts';
import { useRegistry } from './readings-store.ts';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
}

/** Of which domains the registries are asked for the expiry. Where looking up is switched off, one entry leads to the setting. */
export function RegistryChoices({ list, now: { shown } }: Props) {
  const { isOn, lookUp } = useRegistry();
  const { goToSettings } = useStores().route.actions;
  const selected = useStore(list, ({ chosen }) => chosen.keys);
  const choices: readonly (readonly [label: string, keys: readonly string[]])[] = [
    ['All shown', shown.map(({ key }) => key)],
    ['Without an expiry', shown.flatMap(({ key, domain }) => (domain.expiresOn === null ? [key] : []))],
    ['Selected', [...selected]],
  ];
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Expiries, at the registry</Menu.Label>
      {isOn ? (
        choices.map(([label, keys]) => (
          <Menu.Item
            key={label}
            aria-label={`Expiries, at the registry: ${label}`}
            disabled={keys.length === 0}
            rightSection={<Text c="dimmed">{format.count(keys.length)}</Text>}
            onClick={() => lookUp(keys)}
          >
            {label}
          </Menu.Item>
        ))
      ) : (
        <Menu.Item onClick={() => goToSettings({ kind: 'all', setting: 'registry' })}>
          Switched off: open Settings…
        </Menu.Item>
      )}
    </>
  );
}

interface RegistryDialogProps {
  readonly of: readonly NamesOf[];
  readonly onClose: () => void;
}

/** Where looking up is switched off: who would be asked, and what they learn, before it is switched on. */
export function RegistryDialog({ of, onClose }: RegistryDialogProps) {
  const { switchOnAndLookUp } = useRegistry();
  return (
    <ConfirmDialog
      title={`Read ${counted(countOf(of), 'expiry', 'expiries')} at the registry?`}
      consequences={[
        registryAsks,
        registryLearns,
        'Asking registries is off. Once on, it stays on until you switch it off in Settings.',
      ]}
      action="Switch on and read"
      cancel="Not now"
      onConfirm={() => switchOnAndLookUp(of)}
      onClose={onClose}
    />
  );
}
