import { t } from '@lingui/core/macro';
import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { Boundary, type Failure } from './boundary';
import { loadChunk } from './chunk';
import { LoadError } from './message';

interface Instead {
  /** Keeps the place while the part is on its way. */
  meanwhile?: ReactNode;
  /** Takes the place of a part that could not be loaded or drawn; a sentence with a button unless it says otherwise. */
  afterFailure?: (failure: Failure) => ReactNode;
}

type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the part before it is drawn, so that it then stands there at once. */
  preload: () => Promise<void>;
};

/** A part of the app in a chunk of its own. Where it fails, what stands around it stays. */
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
      <Boundary instead={afterFailure} onRetry={forget}>
        <Suspense fallback={meanwhile}>
          <Content {...props} />
        </Suspense>
      </Boundary>
    );
  }
  return Object.assign(Part, { preload });
}

/** The sentence and the button of a part that failed. */
export const partFailure = ({ isOffline, again }: Failure) => (
  <LoadError
    message={
      isOffline ? t`This part could not be loaded. Check your connection.` : t`This part could not be loaded.`
    }
    onRetry={again}
  />
);
