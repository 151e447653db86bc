import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import type { NoticeWay } from './notice-store.ts';
import css from './notices.module.css';

/** What is said in passing, in the corner and to screen readers alike. */
export function Notices() {
  const { notices } = useStores();
  const notice = useStore(notices, (state) => state.notice);
  return (
    <div className={css['place']} role="status" aria-live="polite">
      {notice !== null && (
        <div key={notice.id} className={css['notice']} data-tone={notice.tone}>
          {notice.tone === 'quiet' ? (
            <IconCheck size={16} stroke={2} aria-hidden />
          ) : (
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          )}
          <span>{notice.text}</span>
          {notice.way !== null && <Way way={notice.way} />}
        </div>
      )}
    </div>
  );
}

function Way({ way }: { readonly way: NoticeWay }) {
  const { dismiss } = useStores().notices.actions;
  return (
    <button
      type="button"
      className={css['way']}
      onClick={() => {
        dismiss();
        way.act();
      }}
    >
      {way.label}
    </button>
  );
}
