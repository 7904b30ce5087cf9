import { Component, type ReactNode } from 'react';
import { ChunkError, loadPageAgain } from './chunk';

export interface Failure {
  /** True when the connection is the cause. */
  isOffline: boolean;
  /** What a button to try again does. */
  again: () => void;
}

interface BoundaryProps {
  children: ReactNode;
  /** Shown in place of children that could not be loaded or drawn. */
  instead: (failure: Failure) => ReactNode;
  /** Called before children that the connection kept away are drawn anew. */
  onRetry?: () => void;
}

interface BoundaryState {
  failed: boolean;
  isOffline: boolean;
}

const WHOLE: BoundaryState = { failed: false, isOffline: false };

/** Keeps a failure from taking more than its own place. What a lost connection kept away comes when it is back. */
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
    return this.props.instead({ isOffline, again: isOffline ? this.retry : loadPageAgain });
  }
}
