import { edit, decode, type Mutation } from './edit.ts';

const signs = 'reseller/signs.ts';

const noCredit = edit('changes/charges.ts', 'hasFallen && isNo(past.answered)', 'false');
/** Words of doubt, and that a no is one only for a reason that is defined. The words alone are covered by the second of them. */
const everyNo = [
  edit(
    decode,
    "  if (signs.isPending) return 'pending';\n  if (signs.yes.length > 0) return 'says-both';",
    '',
  ),
  edit(decode, "return signs.isTrouble ? 'unclear-refusal' : null;", 'return null;'),
  edit(decode, "const isDefined = definedNoes.has(why) && said !== '';", 'const isDefined = true;'),
  edit(decode, 'const isClear = definedNoes.has(why) ||', 'const isClear = true ||'),
] as const;

export const ofAnswers: readonly Mutation[] = [
  {
    name: 'F2 noes',
    takesOut:
      'words of doubt and reasons that are not defined make a no uncertain; the fallen credit is left in',
    edits: everyNo,
  },
  {
    name: 'F2 credit',
    takesOut: 'a fallen credit contradicts a no; the words are left in',
    edits: [noCredit],
  },
  {
    name: 'F2 all',
    takesOut: 'words of doubt, reasons that are not defined, and the fallen credit',
    edits: [...everyNo, noCredit],
  },
  {
    name: 'F11 exists, contradiction too',
    takesOut: 'that a name exists is a doubt, and that reading back contradicts a no where the name is taken',
    edits: [
      edit(decode, "if (reason === 'exists' && existsMayBeOurs) return 'exists';", ''),
      edit(decode, "([\n  'credit',", "([\n  'exists',\n  'credit',"),
      edit('reseller/signs.ts', '  /\\balready\\b/i,\n', ''),
      edit(
        'changes/kinds/register.ts',
        'const isNoInDoubt = isNo(subject.past.answered);',
        'const isNoInDoubt = false;',
      ),
      noCredit,
    ],
  },
  {
    name: 'F13 minute and a half',
    plot: 'carriedOutLate',
    takesOut:
      'that a lock, nameservers or contacts are as before counts 90 s after the attempt at the earliest; 30 s instead',
    edits: [
      {
        file: 'shared/changes/kind.ts',
        from: 'const readTwice = [30_000, 90_000] as const;',
        to: 'const readTwice = [30_000] as const;',
      },
    ],
  },
  {
    name: 'F13 said done',
    takesOut: 'what the service called done is never called not done because it is as before',
    edits: [edit('changes/read-back.ts', "return isClaimed ? 'done' : null;", 'return null;')],
  },
  {
    name: 'F11 ten minutes',
    takesOut: 'that a name is free counts 10 minutes after the order at the earliest; 30 s instead',
    edits: [
      {
        file: 'shared/changes/register.ts',
        from: 'const readGrowing = [30_000, 120_000, 600_000] as const;',
        to: 'const readGrowing = [30_000] as const;',
      },
    ],
  },
];

export const ofBeliefs: readonly Mutation[] = [
  {
    name: 'G1 a no in a yes',
    takesOut: 'what says no anywhere in an answer makes a yes uncertain',
    edits: [edit(decode, "if (signs.no.length > 0) return 'says-both';", '')],
  },
  {
    name: 'G5 a yes in a no',
    takesOut: 'what says yes anywhere in an answer makes a no uncertain; the fallen credit is left out too',
    edits: [edit(decode, "if (signs.yes.length > 0) return 'says-both';", ''), noCredit],
  },
  {
    name: 'G5 billed late',
    takesOut:
      'the credit is read again 5 and 30 s after the answer to a paid change; the words are left out too',
    edits: [
      edit('changes/read-back.ts', 'if (isChargeAwaited(result, answered)) return false;', ''),
      edit(decode, "if (signs.yes.length > 0) return 'says-both';", ''),
    ],
  },
  {
    name: 'H1 unknown words',
    plot: 'moreBesideYes',
    takesOut: 'what is not known to say nothing beside a yes makes it uncertain; what says no is left in',
    edits: [edit(decode, "return signs.isStrange ? 'answer-not-understood' : null;", 'return null;')],
  },
  {
    name: 'H1 trials and numbers of errors',
    plot: 'moreBesideYes',
    takesOut: 'members that begin with err, test, dry, sim or demo say no; so does what nobody knows of them',
    edits: [
      edit(
        signs,
        'const problemName = anyOf([...failing, ...undone, ...beginning]);',
        'const problemName = anyOf([...failing, ...undone]);',
      ),
      edit(signs, 'if (!isKnownName(name) && !sent.names.has(name)) return false;', ''),
    ],
  },
  {
    name: 'H1 given twice',
    plot: 'moreBesideYes',
    takesOut: 'a member that is given twice in one object makes the answer uncertain',
    edits: [edit(decode, "if (givesTwice(answer.body)) return doubt('answer-not-understood');", '')],
  },
  {
    name: 'H5 something else',
    plot: 'billedAfterNo',
    takesOut:
      'words of messages, files, lists and later orders doubt every reason of a no; the fallen credit is left out too',
    edits: [
      edit(
        'reseller/refusals.ts',
        "if (reason !== 'exists' && ofSomethingElse.some((words) => words.test(said))) return 'other';",
        '',
      ),
      noCredit,
    ],
  },
];

/** What the credit and a price may say. */
export const ofCredit: readonly Mutation[] = [
  {
    name: 'H1 not seen charged',
    plot: 'billedLate',
    takesOut: 'a paid yes whose credit did not fall is not seen charged',
    edits: [
      edit(
        'changes/charges.ts',
        "charge: { charge: hasFallen ? 'fell' : 'not-yet', credit }",
        "charge: hasFallen || !past.isClaimed ? { charge: hasFallen ? 'fell' : 'not-yet', credit } : { credit }",
      ),
    ],
  },
  {
    name: 'H5 a rise hides',
    plot: 'billedAfterNo',
    takesOut: 'a no to what is paid is not believed where the credit rose meanwhile',
    edits: [
      edit(
        'changes/read-back.ts',
        "if (hasRisen && isNo(answered) && result.verdict !== 'agrees') return hidden(result);",
        '',
      ),
    ],
  },
  {
    name: 'H5 a no is followed',
    plot: 'billedAfterNo',
    takesOut: 'the registry is asked after a no to a renewal, and reopens it',
    edits: [
      {
        file: 'shared/domain/change.ts',
        from: ' || isAccepted(change) || isRenewalNotDone(change)',
        to: ' || isAccepted(change)',
      },
    ],
  },
  {
    name: 'H6 looked up right before',
    plot: 'dearerSince',
    takesOut: 'a renewal’s price is looked up right before it is sent',
    edits: [
      edit(
        'changes/present.ts',
        'if (!isSamePrice(seen, notGiven)) return await lookUpRenewalPrice(context.findings, from, periodYears);',
        '',
      ),
    ],
  },
  {
    name: 'H6 charged more halts',
    plot: 'dearerSince',
    takesOut: 'a batch halts where more was taken than was agreed to',
    edits: [edit('changes/batches/running.ts', 'if (charged !== null) return haltAt(index, charged);', '')],
  },
  {
    name: 'H8 outstanding',
    plot: 'billedLate',
    takesOut: 'a fall is no other change’s while a charge is outstanding',
    edits: [edit('changes/charges.ts', '!(isBillAwaited(other) || wasUnderWay)', '!wasUnderWay')],
  },
];
