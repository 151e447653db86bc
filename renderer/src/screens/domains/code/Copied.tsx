import { Button } from '@mantine/core';
import { IconClipboardOff } from '@tabler/icons-react';
import type { CodeTaken } from '#shared/domain/code.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { valueOf } from '../../../lib/remote.ts';
import { clockTime, goneWords } from '../../codes/code-words.ts';
import { useCodes } from '../../codes/codes-store.ts';
import { Countdown } from '../../codes/Countdown.tsx';
import { useTold } from '../page/use-told.ts';
import css from './code.module.css';
import { Panel } from './Panel.tsx';
import { UnlockHint } from './UnlockHint.tsx';

interface Props {
  readonly taken: Extract<CodeTaken, { readonly kind: 'copied' }>;
  readonly domain: Domain;
  readonly onClose: () => void;
}

/** While the code is in the clipboard: how long still, and what to do with it; afterwards, that it is gone. */
export function Copied({ taken: { retrievedAt }, domain, onClose }: Props) {
  const clipboard = useStore(useCodes(), ({ now }) => now?.clipboard ?? null);
  if (clipboard?.domain === domain.name)
    return <InClipboard clearsAt={clipboard.clearsAt} domain={domain} onClose={onClose} />;
  return (
    <Panel
      title="No longer in the clipboard"
      mark={<IconClipboardOff size={20} stroke={1.75} aria-hidden />}
      onClose={onClose}
    >
      <p>
        Asked for and copied <Age at={retrievedAt} />. {goneWords}
      </p>
      <UnlockHint domain={domain} />
    </Panel>
  );
}

interface InClipboardProps {
  readonly clearsAt: string;
  readonly domain: Domain;
  readonly onClose: () => void;
}

/** However it was copied: by this page, or in the code window. */
export function InClipboard({ clearsAt, domain, onClose }: InClipboardProps) {
  const codes = useCodes();
  const seconds = useStore(useStores().settings, (state) => valueOf(state.settings)?.clearClipboardAfterS);
  const told = useTold();
  return (
    <Panel
      title="The code is in the clipboard"
      tone="fine"
      mark={<Countdown until={clearsAt} ofSeconds={seconds ?? usualSeconds} />}
      ways={
        <Button variant="default" onClick={() => told(codes.actions.clearClipboard())}>
          Clear now
        </Button>
      }
      onClose={onClose}
    >
      <p>Paste it at the new registrar now.</p>
      <p className={css['quiet']}>
        Namedesk takes it out at {clockTime(clearsAt)}. Something else that you copy meanwhile stays.
      </p>
      <UnlockHint domain={domain} />
    </Panel>
  );
}

/** Until the settings have been read. */
const usualSeconds = 15;
