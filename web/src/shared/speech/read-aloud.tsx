import { t } from '@lingui/core/macro';
import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useLanguage } from '../i18n/language';
import { Button } from '../ui/button';
import { SpeakerIcon } from '../ui/screen-icons';
import styles from './read-aloud.module.css';
import { type Reader, reader, type Synthesis, voiceOf } from './reader';
import { READ_ALOUD, wordsOf } from './words-of';

/** Undefined in browsers that cannot speak. One reader for the page: only one text is read at a time. */
const synthesis: Synthesis | undefined = globalThis.speechSynthesis;
const ofThePage: Reader | null = synthesis
  ? reader(synthesis, (text) => new SpeechSynthesisUtterance(text))
  : null;

interface ReadAloudProps {
  /** What is read, for screen readers, where several buttons have the same label. */
  about?: string;
}

/**
 * Renders a button that reads the part around it, marked with `data-aloud`, in the language of the page. Renders
 * nothing if the browser has no such voice. Leaving the part stops the reading.
 */
export function ReadAloud({ about }: ReadAloudProps) {
  const language = useLanguage();
  const voice = useVoice(language);
  const [reading, setReading] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language ends the reading, too.
  useEffect(() => {
    if (!reading) return;
    const stop = () => ofThePage?.stop();
    addEventListener('pagehide', stop);
    return () => {
      removeEventListener('pagehide', stop);
      stop();
    };
  }, [reading, language]);
  if (!voice || !ofThePage) return null;

  const press = ({ currentTarget }: MouseEvent) => {
    const part = currentTarget.closest(`[${READ_ALOUD}]`);
    if (reading || !part) return ofThePage.stop();
    ofThePage.read(wordsOf(part), voice, () => setReading(false));
    setReading(true);
  };
  return (
    <Button look="quiet" className={styles.aloud} aria-pressed={reading} onClick={press}>
      <SpeakerIcon />
      <span>{t`Read aloud`}</span>
      {about && <span className="visually-hidden">{` ${about}`}</span>}
    </Button>
  );
}

/** Returns the browser's voice of a language. */
const useVoice = (language: string) =>
  voiceOf(useSyncExternalStore(onVoices, voicesNow, voicesNow), language);

/** Kept, because browsers list the same voices in a new list each time. */
let voices: readonly SpeechSynthesisVoice[] = synthesis?.getVoices() ?? [];
const voicesNow = () => voices;

/** Browsers tell their voices late. */
function onVoices(listener: () => void): () => void {
  const follow = () => {
    voices = synthesis?.getVoices() ?? [];
    listener();
  };
  follow();
  synthesis?.addEventListener('voiceschanged', follow);
  return () => synthesis?.removeEventListener('voiceschanged', follow);
}
