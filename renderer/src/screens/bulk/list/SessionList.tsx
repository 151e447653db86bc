/** All bulk look-ups. */
export function SessionList() {
  return <h1>Bulk lookup</h1>;
}
