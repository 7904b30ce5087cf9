import { plural, t } from '@lingui/core/macro';
import { type ChangeEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { CardName, withSeams } from '@/domain/crops/card-name';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { CropGrid } from '@/domain/crops/crop-grid';
import type { Crop } from '@/shared/api/crops';
import { useLanguage } from '@/shared/i18n/language';
import { cropDetailPath } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { EmptyState } from '@/shared/ui/message';
import styles from './crop-cards.module.css';
import { findCrops } from './find-crops';

export function CropSearch({ crops }: { crops: readonly Crop[] }) {
  const form = useRef<HTMLFormElement>(null);
  const [words, setWords] = useState('');
  const found = findCrops(crops, words);
  const count = found.length;
  const searched = words.trim();
  const searching = searched !== '';

  const clear = () => {
    setWords('');
    form.current?.querySelector('input')?.focus();
  };

  return (
    <>
      <search>
        <form ref={form} className={styles.search} onSubmit={(event) => event.preventDefault()}>
          <TextField
            type="search"
            label={t`Search crops`}
            hint={t`By any name, in English, Tamil or Hindi.`}
            autoComplete="off"
            maxLength={60}
            value={words}
            onChange={(event: ChangeEvent<HTMLInputElement>) => setWords(event.target.value)}
          />
          {searching && (
            <Button look="secondary" onClick={clear}>
              {t`Clear search`}
            </Button>
          )}
        </form>
      </search>
      <p role="status" className={styles.count}>
        {found.length > 0
          ? plural(count, { one: '# crop', other: '# crops' })
          : t`No crop found for “${searched}”.`}
      </p>
      {found.length > 0 ? (
        <CropCards crops={found} />
      ) : (
        <EmptyState message={t`Check the spelling, or try another name of the crop.`} />
      )}
    </>
  );
}

function CropCards({ crops }: { crops: readonly Crop[] }) {
  const language = useLanguage();
  return (
    <CropGrid
      crops={crops}
      card={(crop) => (
        <Link href={cropDetailPath(crop.crop)} className={styles.card}>
          <CropDrawing crop={crop.crop} size="card" />
          <span className={styles.name}>
            <CardName crop={crop} />
          </span>
          <span className={styles.local}>
            {language === 'en' ? (
              <>
                <span lang="ta">{withSeams(crop.tamil_name)}</span> <span lang="hi">{crop.hindi_name}</span>
              </>
            ) : (
              <span lang="en">{crop.display_name}</span>
            )}
          </span>
        </Link>
      )}
    />
  );
}
