import styles from './common-name.module.css';
import { useCommonName } from './use-common-name';

/**
 * Renders what a crop is called where the farmer lives, quietly below its name. It is no text of the page: who hears
 * the screen, or searches it, meets one name.
 */
export function CommonName({ crop, shown }: { crop: string; shown: string }) {
  const name = useCommonName(crop, shown);
  return name && <small className={styles.common} data-name={name} aria-hidden="true" />;
}
