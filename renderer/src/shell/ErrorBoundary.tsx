import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly broken: boolean;
}

/** Catches a mistake of ours while drawing: says so in words, never a stack, and offers the way back. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          icon={<IconTool size={24} stroke={1.5} />}
          title="This screen stopped because of a mistake in Namedesk"
          actions={<Button onClick={() => this.setState({ broken: false })}>Open it again</Button>}
        >
          Nothing was sent and nothing was changed by it. What was looked up is kept. If it happens again, the
          log tells what went wrong, with nothing personal in it.
        </EmptyState>
      </div>
    );
  }
}
