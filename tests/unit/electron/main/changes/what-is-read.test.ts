import { describe, expect, it } from 'vitest';
import { type ReadPart, verificationOf } from '#shared/changes/verification.ts';
import { changeKinds } from '#shared/domain/change.ts';
import { stepsOf } from '../../../../../renderer/src/changes/ChangeFlow.tsx';
import { resultWords } from '../../../../../renderer/src/changes/ChangeResult.tsx';
import { statusWords, whatWords } from '../../../../../renderer/src/changes/ChangeStatus.tsx';
import { asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { outcomes } from '../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

type Kind = (typeof changeKinds)[number];

const distinct = (parts: readonly ReadPart[]): readonly ReadPart[] => [...new Set(parts)].toSorted();

function aDesk(kind: Kind): ChangingDesk {
  const desk = new ChangingDesk();
  if (kind === 'register') desk.service.free(domain);
  return desk;
}

/** What is read before a change is sent, and what from then on, in an hour; over all that a service can answer. */
async function readOf(kind: Kind): Promise<{ before: ReadPart[]; after: ReadPart[] }> {
  const read = { before: [] as ReadPart[], after: [] as ReadPart[] };
  for (const outcome of outcomes) {
    for (const isApplied of [true, false]) {
      const desk = aDesk(kind);
      desk.service.behaviours.push({ outcome, isApplied });
      let sentAfter = Number.POSITIVE_INFINITY;
      desk.service.onWrite = () => Promise.resolve(void (sentAfter = desk.service.reads.length));
      valueOf(await desk.apply(asks[kind]));
      await desk.time.pass(3_600_000);
      read.before.push(...desk.service.reads.slice(0, sentAfter));
      read.after.push(...desk.service.reads.slice(sentAfter));
    }
  }
  return read;
}

describe.each(changeKinds)('F14 of a %s', (kind) => {
  const table = verificationOf(kind);

  it('is read what the table of its sentences says, before it and after it', async () => {
    const read = await readOf(kind);
    expect(distinct(read.before)).toEqual(distinct(table.before));
    expect(distinct(read.after)).toEqual(distinct(table.readBack));
  });

  it('every screen says the sentences of that table', async () => {
    const desk = aDesk(kind);
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = valueOf(await desk.apply(asks[kind]));
    await desk.time.pass(10);
    const uncertain = await desk.find(id);
    const { words } = table;
    expect(whatWords(uncertain.what)).toMatchObject({ reads: words.reads, isProvable: table.isProvable });
    expect(stepsOf(uncertain, [])[2]?.text).toBe(words.step);
    const confirmed = { ...uncertain, state: 'confirmed', error: null, proof: 'answer' } as const;
    const refused = { ...uncertain, state: 'refused', proof: 'answer' } as const;
    expect(statusWords(confirmed).shownBy).toBe(`The service said done. ${words.answerAlone}`);
    expect(resultWords(confirmed).lines).toContain(`The service said done. ${words.answerAlone}`);
    expect(statusWords(refused).open).toBe(words.answerAlone);
    expect(resultWords(refused).lines.at(-1)).toContain(words.answerAlone);
    const checked = [statusWords(uncertain).shownBy, resultWords(uncertain).lines.at(-1)];
    for (const sentence of checked) expect(sentence === words.answerAlone).toBe(table.readBack.length === 0);
  });

  it('a yes that only the answer shows has nothing beside it that speaks against it', async () => {
    for (const isPaid of [true, false]) {
      const desk = aDesk(kind);
      desk.service.behaviours.push({ outcome: 'claimed', isApplied: table.isProvable || isPaid });
      const change = await desk.settled(asks[kind]);
      expect(change.state).toBe('confirmed');
      expect(change.evidence.filter(({ speaks }) => speaks === 'against')).toEqual([]);
    }
  });
});
