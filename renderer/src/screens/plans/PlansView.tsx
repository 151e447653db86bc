export function PlansView() {
  return null;
}
