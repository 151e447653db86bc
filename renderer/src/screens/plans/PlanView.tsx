interface Props {
  readonly planId: string;
}

export function PlanView(_props: Props) {
  return null;
}
