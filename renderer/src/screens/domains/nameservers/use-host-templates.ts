import type { Template } from '#shared/domain/portfolio.ts';
import { useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { answered, idle, loading, type Remote } from '../../../lib/remote.ts';

export type SetOfHosts = Extract<Template, { readonly kind: 'nameservers' }>;

/** The sets of nameservers that are kept to be used again; `read` whenever they are opened. */
export function useHostTemplates() {
  const { bridge } = useStores();
  const [templates, setTemplates] = useState<Remote<readonly SetOfHosts[]>>(idle);

  async function read(): Promise<void> {
    setTemplates(loading);
    const result = await bridge.request.templates.list({});
    const all = result.ok ? { ok: true as const, value: result.value.templates.filter(isOfHosts) } : result;
    setTemplates((before) => answered(before, all));
  }

  return { templates, read };
}

const isOfHosts = (template: Template): template is SetOfHosts => template.kind === 'nameservers';
