import { lazy, Suspense, useEffect, useState } from 'react';

const FieldVideo = lazy(() =>
  import('./field-video').catch((error: unknown) => {
    console.error('The background video failed', error);
    return { default: () => null };
  }),
);

/** The video behind the page and its button, once the page is usable and has nothing else to do. */
export function MovingField() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  return (
    isTime && (
      <Suspense>
        <FieldVideo />
      </Suspense>
    )
  );
}

/** After everything of the page is loaded; Safari does not tell when it is idle. */
function whenIdle(then: () => void): () => void {
  const idle = () => (self.requestIdleCallback ?? setTimeout)(then);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
  return () => removeEventListener('load', idle);
}
