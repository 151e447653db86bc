// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useStore } from 'zustand';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { type Stores, useStores } from '../../../../../renderer/src/app-stores.ts';
import { SessionScreen } from '../../../../../renderer/src/bulk/session/SessionScreen.tsx';
import { listedOf } from '../../../../../renderer/src/domains/domains-store.ts';
import { BatchMaker } from '../../../../../renderer/src/changes/batches/BatchMaker.tsx';
import { ActivityScreen } from '../../../../../renderer/src/activity/ActivityScreen.tsx';
import { LockedOnes } from '../../../../../renderer/src/codes/CodesDialog.tsx';
import { LockLine } from '../../../../../renderer/src/domains/code/TransferCodeTab.tsx';
import { ContactsEditor } from '../../../../../renderer/src/changes/kinds/contacts.tsx';
import { ChildNameserversEditor } from '../../../../../renderer/src/changes/kinds/child-nameservers.tsx';
import { NameserversEditor } from '../../../../../renderer/src/changes/kinds/nameservers.tsx';
import { LockEditor } from '../../../../../renderer/src/changes/kinds/lock.tsx';
import { SyncEditor } from '../../../../../renderer/src/changes/kinds/sync.tsx';
import { RefreshMenu } from '../../../../../renderer/src/domains/page/PageHead.tsx';
import { RenewEditor } from '../../../../../renderer/src/changes/kinds/renew.tsx';
import { RegisterScreen } from '../../../../../renderer/src/register/RegisterScreen.tsx';
import { aBatch, aBatchRow, countsOf } from '../../../../support/a-change.ts';
import { draw, aPage, drawInJsdom, enter, showPart } from '../../../../support/draw.tsx';
import { aFollowedChange, aReview, oneChange } from '../../../../support/fake-change-flow.ts';
import { aDomain, aKnown } from '../../../../support/fake-portfolio.ts';
import { aFinding, anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';
import { aFrame, anOpening, theSession } from '../bulk/session/an-open-session.ts';

drawInJsdom();
vi.setConfig({ testTimeout: 60_000 });

/** The account of what a change is begun from. The header's is the practice account, unless a test turns to this one. */
const theirs = 'account-1';
const [alpha, beta] = [aPracticeAccount({ label: 'Alpha' }), anAccount({ id: theirs, label: 'Beta' })];
const domain = aDomain('harbour.example', { accountId: theirs, lock: aKnown('unlocked') });
const planned = aFollowedChange({
  ...{ accountId: theirs, accountLabel: 'Beta', state: 'planned', attempts: 0, sentAt: null },
});
const alert = 'This goes to account Beta (you are working in Alpha).';

type Header = 'another account' | 'the same account';

type Shown = Awaited<ReturnType<typeof aPage>>;

const outdated: AppError = { kind: 'changed-since', what: 'consent' };

async function open(
  header: Header,
  part: (stores: Stores) => ReactNode,
  sending: AppError = outdated,
): Promise<Shown> {
  const session = theSession({ accountId: theirs });
  const rows = [aBatchRow(0)];
  const page: Shown = await aPage({
    world: {
      accounts: [alpha, beta],
      activeId: header === 'the same account' ? theirs : alpha.id,
      domains: [domain],
      sessions: [session],
      batches: [aBatch({ accountId: theirs, state: 'ready', counts: countsOf(rows) })],
      batchRows: new Map([[aBatch().id, rows]]),
      changes: [planned],
    },
    answers: {
      changes: oneChange(
        { applied: ok(planned) },
        {
          list: () =>
            Promise.resolve(
              ok({
                changes: [planned],
                total: 1,
                unfiltered: 1,
                byState: { planned: 1 },
                accepted: 0,
                proven: { confirmed: 0, applied: 0 },
              }),
            ),
          send: () => Promise.resolve(fail(sending)),
          prepareAgain: () => Promise.resolve(ok(aReview({ accountId: theirs, accountLabel: 'Beta' }))),
        },
      ),
      sessions: { open: () => Promise.resolve(ok(session)) },
      search: {
        start({ searchId, label, tlds }) {
          const findings = tlds.map((tld) => aFinding(`${label}.${tld}`, 'available'));
          page.bridge.tell('search.findings', { searchId, findings });
          page.bridge.tell('search.finished', { searchId, failures: [], cancelled: false });
          return Promise.resolve(ok({ requests: 1 }));
        },
      },
    },
    before: ({ sessions }) => sessions.actions.load(),
  });
  act(() => void draw(page.stores, part(page.stores)));
  return page;
}

const click = async ({ user }: Shown, name: string | RegExp) =>
  await user.click(await screen.findByRole('button', { name }));

/** Fills in what an order cannot be without, and asks for its review. */
async function order(shown: Shown): Promise<void> {
  await screen.findByLabelText('Nameservers');
  const values = {
    ...{ Nameservers: 'ns1.a.example\nns2.a.example', 'First name': 'Robin' },
    ...{ 'Address 1': 'Quay 1', City: 'Harbour', Postcode: '1', Phone: '+49.1', 'E-mail': 'a@b.example' },
  };
  for (const [name, value] of Object.entries(values)) {
    // A field that most registries require has an asterisk behind its label.
    fireEvent.change(screen.getByLabelText(new RegExp(`^${name}(?: \\*)?$`)), { target: { value } });
  }
  await shown.user.click(screen.getByLabelText(/^This registry asks for less/));
  fireEvent.click(await screen.findByText('Review…'));
}

/** The session, and the register screen where one is led to. */
function SessionThenRegister() {
  const screenName = useStore(useStores().route, ({ route }) => route.screen);
  return screenName === 'register' ? <RegisterScreen /> : <SessionScreen sessionId={theSession().id} />;
}

async function openSession(header: Header): Promise<Shown> {
  const shown = await open(header, () => <SessionThenRegister />);
  const [viewId = ''] = shown.ports.listening();
  await act(async () => {
    shown.ports.send(viewId, anOpening());
    shown.ports.send(viewId, aFrame({ 0: 'starred' }));
    await Promise.resolve();
  });
  return shown;
}

const ofDomain = (part: ReactNode) => async (header: Header) => await open(header, () => part);

/** Each way into a change, of something that is Beta's. */
const ways: readonly (readonly [way: string, begin: (header: Header) => Promise<Shown>])[] = [
  [
    'a cell of a bulk session',
    async (header) => {
      const shown = await openSession(header);
      act(() => screen.getByRole('grid').focus());
      const panel = await screen.findByRole('complementary', { name: 'Details' });
      await shown.user.click(within(panel).getByRole('button', { name: 'Register…' }));
      await order(shown);
      return shown;
    },
  ],
  [
    'the shortlist of a bulk session',
    async (header) => {
      const shown = await openSession(header);
      await click(shown, 'Register 1…');
      await order(shown);
      return shown;
    },
  ],
  [
    'the lock of a domain',
    async (header) => {
      const shown = await ofDomain(<LockEditor domain={domain} />)(header);
      await click(shown, /^Lock…?$/);
      return shown;
    },
  ],
  [
    'the lock beside the transfer code',
    async (header) => {
      const locked = aDomain('harbour.example', { accountId: theirs });
      const shown = await ofDomain(<LockLine domain={locked} />)(header);
      await click(shown, /^Unlock/);
      return shown;
    },
  ],
  [
    'the nameservers of a domain',
    async (header) => {
      const shown = await ofDomain(<NameserversEditor domain={domain} />)(header);
      await shown.user.type(screen.getByRole('textbox', { name: 'Nameservers' }), 'x');
      await click(shown, 'Review…');
      return shown;
    },
  ],
  [
    'the child nameservers of a domain',
    async (header) => {
      const shown = await ofDomain(<ChildNameserversEditor domain={domain} />)(header);
      await enter(shown.user, screen.getByRole('textbox', { name: 'Host' }), 'ns1');
      await enter(shown.user, screen.getByRole('textbox', { name: 'Address' }), '192.0.2.9');
      await click(shown, 'Review…');
      return shown;
    },
  ],
  [
    'the contacts of a domain',
    async (header) => {
      const shown = await ofDomain(<ContactsEditor domain={domain} />)(header);
      await shown.user.type(await screen.findByRole('textbox', { name: 'Company' }), 'x');
      await click(shown, 'Review…');
      return shown;
    },
  ],
  [
    'the renewal of a domain',
    async (header) => {
      const shown = await ofDomain(<RenewEditor domain={domain} />)(header);
      await click(shown, 'Renew for 1 year…');
      return shown;
    },
  ],
  [
    'a sync of a domain',
    async (header) => {
      const shown = await ofDomain(
        <>
          <RefreshMenu domain={domain} />
          <SyncEditor domain={domain} />
        </>,
      )(header);
      await click(shown, 'Choose what is read');
      await shown.user.click(
        await screen.findByRole('menuitem', { name: 'Have the service read it again…' }),
      );
      return shown;
    },
  ],
];

const called = ({ bridge }: Shown, name: string) =>
  bridge.world.calls.filter((call) => call.name === name).map(({ input }) => input);

it.each(ways)(
  'F15 a change that is begun from %s goes to its account, and its review says so first where the header has another one',
  async (_way, begin) => {
    const shown = await begin('another account');
    const dialog = await screen.findByRole('dialog');
    expect(called(shown, 'changes.prepare')).toMatchObject([{ accountId: theirs }]);
    const first = dialog.querySelector('[data-autofocus]')?.firstElementChild;
    expect(first?.textContent).toBe(alert);
    expect(first?.getAttribute('style')).toContain(`--nd-account-${beta.colour}`);
  },
);

describe('F15 the register screen', () => {
  it('F15 says before the form that it is another account’s, looks up with that one, and keeps drafts under it', async () => {
    const shown = await open('another account', () => <RegisterScreen />);
    act(() => shown.stores.route.actions.goToRegister(['bakery.com'], theirs));
    const field = await screen.findByLabelText('Company');
    const said = screen.getByRole('alert');
    expect(said.textContent).toBe(alert);
    expect(said.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(called(shown, 'search.start')).toMatchObject([{ accountId: theirs, label: 'bakery' }]);
    expect(called(shown, 'search.known')).toMatchObject([{ accountId: theirs }]);
    expect(called(shown, 'drafts.read')).toMatchObject([{ accountId: theirs, domain: 'bakery.com' }]);
    // By the order, and by the queue, which says “Next” once the name is registered.
    expect(called(shown, 'changes.lastOf')).toMatchObject([{ accountId: theirs }, { accountId: theirs }]);
    // The credit that is known is the header's account's.
    expect(screen.getByText('Current credit').nextElementSibling?.textContent).toBe('not loaded');
  });
});

describe('F15 a planned change and a batch', () => {
  const send = async (shown: Shown) => {
    act(() => shown.stores.route.actions.goToChanges({ kind: 'list', changeId: aFollowedChange().id }));
    await click(shown, 'Send');
  };

  it('F15 that is looked at again says first that it goes to its own account', async () => {
    const shown = await open('another account', () => <ActivityScreen />);
    await send(shown);
    expect(document.body.textContent).toContain(alert);
    await click(shown, 'Review again');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.querySelector('[data-autofocus]')?.firstElementChild?.textContent).toBe(alert);
  });

  it.each([
    [
      'a selection',
      <BatchMaker
        key="maker"
        of={[{ accountId: theirs, names: [domain.name] }]}
        action="lock"
        onClose={() => undefined}
      />,
      /^Continue to review/,
    ],
    [
      'locked ones beside their codes',
      <LockedOnes
        key="locked"
        accountId={theirs}
        names={[domain.name]}
        all={listedOf(
          new Map([[theirs, new Map([[domain.name, aDomain(domain.name, { accountId: theirs })]])]]),
        )}
        onBatch={() => undefined}
      />,
      /unlock it$/,
    ],
  ])('F15 made of %s is of their account', async (_words, part, press) => {
    const shown = await open('another account', () => part);
    await click(shown, press);
    expect(called(shown, 'batches.prepare')).toMatchObject([{ accountId: theirs }]);
  });
});

it.each([
  [true, 'Practice', 'PracticePractice: nothing is real'],
  [false, 'Northwind', 'Northwind'],
])(
  'H17 a review says whose it is, and of practice (%s) that nothing is real',
  async (isPractice, accountLabel, said) => {
    const { user } = await showPart(<LockEditor domain={aDomain('harbour.example')} />, {
      review: { isPractice, accountLabel, accountId: 'none' },
    });
    await user.click(screen.getByRole('button', { name: /^(Unl|L)ock/ }));
    expect((await screen.findByRole('dialog')).textContent).toContain(said);
    expect(screen.queryByText('Practice: nothing is real') !== null).toBe(isPractice);
  },
);
