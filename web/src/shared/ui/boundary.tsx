import { Component, type ReactNode } from 'react';
import { ChunkError, loadPageAgain } from './chunk';

export interface Failure {
  /** True if the network is the cause. */
  isOffline: boolean;
  /** Handler of the retry button. */
  retry: () => void;
}

interface BoundaryProps {
  children: ReactNode;
  /** Rendered instead of children that failed to load or render. */
  fallback: (failure: Failure) => ReactNode;
  /** Called before a retry after a network failure. */
  onRetry?: () => void;
}

interface BoundaryState {
  failed: boolean;
  isOffline: boolean;
}

const WHOLE: BoundaryState = { failed: false, isOffline: false };

/** An error boundary. After a network failure, it retries when the browser is online again. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = WHOLE;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failed: true, isOffline: error instanceof ChunkError && error.isOffline };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the app failed', error);
    if (this.state.isOffline) addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    removeEventListener('online', this.retry);
  }

  private readonly retry = () => {
    removeEventListener('online', this.retry);
    this.props.onRetry?.();
    this.setState(WHOLE);
  };

  override render() {
    const { failed, isOffline } = this.state;
    if (!failed) return this.props.children;
    return this.props.fallback({ isOffline, retry: isOffline ? this.retry : loadPageAgain });
  }
}
