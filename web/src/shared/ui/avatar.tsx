import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names';
import { initials } from './initials';

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
