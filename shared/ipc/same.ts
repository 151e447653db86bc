/** `true` where both types say the same, else `never`: a schema that is assigned it does not compile unless it fits its type. */
export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
