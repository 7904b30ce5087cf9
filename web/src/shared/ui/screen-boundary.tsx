import { t } from '@lingui/core/macro';
import { Component, type ReactNode } from 'react';
import { LoadError } from './message';
import { Panel } from './panel';

interface ScreenBoundaryProps {
  children: ReactNode;
  /** Stands in the place of what failed, where that is less than a screen. */
  instead?: ReactNode;
}

/** Keeps a screen that could not be loaded or drawn from taking the whole app with it. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen failed', error);
    // Beside a part that is missing there may be a form half filled in.
    if (!this.props.instead) addEventListener('online', loadAgain);
  }

  override componentWillUnmount() {
    removeEventListener('online', loadAgain);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      this.props.instead ?? (
        <Panel>
          <LoadError
            message={t`This screen could not be loaded. Check your connection.`}
            onRetry={loadAgain}
          />
        </Panel>
      )
    );
  }
}

/**
 * A lazy chunk that failed once stays failed until the page is loaded again. That waits for the server: without it the
 * browser would show a page of its own in the place of the app.
 */
export async function loadAgain() {
  const found = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (found) location.reload();
}
