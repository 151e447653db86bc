import { inspect } from 'node:util';

const hidden = '[secret]';

/**
 * A value that must not be printed: a key, a token, a transfer code, contact data.
 *
 * It prints, serialises and inspects as `[secret]`. `reveal()` is the only way to the value; a test counts its callers.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  /** Whether it is this text, which is known already. */
  is(text: string): boolean {
    return text === this.#value;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [Symbol.toPrimitive](): string {
    return hidden;
  }

  [inspect.custom](): string {
    return hidden;
  }
}
