import { t } from '@lingui/core/macro';
import type { MouseEvent } from 'react';
import { cropInSentence, cropTitle } from '@/domain/crops/crop-words';
import { cropDetailPath } from '@/shared/paths';
import { ReadAloud } from '@/shared/speech/read-aloud';
import { READ_ALOUD, wordsOf } from '@/shared/speech/words-of';
import { Button } from '@/shared/ui/button';
import { useNotices } from '@/shared/ui/notices';
import { PrintIcon, ShareIcon } from './advice-icons';
import styles from './card.module.css';

/** Renders what can be done with the card around it: it is read aloud, printed alone, or sent to somebody. */
export function CardTools({ crop }: { crop: string }) {
  const { succeed, fail } = useNotices();
  const about = cropInSentence(crop);
  const send = async (card: Element) => {
    const how = await shareCard(crop, wordsOf(card));
    if (how === 'copied') succeed(t`Copied. You can paste it into a message.`);
    if (how === 'refused') fail(t`Your browser does not let Grow share or copy. Print the card instead.`);
  };
  const onCard = (act: (card: Element) => void) => (event: MouseEvent) => {
    const card = event.currentTarget.closest(`[${READ_ALOUD}]`);
    if (card) act(card);
  };
  return (
    <div className={`${styles.tools} screen-only`}>
      <ReadAloud about={about} />
      <Button look="quiet" onClick={onCard(printPart)}>
        <PrintIcon />
        <span>{t`Print`}</span>
        <span className="visually-hidden">{` ${about}`}</span>
      </Button>
      <Button look="quiet" onClick={onCard(send)}>
        <ShareIcon />
        <span>{t`Send`}</span>
        <span className="visually-hidden">{` ${about}`}</span>
      </Button>
    </div>
  );
}

/** Prints one part of the screen alone. Prints a copy, which a live update of the screen does not change. */
function printPart(part: Element): void {
  const copy = document.createElement('div');
  copy.className = styles.copy ?? '';
  copy.append(part.cloneNode(true));
  document.body.append(copy);
  addEventListener('afterprint', () => copy.remove(), { once: true });
  print();
}

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
