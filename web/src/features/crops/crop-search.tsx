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

/** Normalises text: ignores case, spaces, hyphens and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s_()-]/g, '')
    .normalize('NFC')
    .toLowerCase();

/** Different Latin spellings of one sound of Tamil and Hindi, and one of them. The order counts. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/zh/g, 'l'],
  [/ph/g, 'f'],
  [/c(?!h)/g, 'k'],
  [/([bdgjkt])h/g, '$1'],
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/w/g, 'v'],
  [/([a-z])\1/g, '$1'],
];

/** From this many letters on, a word is also found by its sound: with fewer, too many crops sound alike. */
const SOUND_LETTERS = 3;

/** Returns a Latin spelling as it sounds: ulundhu and ulundu are the same, and so are pyaaz and pyaz. */
const sound = (text: string) =>
  SPELLINGS.reduce((spelling, [other, one]) => spelling.replace(other, one), plain(text));

const namesOf = (crop: Crop) => [
  crop.display_name,
  crop.crop,
  crop.name,
  crop.slug,
  crop.tamil_name,
  crop.hindi_name,
  ...crop.other_names,
];

/** Ranks a match: 0 for the whole name, 1 for its beginning, 2 for another part, 3 for its sound. */
function distance(name: string, wanted: string, sounded: string): number {
  const index = plain(name).indexOf(wanted);
  if (index > 0) return 2;
  if (index === 0) return plain(name) === wanted ? 0 : 1;
  return sounded.length >= SOUND_LETTERS && sound(name).startsWith(sounded) ? 3 : Number.POSITIVE_INFINITY;
}

/**
 * Returns the crops with a name that contains the search text, best matches first, in any script and case, or that
 * begins with its sound. Returns all crops for an empty text.
 */
export function findCrops(crops: readonly Crop[], words: string): readonly Crop[] {
  const wanted = plain(words);
  if (!wanted) return crops;
  const sounded = sound(words);
  return crops
    .map((crop) => ({
      crop,
      far: Math.min(...namesOf(crop).map((name) => distance(name, wanted, sounded))),
    }))
    .filter(({ far }) => Number.isFinite(far))
    .sort((one, other) => one.far - other.far)
    .map(({ crop }) => crop);
}
