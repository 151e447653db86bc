import { IconEyeOff } from '@tabler/icons-react';
import type { CodeTaken } from '#shared/domain/code.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { Age } from '../../../components/Age.tsx';
import { clockTime, goneWords } from '../../codes/code-words.ts';
import { useCodes } from '../../codes/codes-store.ts';
import { Countdown } from '../../codes/Countdown.tsx';
import { secondsUntil } from '../../codes/use-seconds-left.ts';
import css from './code.module.css';
import { InClipboard } from './Copied.tsx';
import { Panel } from './Panel.tsx';
import { UnlockHint } from './UnlockHint.tsx';

interface Props {
  readonly taken: Extract<CodeTaken, { readonly kind: 'revealed' }>;
  readonly domain: Domain;
  readonly onClose: () => void;
}

/** The code stands in the window of its own; afterwards, that it was copied there, or is hidden again and when it was asked for. */
export function Revealed({ taken: { retrievedAt, hidesAt }, domain, onClose }: Props) {
  const codes = useCodes();
  const shown = useStore(codes, ({ now }) => now?.shown ?? null);
  const clipboard = useStore(codes, ({ now }) => now?.clipboard ?? null);
  const isCopied = clipboard?.domain === domain.name;
  if (shown?.domain !== domain.name && isCopied)
    return <InClipboard clearsAt={clipboard.clearsAt} domain={domain} onClose={onClose} />;
  if (shown?.domain !== domain.name)
    return (
      <Panel
        title="The code is hidden again"
        mark={<IconEyeOff size={20} stroke={1.75} aria-hidden />}
        onClose={onClose}
      >
        <p>
          It was asked for <Age at={retrievedAt} />, at {clockTime(retrievedAt)}. {goneWords}
        </p>
        <UnlockHint domain={domain} />
      </Panel>
    );
  return (
    <Panel
      title="The code is shown in its own window"
      tone="fine"
      mark={<Countdown until={shown.hidesAt} ofSeconds={secondsUntil(hidesAt, Date.parse(retrievedAt))} />}
      onClose={onClose}
    >
      <p>
        It is hidden at {clockTime(shown.hidesAt)}, or as soon as you turn to another window.{' '}
        {isCopied
          ? `The same code is in the clipboard until ${clockTime(clipboard.clearsAt)}.`
          : '“Copy code” in that window copies the same code.'}
      </p>
      <p className={css['quiet']}>Asked for at {clockTime(retrievedAt)}.</p>
      <UnlockHint domain={domain} />
    </Panel>
  );
}
