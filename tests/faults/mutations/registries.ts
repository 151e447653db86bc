import { edit, type Edit, type Mutation } from './edit.ts';

const shared = (file: string, from: string, to: string): Edit => ({
  file: `shared/domain/${file}`,
  from,
  to,
});

const proof = 'renewal-proof.ts';

export const ofRegistries: readonly Mutation[] = [
  {
    name: 'P1 last changed',
    plot: 'undatedProof',
    takesOut: 'a registry that does not say when it was changed last proves nothing',
    edits: [
      shared(
        proof,
        "if (changedAt === null) return cannot('no-last-changed');",
        'if (changedAt === null) return null;',
      ),
    ],
  },
  {
    name: 'P1 after expiry',
    plot: 'afterExpiry',
    takesOut: 'a domain that has expired is proven by nothing',
    edits: [
      shared(
        proof,
        "|| baseline.expiresAt <= sentAt) return cannot('expired');",
        ") return cannot('expired');",
      ),
      shared(proof, '|| after.at >= baseline.expiresAt)', ')'),
    ],
  },
  {
    name: 'P1 renewed before',
    plot: 'lateBeside',
    takesOut: 'another renewal that was sent before may be what the registry shows',
    edits: [edit('changes/registry-reads.ts', "others.every(isOver) ? null : 'renewed-before'", 'null')],
  },
  {
    name: 'P1 tried',
    plot: 'switchedOff',
    takesOut: 'a look at the registry that came to nothing counts as one',
    edits: [edit('changes/registry-reads.ts', 'readAt > triedAt ? readAt : triedAt', 'readAt || triedAt')],
  },
  {
    name: 'P1 read after it was accepted',
    plot: 'acceptedOrder',
    takesOut: 'a journal in which a registry was read for what was accepted holds',
    edits: [edit('workspace/journal/entries.ts', ' && !isReadLater(projected.change)', '')],
  },
  {
    name: 'P1 no change yet',
    plot: 'notYetShown',
    takesOut: 'a registry that shows no change yet is no sign that it was not done',
    edits: [
      edit(
        'changes/kinds/renew.ts',
        "verdict: contradictsNo ? 'differs' : 'no-proof',",
        "verdict: contradictsNo ? 'differs' : shown?.registry.why === 'unchanged' ? 'as-before' : 'no-proof',",
      ),
    ],
  },
];

export const ofDeletions: readonly Mutation[] = [
  {
    name: 'P6 deleted meanwhile',
    plot: 'deletedMeanwhile',
    takesOut: 'what a registry shows right before a renewal is sent, and was not reviewed, holds it up',
    edits: [
      edit(
        'changes/kinds/renew.ts',
        "registry != null && isBeingDeleted(registry) ? 'being deleted' : ''",
        "registry != null && isBeingDeleted(registry) ? '' : ''",
      ),
    ],
  },
];

export const ofFiles: readonly Mutation[] = [
  {
    name: 'P2 confirmed by a file',
    plot: 'fileAfterRenewal',
    takesOut: 'the expiry of a file confirms no renewal to a batch',
    edits: [edit('changes/kinds/paid.ts', "new Set(['expected', 'import'])", "new Set(['expected'])")],
  },
  {
    name: 'P2 older file, expected',
    plot: 'olderFile',
    takesOut: 'a file does not hide a later expiry that is expected',
    edits: [
      shared(
        'expiry.ts',
        "if (source === 'import') return isExpected || (",
        "if (source === 'import') return (",
      ),
    ],
  },
  {
    name: 'P2 older file, shown',
    plot: 'olderFile',
    takesOut: 'a file does not hide a later expiry that a service or a registry has shown',
    edits: [
      shared(
        'expiry.ts',
        'return isExpected || (isOfService(other) && other.isAutoRenewed !== true);',
        'return isExpected;',
      ),
    ],
  },
  {
    name: 'P3 undone late',
    plot: 'undoneLate',
    takesOut: 'what was changed since an import stays when that is taken back',
    edits: [
      edit(
        'workspace/repositories/domain-imports.ts',
        'if (record === null || !isIn(record, after))',
        'if (record === null)',
      ),
    ],
  },
  {
    name: 'P4 renewed by itself',
    takesOut:
      'a date to which the registry has renewed a domain by itself is shown where nothing else is known',
    edits: [
      shared('expiry.ts', 'current.filter(({ isAutoRenewed }) => isAutoRenewed !== true);', 'current;'),
    ],
  },
  {
    name: 'P5 candidates',
    plot: 'askedForCandidates',
    takesOut: 'registries are asked for names of the portfolio alone',
    edits: [
      edit(
        'registry/registry.ts',
        'const own = wanted as readonly OwnName[];',
        'const own = names as readonly OwnName[];',
      ),
    ],
  },
  {
    name: 'P5 switched off',
    takesOut: 'registries are asked where that is switched on',
    edits: [
      edit(
        'registry/registry.ts',
        "if (!registryEnabled) return refused('Looking up expiries at registries is switched off');",
        '// Asked whether that is wanted or not.',
      ),
    ],
  },
];
