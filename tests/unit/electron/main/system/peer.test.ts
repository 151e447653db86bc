import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPeer, type Opener, type Peer } from '../../../../../electron/main/system/peer.ts';

interface There {
  readonly add: (a: number, b: number) => number;
  readonly later: (text: string) => Promise<string>;
  readonly fails: () => Promise<never>;
  readonly note: (text: string) => void;
  readonly size: (of: { readonly bytes: Uint8Array }) => number;
  readonly never: () => Promise<never>;
  readonly notPlain: () => unknown;
}

const ends = new Set<() => void>();
afterEach(() => {
  for (const end of ends) end();
  ends.clear();
});

/** Two ends of a channel, of which one asks and the other, once `serve` is called, answers. */
function twoPeers({
  handsOver = false,
  openers = {},
}: { readonly handsOver?: boolean; readonly openers?: Readonly<Record<string, Opener>> } = {}) {
  const { port1, port2 } = new MessageChannel();
  ends.add(() => port1.close());
  const bugs: unknown[] = [];
  const noted: string[] = [];
  const onBug = (thrown: unknown) => void bugs.push(thrown);
  const here: Peer<There> = createPeer<There>(port1, { handsOver, onBug });
  here.serve({ calls: {} });
  const there = createPeer<object>(port2, { onBug });
  const calls: There = {
    add: (a, b) => a + b,
    later: async (text) => await Promise.resolve(`${text}!`),
    fails: () => Promise.reject(new RangeError('too far')),
    note(text) {
      if (text === '') throw new Error('nothing to note');
      noted.push(text);
    },
    size: ({ bytes }) => bytes.byteLength,
    never: () => new Promise(() => undefined),
    notPlain: () => () => undefined,
  };
  return { here, bugs, noted, serve: () => there.serve({ calls, openers }) };
}

function servedPeers(...given: Parameters<typeof twoPeers>) {
  const peers = twoPeers(...given);
  peers.serve();
  return peers;
}

describe('a call of the other thread', () => {
  it('is answered with what the function gives, or will give', async () => {
    const { here } = servedPeers();
    expect(await Promise.all([here.call.add(2, 3), here.call.later('a'), here.call.add(1, 1)])).toEqual([
      ...[5, 'a!', 2],
    ]);
  });

  it('throws what the function throws', async () => {
    const { here, bugs } = servedPeers();
    await expect(here.call.fails()).rejects.toEqual(new RangeError('too far'));
    expect(bugs).toEqual([]);
  });

  it('throws where there is no such function, or where its answer cannot be sent', async () => {
    const { here } = servedPeers();
    const unknown = (here as unknown as Peer<{ readonly other: () => void }>).call.other();
    await expect(unknown).rejects.toBeInstanceOf(TypeError);
    await expect(here.call.notPlain()).rejects.toMatchObject({ name: 'DataCloneError' });
  });

  it('throws where what it is given cannot be sent, and waits for nothing', async () => {
    const { here } = servedPeers();
    const asked = async () => await here.call.later((() => undefined) as never);
    await expect(asked()).rejects.toMatchObject({ name: 'DataCloneError' });
    // What still waited would be a rejection that nobody takes, by which a run fails.
    here.die(new Error('The backend died'));
  });

  it('waits until the other one serves, and then all come in their order', async () => {
    const { here, noted, serve } = twoPeers();
    const answered = vi.fn();
    here.tell.note('first');
    const answer = here.call.later('early').then(answered);
    here.tell.note('second');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([noted, answered.mock.calls]).toEqual([[], []]);
    serve();
    await answer;
    expect([noted, answered.mock.calls]).toEqual([['first', 'second'], [['early!']]]);
  });

  it('is told without an answer; what is thrown then is a bug there', async () => {
    const { here, noted, bugs } = servedPeers();
    here.tell.note('x');
    here.tell.note('');
    await here.call.add(1, 1);
    expect([noted, bugs]).toEqual([['x'], [new Error('nothing to note')]]);
  });

  it('is no promise by itself, so that it may be returned by an async function', async () => {
    const { here } = servedPeers();
    expect(await Promise.resolve(here.call)).toBe(here.call);
  });
});

describe('bytes that a call is given', () => {
  it.each([
    [true, 0],
    [false, 3],
  ])('are handed over where that is wanted (%s), else copied', async (handsOver, left) => {
    const { here } = servedPeers({ handsOver });
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await here.call.size({ bytes })).toBe(3);
    expect(bytes.byteLength).toBe(left);
  });

  it('are handed over once where two members have the same', async () => {
    const { here } = servedPeers({ handsOver: true });
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await here.call.size({ bytes, ...{ again: bytes, whole: new Uint16Array(2) } })).toBe(3);
    expect(bytes.byteLength).toBe(0);
  });

  it('are copied where they are all that it is given, or stand in a list', async () => {
    const { here } = servedPeers({ handsOver: true });
    const bytes = new Uint8Array([1, 2, 3]);
    await here.call.later(bytes as never);
    await here.call.later([bytes] as never);
    expect(bytes.byteLength).toBe(3);
  });

  it('are copied where they are a part of a larger buffer', async () => {
    const { here } = servedPeers({ handsOver: true });
    const whole = new Uint8Array([1, 2, 3]);
    expect(await here.call.size({ bytes: whole.subarray(1) })).toBe(2);
    expect(whole).toEqual(new Uint8Array([1, 2, 3]));
  });
});

describe('what is open on the other thread', () => {
  /** Something that is open there, and what its end here hears. */
  function anOpening({ serves = true } = {}) {
    const there: unknown[] = [];
    const here: unknown[] = [];
    const to = Promise.withResolvers<Parameters<Opener>[1]>();
    const thing: Opener = (how, given) => {
      there.push(['opened', how]);
      to.resolve(given);
      return {
        heard: (message) => void there.push(['heard', message]),
        close() {
          there.push('closed');
          given.gone();
        },
      };
    };
    const peers = twoPeers({ openers: { thing } });
    if (serves) peers.serve();
    const gone = Promise.withResolvers<null>();
    const open = (name: string) =>
      peers.here.open(
        name,
        { of: 'a' },
        {
          heard: (message: string) => void here.push(message),
          gone() {
            here.push('gone');
            gone.resolve(null);
          },
        },
      );
    return { ...peers, there, heard: here, to: to.promise, gone: gone.promise, open };
  }

  it('hears what is said to it, and says what is heard here, until it has closed', async () => {
    const { here, there, heard, to, gone, open } = anOpening();
    const link = open('thing');
    link.say('one');
    (await to).say('two');
    await here.call.add(1, 1);
    expect([there, heard]).toEqual([
      [
        ['opened', { of: 'a' }],
        ['heard', 'one'],
      ],
      ['two'],
    ]);
    link.close();
    await gone;
    link.say('late');
    (await to).say('late too');
    link.close();
    await here.call.add(1, 1);
    expect(there.slice(2)).toEqual(['closed']);
    expect(heard).toEqual(['two', 'gone']);
  });

  it('is gone when it ends by itself, and is closed no more', async () => {
    const { here, there, heard, to, gone, open } = anOpening();
    const link = open('thing');
    (await to).gone();
    await gone;
    link.close();
    await here.call.add(1, 1);
    expect([there, heard]).toEqual([[['opened', { of: 'a' }]], ['gone']]);
  });

  it('is gone at once where there is nothing of the name', async () => {
    const { heard, gone, open } = anOpening();
    open('other');
    await gone;
    expect(heard).toEqual(['gone']);
  });

  it('hears nothing where it was gone while it opened', async () => {
    const heard = vi.fn();
    const thing: Opener = (_how, { gone }) => {
      gone();
      return { heard, close: heard };
    };
    const { here } = servedPeers({ openers: { thing } });
    const link = here.open('thing', null, { heard: () => undefined, gone: () => undefined });
    link.say('one');
    link.close();
    await here.call.add(1, 1);
    expect(heard).not.toHaveBeenCalled();
  });

  it('is gone where it could not be opened, which is a bug there', async () => {
    const why = new Error('no window');
    const thing: Opener = () => {
      throw why;
    };
    const { here, bugs } = servedPeers({ openers: { thing } });
    const gone = Promise.withResolvers<null>();
    here.open('thing', null, { heard: () => undefined, gone: () => gone.resolve(null) });
    await gone.promise;
    expect(bugs).toEqual([why]);
  });

  it('is told apart from another of the same name', async () => {
    const { here, heard, to, gone, open } = anOpening();
    open('thing');
    const first = await to;
    const second = open('thing');
    second.close();
    await gone;
    first.say('still here');
    await here.call.add(1, 1);
    expect(heard).toEqual(['gone', 'still here']);
  });
});

describe('where the other thread has died', () => {
  const why = new Error('The backend died');

  it('what waits throws, and so does what is asked later', async () => {
    const { here, noted } = servedPeers();
    const waiting = here.call.never();
    here.die(why);
    here.die(new Error('The backend has ended'));
    await expect(waiting).rejects.toBe(why);
    await expect(here.call.add(1, 1)).rejects.toBe(why);
    here.tell.note('x');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(noted).toEqual([]);
  });

  it('what was open there is gone, once', () => {
    const { here } = servedPeers();
    const gone = vi.fn();
    here.open('thing', null, { heard: () => undefined, gone });
    here.die(why);
    here.die(why);
    expect(gone).toHaveBeenCalledOnce();
  });

  it('what it had opened here is closed', async () => {
    const { port1, port2 } = new MessageChannel();
    ends.add(() => port1.close());
    const onBug = vi.fn();
    const [here, there] = [createPeer<object>(port1, { onBug }), createPeer<object>(port2, { onBug })];
    const close = vi.fn();
    const opened = Promise.withResolvers<null>();
    here.serve({
      calls: {},
      openers: {
        window() {
          opened.resolve(null);
          return { heard: () => undefined, close };
        },
      },
    });
    there.open('window', null, { heard: () => undefined, gone: () => undefined });
    await opened.promise;
    here.die(why);
    expect([close.mock.calls.length, onBug.mock.calls.length]).toEqual([1, 0]);
  });
});
