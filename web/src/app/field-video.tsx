import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { deviceText } from '@/shared/storage/kept-text';
import { Button } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { PauseIcon, PlayIcon } from '@/shared/ui/screen-icons';
import dayNarrowAv1 from './field/day-narrow-av1.mp4';
import dayNarrowH264 from './field/day-narrow-h264.mp4';
import dayWideAv1 from './field/day-wide-av1.mp4';
import dayWideH264 from './field/day-wide-h264.mp4';
import nightNarrowAv1 from './field/night-narrow-av1.mp4';
import nightNarrowH264 from './field/night-narrow-h264.mp4';
import nightWideAv1 from './field/night-wide-av1.mp4';
import nightWideH264 from './field/night-wide-h264.mp4';
import styles from './field-video.module.css';

const AV1 = 'video/mp4; codecs="av01.0.01M.08"';
const H264 = 'video/mp4; codecs="avc1.64001E"';

/** By time of day and by the screen's form: AV1, which is smaller, then H.264. */
const FILMS = {
  day: { wide: [dayWideAv1, dayWideH264], narrow: [dayNarrowAv1, dayNarrowH264] },
  night: { wide: [nightWideAv1, nightWideH264], narrow: [nightNarrowAv1, nightNarrowH264] },
} as const;

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');
/** A phone held upright shows only the middle of the scene. */
const upright = matchMedia('(max-aspect-ratio: 9/16)');

/**
 * Renders the background video and its pause button. Renders nothing if the farmer prefers reduced motion or
 * less data.
 */
export function FieldVideo() {
  const isCalm = useMatch(calm);
  const time = useMatch(dark) ? 'night' : 'day';
  const form = useMatch(upright) ? 'narrow' : 'wide';
  const [isDear] = useState(dataIsDear);
  const [failed, setFailed] = useState(false);
  if (isCalm || isDear || failed) return null;
  const fail = () => {
    console.error('The background video failed; the picture stays');
    setFailed(true);
  };
  return <Playing key={`${time} ${form}`} film={FILMS[time][form]} onFail={fail} />;
}

interface PlayingProps {
  film: readonly [av1: string, h264: string];
  onFail: () => void;
}

function Playing({ film: [av1, h264], onFail }: PlayingProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [still, setStill] = useState(rememberedStill);
  // Add the sources after mounting: a video with sources starts to load before React listens to its events.
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
      // Battery savers block autoplay. Wait for the button then.
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
          data-film={hasPicture ? 'shown' : 'waiting'}
          muted
          loop
          playsInline
          disablePictureInPicture
          disableRemotePlayback
          // A paused video is not downloaded.
          preload={still ? 'none' : 'auto'}
          aria-hidden="true"
          tabIndex={-1}
          onPlaying={() => setHasPicture(true)}
          onError={(event) => {
            // React also reports errors of the sources here. After those, the browser tries the next source.
            if (event.target === event.currentTarget) onFail();
          }}
        >
          {isThere && (
            <>
              <source src={av1} type={AV1} />
              <source src={h264} type={H264} onError={onFail} />
            </>
          )}
        </video>,
        document.body,
      )}
      <Button look="quiet" onClick={choose}>
        {still ? <PlayIcon /> : <PauseIcon />}
        <span>{still ? t`Play background` : t`Pause background`}</span>
      </Button>
    </>
  );
}

/**
 * Returns true if the farmer asked to save data or the network is slow. Assumes a fast network if the browser
 * does not report it.
 */
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

/** Stores whether the farmer paused the background video. */
const choice = deviceText('background');
const STILL = 'still';

const rememberStill = (still: boolean) => choice.set(still ? STILL : null);
const rememberedStill = () => choice.get() === STILL;
