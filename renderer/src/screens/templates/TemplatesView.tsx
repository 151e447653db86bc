export function TemplatesView() {
  return null;
}
