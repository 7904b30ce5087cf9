import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Where a part begins to be rendered: about a screen of a phone before it is seen. */
const AHEAD = '600px';

interface NearViewportProps {
  /** Takes the room of the content until then. */
  place: ReactNode;
  children: ReactNode;
}

/** Renders its content when it comes near the viewport, so that it costs nothing before. */
export function NearViewport({ place, children }: NearViewportProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);

  useEffect(() => {
    if (isNear || !mark.current) return;
    const show = () => setIsNear(true);
    const watcher = new IntersectionObserver((marks) => marks.some((one) => one.isIntersecting) && show(), {
      rootMargin: AHEAD,
    });
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, [isNear]);

  return isNear ? children : <div ref={mark}>{place}</div>;
}
