import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { FindingKind } from '#shared/domain/finding.ts';
import { useStores } from '../app-stores.ts';
import { valueOf } from '../remote.ts';
import { useAction } from '../use-action.ts';

interface WatchButtonProps {
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
  readonly tld: string;
  readonly kind: FindingKind;
}

/** Watches a name that somebody else has, or that is reserved; draws nothing for another one, unless it is watched. */
export function WatchButton({ accountId, domain, tld, kind }: WatchButtonProps) {
  const { bridge, notices } = useStores();
  const [watched] = useAction('watching', 'names', { accountId });
  const isWatched = valueOf(watched)?.names.some((name) => name.domain === domain) === true;
  if (!isWatched && kind !== 'taken' && kind !== 'reserved') return null;

  async function toggle(): Promise<void> {
    const { add, remove } = bridge.request.watching;
    const changed = isWatched
      ? await remove({ accountId, domains: [domain] })
      : await add({ accountId, names: [{ domain, tld }] });
    // Loaded when it is needed: its tables are a quarter of what the page starts with.
    const { nameInText } = await import('#shared/domain/domain-name.ts');
    const name = nameInText(domain);
    if (!changed.ok) notices.actions.fail(changed.error);
    else if ('added' in changed.value && changed.value.added === 0)
      notices.actions.say('No more names can be watched. Remove one in Settings.', 'problem');
    else
      notices.actions.say(
        isWatched
          ? `${name} is no longer watched`
          : `Watching ${name}: you will be told when it is available`,
      );
  }

  const Icon = isWatched ? IconEyeOff : IconEye;
  return (
    <Button
      leftSection={<Icon size={14} aria-hidden />}
      title={isWatched ? undefined : 'Looks it up once a day and tells you when it is available'}
      onClick={() => void toggle()}
    >
      {isWatched ? 'Stop watching' : 'Watch'}
    </Button>
  );
}
