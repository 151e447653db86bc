import type { DraftKind, Template } from '#shared/domain/portfolio.ts';
import type { Client } from '#shared/ipc/types.ts';
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
  readonly domain: string;
  readonly kind: DraftKind;
  readonly body: string;
}

function drafts(): Client['drafts'] {
  let kept: readonly Draft[] = [];
  const without = (domain: string, kind: DraftKind) =>
    kept.filter((draft) => draft.domain !== domain || draft.kind !== kind);
  return {
    read({ domain, kind }) {
      const draft = kept.find((one) => one.domain === domain && one.kind === kind);
      return answer({ body: draft?.body ?? null, savedAt: draft === undefined ? null : savedAt });
    },
    save({ domain, kind, body }) {
      kept = [...without(domain, kind), { domain, kind, body }];
      return answer({});
    },
    remove({ domain, kind }) {
      kept = without(domain, kind);
      return answer({});
    },
    list: () => answer({ drafts: kept.map(({ domain, kind }) => ({ domain, kind, savedAt })) }),
  };
}
