import { i18n } from '@lingui/core';
import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names';

interface AvatarProps {
  name: string;
  photoUrl: string | null;
  large?: boolean;
}

/** Renders the user's picture over their initials. Decorative: the name is beside it. */
export function Avatar({ name, photoUrl, large = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const source = pictureAddress(photoUrl);
  const shown = source && source !== failedUrl;
  const letters = initials(name);
  return (
    <span
      className={classNames(styles.avatar, large && styles.large)}
      data-wide={letters > '\u0900'}
      aria-hidden="true"
    >
      <span>{letters}</span>
      {shown && (
        <img
          src={source}
          alt=""
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(source)}
        />
      )}
    </span>
  );
}

/**
 * Returns an HTTPS address or null, as the content security policy requires. A claim of the identity provider
 * is untrusted.
 */
function pictureAddress(photoUrl: string | null): string | null {
  if (!photoUrl) return null;
  try {
    const address = new URL(photoUrl);
    return address.protocol === 'https:' ? address.href : null;
  } catch {
    return null;
  }
}

const PICTURE = String.raw`\p{ExtPict}[\ufe0f\p{EMod}]*`;

/**
 * A user-perceived character: a flag, a picture with its joined ones, or a letter with its marks and the letters joined
 * by a virama (क्ष). Not `Intl.Segmenter`: on a slow phone it takes 100 ms to create.
 */
const LETTER = new RegExp(
  String.raw`\p{RI}{2}|${PICTURE}(?:\u200d${PICTURE})*[\u{e0020}-\u{e007f}]*|` +
    String.raw`[^\p{M}\p{Cf}](?:\p{M}*[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]\u200d?\p{L})*\p{M}*`,
  'u',
);

/** Invisible format characters: direction marks. The joiner and the tags are parts of a picture. */
const UNSEEN = /(?![\u200d\u{e0020}-\u{e007f}])\p{Cf}/gu;

/** Letters of the scripts of India, which are too wide for two of them. */
const INDIAN = /[\u0900-\u0dff]/;

/** Returns the initials of the first and last word of a name, in a script of India of the first. */
export function initials(name: string): string {
  const words = name.replace(UNSEEN, '').split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const picked = words.length > 1 && !INDIAN.test(first) ? [first, words.at(-1)] : [first];
  return picked
    .map((word = '') => LETTER.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase(i18n.locale);
}
