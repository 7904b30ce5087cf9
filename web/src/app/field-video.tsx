import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { PauseIcon, PlayIcon } from '@/shared/ui/screen-icons';
import { rememberedStill, rememberStill } from './background-choice';
import dayAv1 from './field/day-av1.mp4';
import dayH264 from './field/day-h264.mp4';
import dayVp9 from './field/day-vp9.webm';
import nightAv1 from './field/night-av1.mp4';
import nightH264 from './field/night-h264.mp4';
import nightVp9 from './field/night-vp9.webm';
import styles from './field-video.module.css';

const AV1 = 'video/mp4; codecs="av01.0.01M.08"';
const VP9 = 'video/webm; codecs="vp09.00.21.08"';
const H264 = 'video/mp4; codecs="avc1.64001E"';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

/** The field in the wind, and the button that stops it. Only the poster where motion is unwanted or data is dear. */
export function FieldVideo() {
  const isCalm = useMatch(calm);
  const isDark = useMatch(dark);
  const [isDear] = useState(dataIsDear);
  const [failed, setFailed] = useState(false);
  if (isCalm || isDear || failed) return null;
  const fail = () => {
    console.error('The background video failed; the picture stays');
    setFailed(true);
  };
  return <Playing key={String(isDark)} isDark={isDark} onFail={fail} />;
}

function Playing({ isDark, onFail }: { isDark: boolean; onFail: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [still, setStill] = useState(rememberedStill);
  // A video loads from the moment it has sources, even before it is in the page, when nobody hears yet how that goes.
  const [isThere, setIsThere] = useState(false);
  const [hasPicture, setHasPicture] = useState(false);
  const isSeen = useSyncExternalStore(watchVisibility, () => !document.hidden);
  const runs = isThere && isSeen && !still;

  useEffect(() => setIsThere(true), []);

  useEffect(() => {
    if (!runs) {
      video.current?.pause();
      return;
    }
    video.current?.play().catch((error: unknown) => {
      // A phone that saves its battery lets nothing play by itself; then the button does.
      if (error instanceof DOMException && error.name === 'NotAllowedError') setStill(true);
    });
  }, [runs]);

  const choose = () => {
    rememberStill(!still);
    setStill(!still);
  };
  return (
    <>
      {createPortal(
        <video
          ref={video}
          className={classNames(styles.video, 'screen-only')}
          data-shown={hasPicture}
          muted
          loop
          playsInline
          disablePictureInPicture
          disableRemotePlayback
          // What is stopped is not fetched either.
          preload={still ? 'none' : 'auto'}
          aria-hidden="true"
          tabIndex={-1}
          onPlaying={() => setHasPicture(true)}
          onError={(event) => {
            // React hands the errors of its sources up to it; after those the browser tries the next one.
            if (event.target === event.currentTarget) onFail();
          }}
        >
          {isThere && (
            <>
              <source src={isDark ? nightAv1 : dayAv1} type={AV1} />
              <source src={isDark ? nightVp9 : dayVp9} type={VP9} />
              <source src={isDark ? nightH264 : dayH264} type={H264} onError={onFail} />
            </>
          )}
        </video>,
        document.body,
      )}
      <Button look="quiet" onClick={choose}>
        {still ? <PlayIcon /> : <PauseIcon />}
        {still ? t`Play background` : t`Pause background`}
      </Button>
    </>
  );
}

/** Asked to save data, or on a network where every kilobyte takes its time. Browsers that do not tell are taken to be well. */
function dataIsDear(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '');
}

function useMatch(query: MediaQueryList): boolean {
  const watch = (changed: () => void) => {
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  };
  return useSyncExternalStore(watch, () => query.matches);
}

function watchVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
