import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import { createJobThread, diedOfMemory, type JobThread } from '../../system/job-thread.ts';
import type { TableSource } from '../../tables/table.ts';
import { countGenerated } from './generator.ts';
import type { DraftTask, MadeDraft, makeDraft } from './make-draft.ts';
import {
  type Draft,
  type DraftReport,
  type ImportField,
  type NameGenerator,
  type ReadingChoices,
  refuse,
} from './rows.ts';

/**
 * Reads and cleans names for a session, on a separate thread. Every dropped or changed row is in the report. The eight
 * newest drafts are held with their sources, so that they can be read again with other choices.
 *
 * Fails with: `invalid-input` (`field` `file`, `text`, `recipe`, `encoding`, `column`, `sheet` or `draftId`; `reason`
 * is a sentence for the user); `cancelled` if the draft was discarded or restarted meanwhile.
 */
export type NameImport = ReturnType<typeof createNameImport>;

export interface NameImportDeps {
  /** The thread's code: `name-lists-worker.js` of the build, or `name-lists-worker.ts` when run from sources. */
  readonly workerUrl: URL;
  /** TLDs that may be part of a name: the account's and the built-in ones; with or without a leading dot. */
  readonly knownTlds: () => Promise<readonly string[]>;
  /** Heap limit of the import thread, in MiB. */
  readonly mostHeapMb?: number;
}

const mostDrafts = 8;

export function createNameImport({ workerUrl, knownTlds, mostHeapMb = 2_048 }: NameImportDeps) {
  const thread = createJobThread<typeof makeDraft>({ workerUrl, mostHeapMb });
  const drafts = createDrafts(mostDrafts);

  /**
   * Makes a draft; until it is made there is none. A failed attempt keeps the source, so that it can be read with other
   * choices, and the names that were read from the same source before.
   */
  async function make(
    draftId: string,
    origin: TableSource | null,
    task: (knownTlds: readonly string[]) => DraftTask,
    isWhole = false,
  ): Promise<Result<DraftReport>> {
    const before = drafts.find(draftId);
    const { wanted } = drafts.begin(draftId, origin);
    const isWanted = (): boolean => !wanted.signal.aborted;
    const made = await draftOn(thread, task(await knownTlds()), origin, wanted.signal).finally(() => {
      if (isWanted() && before !== null && origin !== null && before.origin === origin)
        drafts.hold(draftId, { ...before, wanted });
    });
    if (!isWanted()) return fail({ kind: 'cancelled' });
    if (!made.ok) return made;
    const { names, report } = made.value;
    drafts.hold(draftId, { origin, content: { names, source: report.source, isWhole }, wanted });
    return ok({ draftId, ...report });
  }

  const read = (draftId: string, source: TableSource, choices: ReadingChoices) =>
    make(
      draftId,
      source,
      (tlds) => ({ kind: 'source', source, choices, knownTlds: tlds }),
      choices.isWhole === true,
    );

  /** No lookup begins with texts that were not read as its names, nor the other way round. */
  function contentOf(draftId: string, isWhole: boolean): Result<Draft> {
    const content = drafts.find(draftId)?.content ?? null;
    return content?.isWhole === isWhole ? ok(draftOf(content)) : noDraft();
  }

  return {
    read,
    async reread(draftId: string, choices: ReadingChoices): Promise<Result<DraftReport>> {
      const origin = drafts.find(draftId)?.origin ?? null;
      return origin === null ? noDraft() : read(draftId, origin, choices);
    },
    count: (recipe: NameGenerator) => Promise.resolve(countGenerated(recipe)),
    generate: (draftId: string, recipe: NameGenerator) =>
      make(draftId, null, (tlds) => ({ kind: 'recipe', recipe, knownTlds: tlds })),
    draft: (draftId: string) => Promise.resolve(contentOf(draftId, false)),
    /** The texts of a draft that was read for whole names, as they are written. */
    wholeNames: (draftId: string) => Promise.resolve(mapOk(contentOf(draftId, true), ({ names }) => names)),
    discard: drafts.discard,
    async close() {
      drafts.clear();
      await thread.close();
    },
  };
}

/** Fails with: `invalid-input`, `cancelled`. */
async function draftOn(
  thread: JobThread<typeof makeDraft>,
  task: DraftTask,
  origin: TableSource | null,
  signal: AbortSignal,
): Promise<Result<MadeDraft>> {
  try {
    const ran = await thread.run(task, { signal });
    return ran.ok ? ran.value : ran;
  } catch (thrown) {
    if (!diedOfMemory(thrown)) throw thrown;
    return refuse(fieldOf(origin), tooMuch);
  }
}

const fieldOf = (origin: TableSource | null): ImportField =>
  origin === null ? 'recipe' : origin.kind === 'text' ? 'text' : 'file';

const tooMuch = 'Reading this needs too much memory. Split it, or save the column with the names as CSV.';

const noDraft = () => refuse('draftId', 'These names are no longer in memory. Open or generate them again.');

/** A draft held in main: its names, and their source for reading it again. */
interface HeldDraft {
  /** Null for a generated draft, which cannot be read again. */
  readonly origin: TableSource | null;
  /** Null until something could be read. */
  readonly content: { readonly names: string; readonly source: string; readonly isWhole: boolean } | null;
  /** Aborted when the draft is no longer needed: discarded, restarted, or dropped for a newer one. */
  readonly wanted: AbortController;
}

/** The held drafts; the oldest is dropped for a new one. */
function createDrafts(most: number) {
  const held = new Map<string, HeldDraft>();

  function discard(draftId: string): void {
    held.get(draftId)?.wanted.abort();
    held.delete(draftId);
  }

  return {
    find: (draftId: string): HeldDraft | null => held.get(draftId) ?? null,
    /** Starts an empty draft; replaces what was held under its id. */
    begin(draftId: string, origin: TableSource | null): HeldDraft {
      discard(draftId);
      const begun = { origin, content: null, wanted: new AbortController() };
      held.set(draftId, begun);
      const [oldest] = held.keys();
      if (held.size > most && oldest !== undefined) discard(oldest);
      return begun;
    },
    /** Stores the result of a started draft. */
    hold: (draftId: string, draft: HeldDraft) => void held.set(draftId, draft),
    discard,
    clear: () => held.forEach((_draft, draftId) => discard(draftId)),
  };
}

const draftOf = ({ names, source }: { readonly names: string; readonly source: string }): Draft => ({
  names: names === '' ? [] : names.split('\n'),
  source,
});
