import { useEffect, useState } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';

/** It decorates the page: without it, the picture stays. */
const FieldVideo = lazyPart(async () => (await import('./field-video')).FieldVideo, {
  afterFailure: () => null,
});

/** The video behind the page and its button, once the page is usable and has nothing else to do. */
export function MovingField() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  return isTime && <FieldVideo />;
}

/** After everything of the page is loaded; Safari does not tell when it is idle. */
function whenIdle(then: () => void): () => void {
  const idle = () => (self.requestIdleCallback ?? setTimeout)(then);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
  return () => removeEventListener('load', idle);
}
