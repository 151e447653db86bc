import { format } from '../lib/format.ts';
import { useNowMs } from '../lib/ticker.ts';

/** How long ago something was, ticking; the exact time on hover. */
export function Age({ at }: { readonly at: string }) {
  const nowMs = useNowMs();
  return (
    <time dateTime={at} title={format.instant(at)}>
      {format.age(at, nowMs)}
    </time>
  );
}
