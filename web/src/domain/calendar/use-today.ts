import { useSyncExternalStore } from 'react';
import { whenTimeHeard } from '@/shared/api/server-time';
import { today } from './days';

const LOOK_MS = 60_000;

function subscribe(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  const stop = whenTimeHeard(look);
  return () => {
    stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Returns the civil day in India. Renders again when it changes: a screen may be open past midnight. */
export const useToday = () => useSyncExternalStore(subscribe, today, today);
