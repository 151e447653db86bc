/** Makes a `switch` over a closed union fail to compile until every kind has its branch. */
export function assertNever(value: never): never {
  throw new Error(`A kind without a branch: ${JSON.stringify(value)}`);
}
