export function DomainsScreen() {
  return null;
}
