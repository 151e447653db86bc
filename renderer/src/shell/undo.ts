import { createStore } from 'zustand/vanilla';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge, Output, Settings } from '../client.ts';
import { counted } from '../ui/Formats.tsx';
import type { NoticeAction, NoticeStore, SettingsStore } from './stores.ts';

type Direction = 'undo' | 'redo';

interface Reverted extends Output<'domains', 'revert'> {
  /** Said instead of the text of the edit. */
  readonly said?: string;
}

/** A local edit that took effect. Nothing that was sent to the service is one. */
interface Edit {
  /** As its notice says it: "Tagged 12 domains". */
  readonly text: string;
  /** The account that was edited; null where it belongs to none. */
  readonly accountId: string | null;
  readonly revert: (direction: Direction) => Promise<Result<Reverted>>;
  /** Whether it cannot be done again. */
  readonly isLast?: boolean;
}

/** The areas whose edits main can take back. */
type EditArea = 'domains' | 'templates' | 'clients';

interface Deps {
  readonly request: Pick<Bridge['request'], EditArea>;
  readonly notices: Pick<NoticeStore['actions'], 'say'>;
  /** The label of an account other than the active one; null for the active one. */
  readonly otherAccount: (id: string) => string | null;
  readonly newId: () => string;
}

interface Edits {
  /** The latest last. */
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

const mostEdits = 20;

export type UndoStore = ReturnType<typeof createUndoStore>;

/** The newest local edits of this page, to undo them and to do them again: one after the other, the latest first. */
export function createUndoStore({ request, notices, otherAccount, newId }: Deps) {
  const store = createStore<Edits>(() => ({ done: [], undone: [] }));
  const { getState: get, setState: set } = store;
  let last = Promise.resolve();

  const added = (edits: readonly Edit[], edit: Edit) => [...edits, edit].slice(-mostEdits);

  /** Without a notice. */
  const add = (edit: Edit): void => set({ done: added(get().done, edit), undone: [] });

  function tell(edit: Edit): void {
    add(edit);
    notices.say(edit.text, 'quiet', { label: 'Undo', act: () => void revert(edit, 'undo') });
  }

  async function revertNow(edit: Edit, direction: Direction): Promise<void> {
    const [from, to] = direction === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const);
    if (!get()[from].includes(edit)) return;
    const result = await edit.revert(direction);
    // A disk that was full may not be later; an edit that is not known any more stays unknown.
    if (result.ok || result.error.kind === 'invalid-input')
      set({ [from]: get()[from].filter((other) => other !== edit) });
    if (!result.ok) {
      notices.say(sentencesFor(result.error).happened, 'problem');
      return;
    }
    const isMoved = result.value.changed > 0 || result.value.kept === 0;
    const canGoBack = isMoved && edit.isLast !== true;
    if (canGoBack) set({ [to]: added(get()[to], edit) });
    const text = revertedText(edit, direction, result.value, edit.accountId && otherAccount(edit.accountId));
    notices.say(text, isMoved ? 'quiet' : 'problem', canGoBack ? backFrom(edit, direction) : undefined);
  }

  function backFrom(edit: Edit, direction: Direction): NoticeAction {
    const back = direction === 'undo' ? 'redo' : 'undo';
    return { label: labels[back], act: () => void revert(edit, back) };
  }

  /** One after the other: the next may be an edit of the same thing. */
  function inTurn(act: () => Promise<void>): Promise<void> {
    last = last.then(act);
    return last;
  }

  const revert = (edit: Edit, direction: Direction): Promise<void> =>
    inTurn(() => revertNow(edit, direction));

  const step = (direction: Direction): Promise<void> =>
    inTurn(async () => {
      const edit = get()[direction === 'undo' ? 'done' : 'undone'].at(-1);
      if (edit === undefined) notices.say(nothingTo[direction], 'problem');
      else await revertNow(edit, direction);
    });

  return {
    ...store,
    actions: {
      add,
      /** Adds an edit, with a notice that tells of it and undoes it. */
      tell,
      /** Requests an edit of an area under an id of its own, and tells of it where it took effect. */
      edit: async <T>(
        edit: Omit<Edit, 'revert'> & { readonly area: EditArea },
        ask: (id: string) => Promise<Result<T>>,
      ): Promise<Result<T>> => {
        const id = newId();
        const result = await ask(id);
        if (result.ok)
          tell({ ...edit, revert: (direction) => request[edit.area].revert({ edit: id, direction }) });
        return result;
      },
      undo: () => step('undo'),
      redo: () => step('redo'),
    },
  };
}

const labels: Readonly<Record<Direction, string>> = { undo: 'Undo', redo: 'Redo' };

const nothingTo: Readonly<Record<Direction, string>> = {
  undo: 'Nothing to undo here. What was sent to the service stays.',
  redo: 'Nothing to redo.',
};

/** "Undone: Tagged 12 domains. 2 were changed since and stay as they are." */
function revertedText(
  { text }: Edit,
  direction: Direction,
  { changed, kept, said }: Reverted,
  account: string | null,
): string {
  if (said !== undefined) return said;
  const what = account === null ? text : `${text} (${account})`;
  if (changed === 0 && kept > 0)
    return direction === 'undo'
      ? `Not undone, because of a later change: ${what}`
      : `Not redone, because of a later change: ${what}`;
  const done = direction === 'undo' ? `Undone: ${what}` : `Redone: ${what}`;
  if (kept === 0) return done;
  return `${done}. ${counted(kept, 'was changed since and stays as it is', 'were changed since and stay as they are')}.`;
}

/** What the notice of a changed setting says; null where it cannot be undone: a guard is never loosened by one key. */
const settingTexts: Readonly<Record<keyof Settings, string | null>> = {
  colourScheme: 'Changed the colours',
  density: 'Changed the density',
  keepFindingsDays: 'Changed how long search results are kept',
  refreshOnOpen: 'Changed the reading of opened domains',
  registryEnabled: null,
  assistantsEnabled: null,
  registryBootstrap: null,
  checkNameservers: 'Changed the check of nameservers',
  searchTldSetId: null,
  onboarded: null,
  clearClipboardAfterS: 'Changed when a copied code is cleared',
  protectSecretWindows: null,
  appLock: null,
  appLockAfterMin: null,
  notifications: 'Changed the notifications',
  backgroundRefresh: 'Changed the reading in the background',
  quietHours: 'Changed the quiet hours',
  checkForUpdates: 'Changed the check for updates',
  limits: null,
};

/** Changes settings by hand, in a way that can be undone, except where older search results are deleted. */
export async function changeSettings(
  { settings, undo }: { readonly settings: SettingsStore; readonly undo: UndoStore },
  changes: Partial<Settings>,
): Promise<void> {
  // The members that are changed: there are no others in a part of the settings.
  const names = Object.keys(changes) as (keyof Settings)[];
  const before = settings.actions.known();
  const written = await settings.actions.write(changes);
  const text = names.map((name) => settingTexts[name]).find((found) => found !== null) ?? null;
  if (!written.ok || before === null || text === null || deletesResults(before, changes)) return;
  const old: Partial<Settings> = Object.fromEntries(names.map((name) => [name, before[name]]));
  undo.actions.tell({
    text,
    accountId: null,
    revert: (direction) =>
      direction === 'undo' ? settings.actions.replace(changes, old) : settings.actions.replace(old, changes),
  });
}

const ageLimit = ({ keepFindingsDays: days }: Pick<Settings, 'keepFindingsDays'>): number =>
  days === 0 ? Infinity : days;

const deletesResults = (before: Settings, changes: Partial<Settings>): boolean =>
  ageLimit({ ...before, ...changes }) < ageLimit(before);
