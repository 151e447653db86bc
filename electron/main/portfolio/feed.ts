import type { NewsOfDomains } from '../workspace/repositories/team-facts.ts';

/**
 * What a team shares of the portfolio ([decision 0049](../../../docs/decisions/0049-what-a-team-shares.md)). What is to be published is
 * noted by the workspace, in the transaction of the change: here it is only said that there is some.
 */
export interface Feed {
  /** Something of the portfolio was stored. */
  readonly publish: () => void;
  /** @param listener Told what others have changed, when it is stored. */
  readonly onNews: (listener: (news: NewsOfDomains) => Promise<unknown>) => void;
}
