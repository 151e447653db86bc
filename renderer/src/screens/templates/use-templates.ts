import type { Template } from '#shared/domain/portfolio.ts';
import { useCallback, useState } from 'react';
import { useStores } from '../../app-stores.ts';
import { answered, idle, loading, type Remote } from '../../lib/remote.ts';

/** All templates, once they are read; kept no longer than what shows them, since those of contacts are in clear. */
export function useTemplates(): {
  readonly templates: Remote<readonly Template[]>;
  readonly read: () => Promise<void>;
} {
  const { request } = useStores().bridge;
  const [templates, setTemplates] = useState<Remote<readonly Template[]>>(idle);
  const read = useCallback(async () => {
    setTemplates(loading);
    const result = await request.templates.list({});
    const all = result.ok ? { ok: true as const, value: result.value.templates } : result;
    setTemplates((before) => answered(before, all));
  }, [request]);
  return { templates, read };
}
