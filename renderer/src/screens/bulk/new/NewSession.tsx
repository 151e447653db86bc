/** Makes a bulk look-up. */
export function NewSession() {
  return <h1>New bulk look-up</h1>;
}
