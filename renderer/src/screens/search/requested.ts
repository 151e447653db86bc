import type { SearchDeps } from './search-state.ts';

/** Takes look-ups that are asked for from outside the page, whether before it listened or since. */
export function followRequests(deps: SearchDeps, lookUp: (text: string) => void): void {
  deps.on['search.requested'](({ text }) => lookUp(text));
  void deps.request.search.takeRequested({}).then((result) => {
    if (result.ok && result.value.text !== null) lookUp(result.value.text);
  });
}
