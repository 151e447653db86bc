import { edit, gate, type Mutation } from './edit.ts';

const batches = 'workspace/batches/batches.ts';
const making = 'changes/batches/create-batches.ts';
const running = 'changes/batches/running.ts';
const command = 'cli/commands/batch.ts';
const tools = 'cli/assistants/tools.ts';
const caller = 'cli/commands/mcp.ts';
const shown = 'cli/assistants/shown.ts';

/** Of batches of the command line (decision 0040). */
const ofScripts: readonly Mutation[] = [
  {
    name: 'W1 digest',
    plot: 'scriptedBatch',
    takesOut: 'a batch is applied under the digest of what would be applied',
    edits: [
      edit(
        batches,
        'digestOf(id) !== digest || !consents.isReviewed(',
        'digest === null || !consents.isReviewed(',
      ),
    ],
  },
  {
    name: 'W1 typed digest',
    plot: 'scriptedBatch',
    takesOut: 'the digest is the one that was typed, and not the one that the batch has',
    edits: [edit(command, 'batch.id, options.digest,', "batch.id, batch.digest ?? '',")],
  },
  {
    name: 'W1 stale review',
    plot: 'scriptedBatch',
    takesOut: 'a review is good for 15 minutes',
    edits: [edit(batches, ' || !consents.isReviewed(id, at, given.validForMs)) return', ') return')],
  },
  {
    name: 'W1 applied again',
    plot: 'scriptedBatch',
    takesOut: 'a batch is applied while it is ready, and not once more',
    edits: [edit(batches, "if (batch.state !== 'ready') return no('not-now');", '')],
  },
  {
    name: 'W1 changed domain',
    plot: 'scriptedBatch',
    takesOut: 'a domain that has changed since the review is excluded',
    edits: [
      edit(
        gate,
        'if (seenText(ask, present, keyed) === consent.present) return ok(present);',
        'if (ask !== undefined) return ok(present);',
      ),
    ],
  },
  {
    name: 'W2 next process',
    plot: 'scriptInterrupted',
    takesOut:
      'a command ends the consents of processes before it; that a start of the window does is left in',
    edits: [
      edit(
        making,
        'takenUp ??= kept.endReviews({ at: context.at(), isReadyKept: true });',
        'takenUp ??= Promise.resolve();',
      ),
    ],
  },
  {
    name: 'W2 halts',
    plot: 'scriptHalts',
    takesOut: 'a batch halts at what is uncertain',
    edits: [edit(running, "after.kind === 'next' || batch.goesOnAfterUncertain", 'true')],
  },
  {
    name: 'W2 halt on uncertain',
    plot: 'scriptHalts',
    takesOut: 'to go on after what is uncertain has to be said to the command',
    edits: [edit(command, "const goesOn = options.haltOn === 'nothing';", 'const goesOn = true;')],
  },
  {
    name: 'W2 resumed meanwhile',
    plot: 'resumedMeanwhile',
    takesOut: 'a batch that was resumed while its change was being sent halts where that is uncertain',
    edits: [edit(running, 'if (before !== undefined) {', 'if (before !== undefined && before.index < 0) {')],
  },
];

/** Of what assistants propose (decision 0041). */
const ofAssistants: readonly Mutation[] = [
  {
    name: 'W3 applied by a command',
    plot: 'proposedBatch',
    takesOut: 'a command applies and resumes no proposal',
    edits: [edit(command, 'if (proposal !== undefined) return endWith(forThePerson);', '')],
  },
  {
    name: 'W3 edited by a command',
    plot: 'proposedBatch',
    takesOut: 'a command excludes and includes no row of a proposal',
    edits: [edit(command, 'if (found.proposal !== undefined) return endWith(forThePerson);', '')],
  },
  {
    name: 'W3 marked',
    plot: 'proposedBatch',
    takesOut: 'what an assistant proposes is marked so',
    edits: [
      edit(
        command,
        'by === undefined ? null : { by, why }',
        "by === undefined || why !== '' ? null : { by, why }",
      ),
    ],
  },
  {
    name: 'W3 digest',
    plot: 'proposedBatch',
    takesOut: 'an assistant gets no digest',
    edits: [
      edit(tools, 'return reviewOf(printed, asked.kind);', 'return printed;'),
      edit(
        tools,
        'return wanted.output.parse(await wanted.work(reach, input.data, asked.data.by));',
        'return await wanted.work(reach, input.data, asked.data.by);',
      ),
    ],
  },
  {
    name: 'H12 as they are',
    plot: 'guessedContacts',
    takesOut: 'an assistant is told of contacts that are as proposed already as of all others',
    edits: [edit(shown, "'renewed', 'by-hand'] as const)", "'renewed', 'by-hand', 'already-so'] as const)")],
  },
  {
    name: 'W3 switched off',
    plot: 'proposedBatch',
    takesOut: 'an assistant proposes nothing while that is switched off',
    edits: [
      edit(
        caller,
        'if (!call.services.workspace.settings.read().assistantsEnabled) return endWith(switchedOff);',
        '',
      ),
    ],
  },
];

const lastOrders = 'portfolio/last-orders.ts';

/** Of what an order begins with (decision 0038). */
const ofLastOrders: readonly Mutation[] = [
  {
    name: 'W4 encrypted',
    plot: 'orderedLast',
    takesOut: 'what was ordered last is encrypted',
    edits: [edit(lastOrders, 'body: sealed.value,', 'body: Buffer.from(order.body),')],
  },
  {
    name: 'W4 without a keychain',
    plot: 'orderedLast',
    takesOut: 'what cannot be encrypted is not stored',
    edits: [
      edit(
        lastOrders,
        'if (sealed.ok) {\n      stored.save({ accountId, body: sealed.value,',
        'if (order.body !== null) {\n      stored.save({ accountId, body: sealed.ok ? sealed.value : Buffer.from(order.body),',
      ),
    ],
  },
  {
    name: 'W4 of its account',
    plot: 'orderedLast',
    takesOut: 'an account is offered its own last order: by what is read, and by what it is encrypted for',
    edits: [
      edit(lastOrders, '`last order of ${accountId}`', '`last order of ${accountId.slice(0, 0)}`'),
      edit(
        'workspace/repositories/last-orders.ts',
        "from('last_orders WHERE account_id = ?')",
        'from("last_orders WHERE ? <> \'\' ORDER BY saved_at DESC LIMIT 1")',
      ),
    ],
  },
  {
    name: 'W4 forgotten',
    plot: 'orderedLast',
    takesOut: 'what is forgotten is deleted from the file',
    edits: [
      edit(
        lastOrders,
        'await Promise.allSettled(pending);\n      stored.remove({ accountId });',
        'await Promise.allSettled(pending);',
      ),
    ],
  },
];

const proof = (from: string, to: string) => ({ file: 'shared/domain/renewal-proof.ts', from, to });

/** A registry does not say for whom a name was registered (decision 0034). */
const ofOrders: readonly Mutation[] = [
  {
    name: 'P1 in the account',
    plot: 'soldMeanwhile',
    takesOut: 'an order is proven where the account has the name',
    edits: [
      proof(
        "if (owner !== 'ours') return notYet(owner ?? 'account-not-read');",
        "if (owner !== 'ours' && owner !== 'not-in-account') return notYet(owner ?? 'account-not-read');",
      ),
    ],
  },
  {
    name: 'P1 account read',
    plot: 'soldMeanwhile',
    takesOut: 'an order is proven where the account could be asked',
    edits: [
      proof(
        "if (owner !== 'ours') return notYet(owner ?? 'account-not-read');",
        "if (owner !== 'ours' && owner !== null) return notYet(owner);",
      ),
    ],
  },
  {
    name: 'H2 registrant',
    plot: 'caughtMeanwhile',
    takesOut: 'an order is proven where its registrant is the one that was sent',
    edits: [
      proof(
        "if (owner !== 'ours') return notYet(owner ?? 'account-not-read');",
        "if (owner !== 'ours' && owner !== 'another-registrant') return notYet(owner ?? 'account-not-read');",
      ),
    ],
  },
  {
    name: 'H3 odd instants',
    plot: 'oddRegistry',
    takesOut:
      'of a registry’s answer, only instants that the journal can hold are taken, and what does not fit is not understood',
    edits: [
      edit('registry/answer.ts', 'ms >= firstInstantMs && ms < endOfInstantsMs ? ', 'ms < Infinity ? '),
      edit('registry/client.ts', 'parsed.data ?? {', 'reading ?? {'),
    ],
  },
  {
    name: 'H3 nested answers',
    plot: 'oddRegistry',
    takesOut:
      'a registry’s answer is read as deep as it may be nested, and what is thrown over it is not understood',
    edits: [
      edit(
        'registry/answer.ts',
        'textsIn(one, 2).some((text) => /expir/i.test(text))',
        '/expir/i.test(JSON.stringify(one))',
      ),
      edit('registry/client.ts', '.catch(() => null);', ';'),
    ],
  },
];

export const ofCommandsAndAssistants: readonly Mutation[] = [
  ...ofScripts,
  ...ofAssistants,
  ...ofLastOrders,
  ...ofOrders,
];
