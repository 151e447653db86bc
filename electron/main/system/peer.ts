// Messages between two of our own threads: types suffice, nothing is parsed.
type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: readonly unknown[] }
  | { readonly kind: 'tell'; readonly name: string; readonly input: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'thrown'; readonly id: number; readonly thrown: unknown }
  | { readonly kind: 'open'; readonly id: number; readonly name: string; readonly how: unknown }
  | { readonly kind: 'said'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'heard'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'close'; readonly id: number }
  | { readonly kind: 'gone'; readonly id: number };

type Post = (message: Message, transfer?: readonly ArrayBuffer[]) => void;
/** What takes a message, by its kind. */
type Takers<K extends Message['kind']> = {
  readonly [Kind in K]: (message: Extract<Message, { readonly kind: Kind }>) => void;
};

/** One end of a channel: a port, or a worker. */
interface Port {
  readonly postMessage: (message: unknown, transfer?: readonly ArrayBuffer[]) => void;
  readonly on: (event: 'message', listener: (message: Message) => void) => unknown;
}

/** Functions of the other thread, each called by a message. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...input: infer I) => infer O
    ? (...input: I) => Promise<Awaited<O>>
    : never;
};

/** What stays open on the other thread, such as a window: both say something to each other until it is gone. */
export interface Link {
  readonly say: (message: unknown) => void;
  /** Has it closed; it is gone once the other thread has said so. */
  readonly close: () => void;
}
export interface LinkEvents {
  readonly heard: (message: never) => void;
  readonly gone: () => void;
}
/** What was opened, on the thread that has it. */
interface Opened {
  readonly heard: (message: never) => void;
  readonly close: () => void;
}
/** Opens one, on the other thread. */
export type Opener = (
  how: never,
  to: { readonly say: (message: unknown) => void; readonly gone: () => void },
) => Opened;

interface Own {
  /** What the other thread may call here. */
  readonly calls: object;
  /** What it may open here. */
  readonly openers?: Readonly<Record<string, Opener>>;
}

interface PeerDeps {
  /** Whether the bytes that a call is given are handed over, and not copied: nobody here uses them afterwards. */
  readonly handsOver?: boolean;
  /** What is thrown by that which the other thread only told of. */
  readonly onBug: (thrown: unknown) => void;
}

/** The other thread: what it can be asked, told of, and have opened. @typeParam T The functions that it has. */
export interface Peer<T> {
  readonly call: Remote<T>;
  /** As a call, whose answer nobody waits for. */
  readonly tell: {
    readonly [K in keyof T]: T[K] extends (...input: infer I) => unknown ? (...input: I) => void : never;
  };
  readonly open: (name: string, how: unknown, events: LinkEvents) => Link;
  /** From now on it is answered, also what has come until now. */
  readonly serve: (own: Own) => void;
  /** The other thread has died: whatever waits for it throws this, and so does what is asked later. */
  readonly die: (reason: Error) => void;
}

export function createPeer<T>(port: Port, { handsOver = false, onBug }: PeerDeps): Peer<T> {
  const early: Message[] = [];
  let death: Error | null = null;
  const post: Post = (message, transfer = []) => {
    if (death === null) port.postMessage(message, transfer);
  };
  const asking = createAsking(post, handsOver);
  let answering: ReturnType<typeof createAnswering> | null = null;
  let take = (message: Message): void => void early.push(message);
  port.on('message', (message) => take(message));

  return {
    call: byName(
      (name) =>
        (...input: readonly unknown[]) =>
          death === null ? asking.call(name, input) : Promise.reject(death),
    ) as Remote<T>,
    tell: byName(
      (name) =>
        (...input: readonly unknown[]) =>
          post({ kind: 'tell', name, input }),
    ) as Peer<T>['tell'],
    open: asking.open,
    serve(own) {
      answering = createAnswering(own, post, onBug);
      const takers: Takers<Message['kind']> = { ...asking.takers, ...answering.takers };
      // The kind says which of them takes it.
      take = (message) => (takers[message.kind] as (taken: Message) => void)(message);
      for (const message of early.splice(0)) take(message);
    },
    die(reason) {
      death ??= reason;
      asking.end(death);
      answering?.end();
    },
  };
}

/** What is asked here, and is open on the other thread. */
function createAsking(post: Post, handsOver: boolean) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const links = new Map<number, LinkEvents>();
  let lastId = 0;
  const takers: Takers<'answer' | 'thrown' | 'heard' | 'gone'> = {
    answer({ id, value }) {
      waiting.get(id)?.resolve(value);
      waiting.delete(id);
    },
    thrown({ id, thrown }) {
      waiting.get(id)?.reject(thrown);
      waiting.delete(id);
    },
    heard({ id, message }) {
      links.get(id)?.heard(message as never);
    },
    gone({ id }) {
      const link = links.get(id);
      links.delete(id);
      link?.gone();
    },
  };
  return {
    takers,
    call(name: string, input: readonly unknown[]): Promise<unknown> {
      const answer = Promise.withResolvers<unknown>();
      lastId += 1;
      waiting.set(lastId, answer);
      try {
        post({ kind: 'call', id: lastId, name, input }, handsOver ? buffersIn(input) : []);
      } catch (thrown) {
        waiting.delete(lastId); // It has something that cannot be sent.
        throw thrown;
      }
      return answer.promise;
    },
    open: (name: string, how: unknown, events: LinkEvents): Link => {
      lastId += 1;
      const id = lastId;
      links.set(id, events);
      post({ kind: 'open', id, name, how });
      return {
        say: (message) => post({ kind: 'said', id, message }),
        close: () => post({ kind: 'close', id }),
      };
    },
    end(reason: Error) {
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
      for (const [id, { gone }] of [...links]) if (links.delete(id)) gone();
    },
  };
}

/** What the other thread asks, and has opened here. */
function createAnswering({ calls, openers = {} }: Own, post: Post, onBug: (thrown: unknown) => void) {
  /** Null while it opens. */
  const opened = new Map<number, Opened | null>();

  async function run(name: string, input: readonly unknown[]): Promise<unknown> {
    // The other end names only what the type of its calls has.
    const called = Reflect.get(calls, name) as (...given: readonly unknown[]) => unknown;
    return await called(...input);
  }

  const takers: Takers<'call' | 'tell' | 'open' | 'said' | 'close'> = {
    call({ id, name, input }) {
      void run(name, input)
        .then((value) => post({ kind: 'answer', id, value }))
        // Also where the answer is nothing that can be sent.
        .catch((thrown: unknown) => post({ kind: 'thrown', id, thrown }));
    },
    tell({ name, input }) {
      void run(name, input).catch(onBug);
    },
    open({ id, name, how }) {
      opened.set(id, null);
      const gone = (): void => {
        opened.delete(id);
        post({ kind: 'gone', id });
      };
      const say = (message: unknown): void => post({ kind: 'heard', id, message });
      try {
        const made = openers[name]?.(how as never, { say, gone });
        if (made === undefined) gone();
        // It may be gone by now.
        else if (opened.has(id)) opened.set(id, made);
      } catch (thrown) {
        onBug(thrown);
        gone();
      }
    },
    said({ id, message }) {
      opened.get(id)?.heard(message as never);
    },
    close({ id }) {
      opened.get(id)?.close();
    },
  };
  return {
    takers,
    end() {
      for (const each of opened.values()) each?.close();
    },
  };
}

/** An object with every member that is asked for, made by its name once. It is no promise. */
export function byName(make: (name: string) => unknown): object {
  return new Proxy<Record<string, unknown>>(
    {},
    {
      get: (made, name) =>
        typeof name === 'symbol' || name === 'then' ? undefined : (made[name] ??= make(name)),
    },
  );
}

/**
 * Buffers of typed arrays among the members of what a call is given, where an array has its buffer for itself. What a page sent is not proven
 * yet: it may be an array or bytes of any length.
 */
const buffersIn = (input: readonly unknown[]): readonly ArrayBuffer[] => [
  ...new Set(
    input
      .filter((each) => typeof each === 'object' && each !== null)
      .flatMap((each): readonly unknown[] =>
        Array.isArray(each) || ArrayBuffer.isView(each) ? [] : Object.values(each),
      )
      .filter((member) => ArrayBuffer.isView(member))
      .filter(({ buffer, byteLength }) => buffer.byteLength === byteLength)
      .map(({ buffer }) => buffer)
      .filter((buffer) => buffer instanceof ArrayBuffer),
  ),
];
