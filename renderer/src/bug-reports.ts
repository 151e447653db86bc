import type { Bridge } from './client.ts';

type App = Pick<Bridge['request'], 'app'>;

const limits = { name: 100, message: 10_000, stack: 50_000 } as const;

/** Has main log an error of the page; returns the incident id to show, null where even that failed. */
export async function reportBug({ app }: App, thrown: unknown): Promise<string | null> {
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(typeof thrown);
  const reported = await app.reportBug({
    name: name.slice(0, limits.name),
    message: message.slice(0, limits.message),
    stack: stack.slice(0, limits.stack),
  });
  return reported.ok ? reported.value.incidentId : null;
}

/** Reports uncaught errors of event handlers and unhandled promise rejections. */
export function reportUncaught(request: App): void {
  window.addEventListener('error', (event) => void reportBug(request, event.error));
  window.addEventListener('unhandledrejection', (event) => void reportBug(request, event.reason));
}
