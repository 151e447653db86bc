interface Props {
  /** As A-labels. */
  readonly domains: readonly string[];
  readonly onClose: () => void;
}

export function PlanMaker(_props: Props) {
  return null;
}
