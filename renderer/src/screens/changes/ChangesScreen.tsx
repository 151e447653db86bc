export function ChangesScreen() {
  return null;
}
