import type { ChangeFamily } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { type Stores, useStores } from '../../app-stores.ts';
import { storeOf } from '../../lib/store-of.ts';
import { createFlowStore, type FlowStore } from './flow-store.ts';

type FlowOf = (accountId: string, domain: string, family: ChangeFamily) => FlowStore;

/** One flow for each account, domain and family, as there is one open change; they all hear what main tells. */
function createFlows({ bridge }: Stores): FlowOf {
  const flows = new Map<string, FlowStore>();
  bridge.on['changes.changed'](({ changes }) => {
    for (const flow of flows.values()) changes.forEach(flow.put);
  });
  return (accountId, domain, family) => {
    const key = [accountId, domain, family].join(' ');
    const flow = flows.get(key) ?? createFlowStore({ request: bridge.request, accountId, domain });
    flows.set(key, flow);
    return flow;
  };
}

/**
 * How a change of this family on this domain goes its way: kept as long as the page, so that leaving the screen loses nothing.
 *
 * @param of The account that it goes to, whichever is the active one, and the domain's name as A-labels.
 */
export const useChange = (of: Pick<Domain, 'accountId' | 'name'>, family: ChangeFamily): FlowStore =>
  storeOf(useStores(), createFlows)(of.accountId, of.name, family);
