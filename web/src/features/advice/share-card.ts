import { cropTitle } from '@/domain/crops/crop-words';
import { cropDetailPath } from '@/shared/paths';

/** How the text of a card left the page. */
type Shared = 'shared' | 'copied' | 'refused';

/** Hands the text of a card, and the address of the crop's entry, to another app, or else to the clipboard. */
export async function shareCard(crop: string, text: string): Promise<Shared> {
  const title = cropTitle(crop);
  const url = new URL(cropDetailPath(crop), location.origin).href;
  if (navigator.share) {
    try {
      await navigator.share({ title, text, url });
      return 'shared';
    } catch (error) {
      // The farmer has closed the list of apps.
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  try {
    await navigator.clipboard.writeText(`${text}\n${url}`);
    return 'copied';
  } catch {
    return 'refused';
  }
}
