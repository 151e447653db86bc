import { IconClipboardCheck } from '@tabler/icons-react';
import type { CodesNow } from '#shared/domain/code.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStore } from 'zustand';
import { useTold } from '../domains/page/use-told.ts';
import css from './clipboard-countdown.module.css';
import { useCodes } from './codes-store.ts';
import { clockTime } from './code-words.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** On every screen while a code is in the clipboard: whose, for how long, and the way to take it out at once. */
export function ClipboardCountdown() {
  const clipboard = useStore(useCodes(), ({ now }) => now?.clipboard ?? null);
  return (
    <>
      {/* Said once: it is drawn before there is anything to say, and does not change from second to second. */}
      <span className="spoken" role="status">
        {clipboard !== null &&
          `The code of ${toUnicode(clipboard.domain)} is in the clipboard until ${clockTime(clipboard.clearsAt)}.`}
      </span>
      {clipboard !== null && <Shown clipboard={clipboard} />}
    </>
  );
}

function Shown({
  clipboard: { domain, clearsAt },
}: {
  readonly clipboard: NonNullable<CodesNow['clipboard']>;
}) {
  const { clearClipboard } = useCodes().actions;
  const told = useTold();
  const left = useSecondsLeft(clearsAt);
  const name = toUnicode(domain);
  return (
    <div className={css['place']} role="group" aria-label="Code in the clipboard">
      <IconClipboardCheck className={css['icon']} size={16} stroke={1.75} aria-hidden />
      <span className={css['words']} title={`The code of ${name} is in the clipboard`} aria-hidden>
        <span>Code of</span>
        <strong className={`mono ${css['name'] ?? ''}`}>{name}</strong>
        <span className={css['wide']}>in the clipboard</span>
      </span>
      <span className={`figures ${css['left'] ?? ''}`} aria-hidden>
        {left} s
      </span>
      <button type="button" className={css['clear']} onClick={() => told(clearClipboard())}>
        Clear now
      </button>
    </div>
  );
}
