import { codesMayEndSentence } from '#shared/words/code-sentences.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { counted, format } from '../../../lib/format.ts';
import { accountOf } from '../../../shell/accounts-store.ts';
import css from './dialog.module.css';

/** What is asked of the service, how long that takes at least, and where the codes go. */
export function WhatHappens({ accountId, count }: { readonly accountId: string; readonly count: number }) {
  const perSecond = useStore(
    useStores().accounts,
    (state) => accountOf(state, accountId)?.options.requestsPerSecond ?? null,
  );
  return (
    <ul className={css['consequences']}>
      <li>
        {counted(count, 'request', 'requests')}, one after the other
        {perSecond !== null &&
          `: at least ${format.duration(leastMs(count, perSecond))}, longer where the service is slow`}
        . You can go on working, and stop it at any time.
      </li>
      <li>
        No code is shown or put into the clipboard. All go into one file, encrypted with a passphrase that you
        choose next.
      </li>
      <li>{codesMayEndSentence}</li>
      <li>A service may e-mail a code to the registrant instead; the file says so then.</li>
    </ul>
  );
}

/** What the account's own ceiling allows; the service may take longer for each. */
const leastMs = (count: number, perSecond: number): number => Math.max(1_000, (count / perSecond) * 1_000);
