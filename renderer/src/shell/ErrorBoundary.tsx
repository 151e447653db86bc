import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';

interface Props {
  readonly children: ReactNode;
  /** Has the mistake logged; answers with its incident id. */
  readonly report: (thrown: unknown) => Promise<string | null>;
}

interface State {
  readonly broken: boolean;
  readonly incidentId: string | null;
}

const whole: State = { broken: false, incidentId: null };

/** Catches a mistake of ours while drawing: says so in words, never a stack, and offers the way back. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = whole;

  static getDerivedStateFromError(): State {
    return { broken: true, incidentId: null };
  }

  override componentDidCatch(thrown: unknown): void {
    void this.props.report(thrown).then((incidentId) => this.setState({ incidentId }));
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          icon={<IconTool size={24} stroke={1.5} />}
          title="This screen stopped because of a mistake in Namedesk"
          actions={<Button onClick={() => this.setState(whole)}>Open it again</Button>}
        >
          Nothing was sent and nothing was changed by it. What was looked up is kept.
          {this.state.incidentId !== null &&
            ` If it happens again, report incident ${this.state.incidentId}: the log knows it, with nothing personal in it.`}
        </EmptyState>
      </div>
    );
  }
}
