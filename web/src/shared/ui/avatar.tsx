import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names';
import { initials } from './initials';

interface AvatarProps {
  name: string;
  photoUrl: string | null;
  large?: boolean;
}

/** The picture of the signed-in user over their initials, which stay where there is none. The name stands beside it in words. */
export function Avatar({ name, photoUrl, large = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const source = pictureAddress(photoUrl);
  const shown = source && source !== failedUrl;
  return (
    <span className={classNames(styles.avatar, large && styles.large)} aria-hidden="true">
      {initials(name)}
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

/** Only what the page's policy lets through: an identity provider's claim is outside text. */
function pictureAddress(photoUrl: string | null): string | null {
  if (!photoUrl) return null;
  try {
    const address = new URL(photoUrl);
    return address.protocol === 'https:' ? address.href : null;
  } catch {
    return null;
  }
}
