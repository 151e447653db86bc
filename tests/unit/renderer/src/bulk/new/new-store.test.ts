import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import { readyReport } from '../../../../../../renderer/src/bulk/new/new-state.ts';
import type { GeneratorText } from '../../../../../../renderer/src/bulk/new/new-store.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aStore, draftId } from './a-new-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const recipe = (words: string, patterns = ''): GeneratorText => ({
  fields: { prefixes: '', words, secondWords: '', suffixes: '', patterns },
  joiner: 'nothing',
  withoutPrefix: false,
  withoutSuffix: false,
});

describe('names that are made of words', () => {
  it('are counted once the typing rests, and made only when told to', async () => {
    const { store, called, rested, state } = aStore();
    store.actions.turnTo('recipe');
    store.actions.shape(() => recipe('bakery, café'));
    await rested();
    expect(called('intake.count')).toMatchObject([{ words: ['bakery', 'café'] }]);
    expect(called('intake.generate')).toEqual([]);
    expect(readyReport(state())).toBeNull();
    store.actions.make();
    await rested();
    expect(readyReport(state())?.names).toBe(2);
  });

  it('count no more once the words have changed', async () => {
    const { store, rested, state } = aStore();
    store.actions.turnTo('recipe');
    store.actions.shape(() => recipe('bakery'));
    await rested();
    store.actions.make();
    await rested();
    store.actions.shape(() => recipe('bakery café'));
    expect(readyReport(state())).toBeNull();
  });

  it('give way to the list when one turns back to it: its text is read anew', async () => {
    const { store, type, called, rested, state } = aStore();
    type('harbour');
    await rested();
    store.actions.turnTo('recipe');
    expect(readyReport(state())).toBeNull();
    store.actions.shape(() => recipe('bakery café'));
    await rested();
    store.actions.make();
    await rested();
    store.actions.turnTo('list');
    await rested();
    expect(called('intake.readText')).toHaveLength(2);
    expect(readyReport(state())?.preview).toEqual(['harbour']);
  });

  it('with a part that is too long are refused at its field, before main is asked', async () => {
    const { store, called, rested, state } = aStore();
    store.actions.shape(() => recipe('a'.repeat(261)));
    await rested();
    expect(called('intake.count')).toEqual([]);
    expect(state().count).toMatchObject({ status: 'failed', error: { field: 'words' } });
  });
});

describe('what is before a session', () => {
  it('is asked for its names and TLDs, and anew when either changes', async () => {
    const { store, type, called, rested, state } = aStore();
    type('bakery\nharbour');
    await rested();
    expect(called('sessions.estimate')).toEqual([]);
    store.actions.addTlds(['com', 'net']);
    await rested();
    store.actions.removeTlds(['net']);
    await rested();
    expect(called('sessions.estimate')).toEqual([
      { accountId: 'account-1', names: 2, tlds: 2 },
      { accountId: 'account-1', names: 2, tlds: 1 },
    ]);
    expect(state().outlook).toMatchObject({ status: 'ready', value: { cells: 2, requests: 2 } });
  });
});

describe('making the session', () => {
  async function ready(answers: FakeAnswers = {}) {
    const made = aStore(answers);
    made.type('bakery\nharbour');
    await made.rested();
    made.store.actions.addTlds(['com']);
    await made.rested();
    return made;
  }

  it('uses up the draft, so that it is not discarded afterwards', async () => {
    const { store, called } = await ready();
    const session = await store.actions.create('Mine', true);
    expect(session).toMatchObject({ name: 'Mine', names: 2, tlds: ['com'], state: 'running' });
    expect(called('sessions.create')).toEqual([
      { accountId: 'account-1', draftId, name: 'Mine', tlds: ['com'], start: true },
    ]);
    store.actions.discard();
    expect(called('intake.discard')).toEqual([]);
  });

  it('needs an account', async () => {
    const { store, type, rested, called, state } = aStore({}, null);
    type('bakery');
    await rested();
    store.actions.addTlds(['com']);
    expect(await store.actions.create('Mine', true)).toBeNull();
    expect(state().createError).toEqual({ kind: 'no-account' });
    expect(called('sessions.create')).toEqual([]);
  });

  it('is done once, however often it is asked for', async () => {
    const { store, called } = await ready();
    await Promise.all([store.actions.create('Mine', true), store.actions.create('Mine', true)]);
    expect(called('sessions.create')).toHaveLength(1);
  });

  it('that fails says why and leaves everything to try again; leaving discards the draft', async () => {
    const { store, called, state } = await ready({
      sessions: { create: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) },
    });
    expect(await store.actions.create('Mine', true)).toBeNull();
    expect(state().createError).toEqual({ kind: 'storage', fault: 'full' });
    expect(readyReport(state())?.names).toBe(2);
    store.actions.discard();
    expect(called('intake.discard')).toEqual([{ draftId }]);
  });

  it('is not done of names that are being read', async () => {
    const { store, type, called } = await ready();
    type('other');
    expect(await store.actions.create('Mine', true)).toBeNull();
    expect(called('sessions.create')).toEqual([]);
  });
});
