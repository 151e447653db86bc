import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'quiet' | 'problem';
  /** What can be done about it, such as undoing it; null where nothing can. */
  readonly way: NoticeWay | null;
}

export interface NoticeWay {
  readonly label: string;
  readonly act: () => void;
}

export interface NoticeState {
  readonly notice: Notice | null;
}

export interface NoticeStore extends StoreApi<NoticeState> {
  readonly actions: {
    /** Says something in passing: seen in the corner, read out by a screen reader, gone after a while. */
    readonly say: (text: string, tone?: Notice['tone'], way?: NoticeWay) => void;
    readonly dismiss: () => void;
  };
}

/** One notice at a time: the newest. Whatever must not be missed stands in its place on the screen instead. */
export function createNoticeStore(stayMs: number): NoticeStore {
  const store = createStore<NoticeState>(() => ({ notice: null }));
  let said = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dismiss = () => store.setState({ notice: null });
  return {
    ...store,
    actions: {
      say(text, tone = 'quiet', way) {
        said += 1;
        clearTimeout(timer);
        store.setState({ notice: { id: said, text, tone, way: way ?? null } });
        timer = setTimeout(dismiss, stayMs * (way === undefined ? shares[tone] : 3));
      },
      dismiss,
    },
  };
}

/** What went wrong stays longer. */
const shares: Readonly<Record<Notice['tone'], number>> = { quiet: 1, problem: 2 };
