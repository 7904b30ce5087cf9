import { useEffect, useState } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';

/** Decorative: after a failure, the picture stays. */
const FieldVideo = lazyPart(async () => (await import('./field-video')).FieldVideo, {
  afterFailure: () => null,
});

/** Loads the background video and its button when the page is loaded and idle. */
export function MovingField() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  return isTime && <FieldVideo />;
}

/** Waits for the load event, then for an idle period. Safari has no `requestIdleCallback`. */
function whenIdle(then: () => void): () => void {
  const idle = () => (self.requestIdleCallback ?? setTimeout)(then);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
  return () => removeEventListener('load', idle);
}
