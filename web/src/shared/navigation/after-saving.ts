import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../paths';

const BACK_THRESHOLD = 2;

/** After NPK, place and sowing: back one step if the history is longer than 2, otherwise to the dashboard. */
export const leadsBack = (historyLength: number) => historyLength > BACK_THRESHOLD;

export function useLeaveAfterSaving(): () => void {
  const [, navigate] = useLocation();
  return useCallback(() => {
    if (leadsBack(history.length)) history.back();
    else navigate(paths.dashboard);
  }, [navigate]);
}
