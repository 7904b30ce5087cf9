import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LANGUAGES, ownName, useLanguage } from '@/shared/i18n/language';
import { GlobeIcon } from '@/shared/ui/icons';
import { useNotices } from '@/shared/ui/notices';
import styles from './shell.module.css';

export function LanguageChoice() {
  const language = useLanguage();
  const client = useQueryClient();
  const { fail } = useNotices();
  /** Shown while its messages load. */
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = chosen ?? language;

  const choose = async (wanted: string) => {
    setChosen(wanted);
    try {
      await (await import('./choose-language')).chooseLanguage(wanted, client);
    } catch (error) {
      console.error('A language could not be loaded', error);
      fail(t`Check your connection.`);
    } finally {
      setChosen(null);
    }
  };

  return (
    <div className={styles.language}>
      <GlobeIcon />
      <select
        aria-label={t`Language`}
        lang={shown}
        value={shown}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {ownName(one)}
          </option>
        ))}
      </select>
    </div>
  );
}
