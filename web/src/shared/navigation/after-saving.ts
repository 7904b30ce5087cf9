import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../paths';

const BACK_THRESHOLD = 2;

/**
 * Returns true if the app goes back after saving NPK, a place or a sowing. With 2 entries or fewer it opens
 * the dashboard.
 */
export const leadsBack = (historyLength: number) => historyLength > BACK_THRESHOLD;

export function useLeaveAfterSaving(): () => void {
  const [, navigate] = useLocation();
  return useCallback(() => {
    if (leadsBack(history.length)) history.back();
    else navigate(paths.dashboard);
  }, [navigate]);
}
