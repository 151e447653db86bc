import { Button } from '@mantine/core';
import { useStoresIfAny } from '../app-stores.ts';

/** From an incident to what the log has of it; nothing where there is no way, outside of the application's frame. */
export function IncidentLink({ incidentId }: { readonly incidentId: string }) {
  const stores = useStoresIfAny();
  if (stores === null) return null;
  return (
    <Button variant="subtle" onClick={() => stores.route.actions.goToSettings({ kind: 'log', incidentId })}>
      What was noted
    </Button>
  );
}
