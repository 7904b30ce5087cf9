import { focusTitle } from '@/shared/ui/page-title';

/** Leads from the map to the figures of the chosen region, which are above it. */
export function showRegion(): void {
  focusTitle();
  scrollTo(0, 0);
}
