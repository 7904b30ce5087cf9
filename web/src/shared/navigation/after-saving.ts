import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { endOf } from '../api/query-client';
import { paths } from '../paths';
import { cameFromGrow } from './came-from-grow';

const BACK_THRESHOLD = 2;

/**
 * Returns true if the app goes back after saving NPK, a place or a sowing. With 2 entries or fewer, or where Back would
 * leave Grow, it opens the dashboard.
 */
export const leadsBack = (historyLength: number, isWithinGrow: boolean) =>
  historyLength > BACK_THRESHOLD && isWithinGrow;

export function useLeaveAfterSaving(): () => void {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return useCallback(() => {
    // The farmer went on to another screen before the answer came.
    if (!isThere.current) return;
    // The session was lost meanwhile: the sign-in leads back to the form.
    if (endOf(client).aborted) return;
    if (leadsBack(history.length, cameFromGrow())) history.back();
    else navigate(paths.dashboard);
  }, [navigate, client]);
}
