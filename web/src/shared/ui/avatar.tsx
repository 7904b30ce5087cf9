import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names';
import { initials } from './initials';

interface AvatarProps {
  name: string;
  photoUrl: string | null;
  large?: boolean;
}

/** The picture of the signed-in user, or initials while there is none. The name always stands beside it in words. */
export function Avatar({ name, photoUrl, large = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const source = pictureAddress(photoUrl);
  const shown = source && source !== failedUrl;
  return (
    <span className={classNames(styles.avatar, large && styles.large)} aria-hidden="true">
      {shown ? (
        <img src={source} alt="" referrerPolicy="no-referrer" onError={() => setFailedUrl(source)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** Only web addresses: an identity provider's claim is outside text. */
function pictureAddress(photoUrl: string | null): string | null {
  if (!photoUrl) return null;
  try {
    const address = new URL(photoUrl, globalThis.location?.origin);
    return address.protocol === 'https:' || address.protocol === 'http:' ? address.href : null;
  } catch {
    return null;
  }
}
