import type { AppError } from '#shared/app-error.ts';
import type { Input } from '#shared/ipc/types.ts';
import { useState } from 'react';
import { useStores } from '../../app-stores.ts';

/** Keeps a template and tells so; a failure stays to be shown, and the dialog with it. */
export function useSaving(onClose: (isChanged: boolean) => void) {
  const { bridge, notices } = useStores();
  const [error, setError] = useState<AppError | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  async function save(template: Input<'templates', 'save'>): Promise<void> {
    setIsSaving(true);
    const result = await bridge.request.templates.save({ ...template, name: template.name.trim() });
    setIsSaving(false);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say('Saved the template');
    onClose(true);
  }

  return { error, isSaving, save };
}
