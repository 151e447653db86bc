import type { DraftKind, Template } from '#shared/domain/portfolio.ts';
import type { Client } from '#shared/routes.ts';
import { ok, type Result } from '#shared/result.ts';
import type { FakeWorld } from './fake-world.ts';

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));
const savedAt = '2026-11-21T09:00:00.000Z';

/** Templates and drafts in memory. */
export const keptTextAnswers = (world: FakeWorld): Pick<Client, 'templates' | 'drafts'> => ({
  templates: templates(world),
  drafts: drafts(),
});

const templates = (world: FakeWorld): Client['templates'] => ({
  list: () => answer({ templates: [...world.templates] }),
  save({ id, name, body }) {
    const number = String(world.templates.length + 1).padStart(12, '0');
    const template: Template = { id: id ?? `00000000-0000-4000-9200-${number}`, name, ...body };
    world.templates = [...world.templates.filter((other) => other.id !== template.id), template];
    return answer(template);
  },
  remove({ id }) {
    world.templates = world.templates.filter((template) => template.id !== id);
    return answer({});
  },
});

interface Draft {
  readonly accountId: string;
  readonly domain: string;
  readonly kind: DraftKind;
  readonly body: string;
}

function drafts(): Client['drafts'] {
  let kept: readonly Draft[] = [];
  const isAt = (place: Omit<Draft, 'body'>) => (draft: Draft) =>
    draft.accountId === place.accountId && draft.domain === place.domain && draft.kind === place.kind;
  const without = (place: Omit<Draft, 'body'>) => kept.filter((draft) => !isAt(place)(draft));
  return {
    read(place) {
      const draft = kept.find(isAt(place));
      return answer({ body: draft?.body ?? null, savedAt: draft === undefined ? null : savedAt });
    },
    save(draft) {
      kept = [...without(draft), draft];
      return answer({});
    },
    remove(place) {
      kept = without(place);
      return answer({});
    },
    list: ({ accountId }) =>
      answer({
        drafts: kept
          .filter((draft) => draft.accountId === accountId)
          .map(({ domain, kind }) => ({ domain, kind, savedAt })),
      }),
  };
}
