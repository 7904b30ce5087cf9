import { t } from '@lingui/core/macro';
import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { Boundary, type Failure } from './boundary';
import { loadChunk } from './chunk';
import { LoadError } from './message';

interface Instead {
  /** Shown while the part loads. */
  meanwhile?: ReactNode;
  /** Shown if the part could not be loaded or rendered. Default: a message with a retry button. */
  afterFailure?: (failure: Failure) => ReactNode;
}

type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the chunk in advance, so that the part renders without a fallback. */
  preload: () => Promise<void>;
};

/** Creates a component in a chunk of its own. If it fails, the rest of the screen stays. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile, afterFailure = partFailure }: Instead = {},
): LazyPart<Props> {
  let chunk: Promise<void> | undefined;
  let Loaded: ComponentType<Props> | undefined;

  const preload = () => {
    chunk ??= loadChunk(load).then((part) => {
      Loaded = part;
    });
    return chunk;
  };
  const forget = () => {
    chunk = undefined;
  };

  function Content(props: Props) {
    if (!Loaded) use(preload());
    return Loaded && <Loaded {...props} />;
  }
  function Part(props: Props) {
    return (
      <Boundary fallback={afterFailure} onRetry={forget}>
        <Suspense fallback={meanwhile}>
          <Content {...props} />
        </Suspense>
      </Boundary>
    );
  }
  return Object.assign(Part, { preload });
}

export function partFailure({ isOffline, retry }: Failure) {
  const failed = t`This part could not be loaded.`;
  return (
    <LoadError message={isOffline ? `${failed} ${t`Check your connection.`}` : failed} onRetry={retry} />
  );
}
