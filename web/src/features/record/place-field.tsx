import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { districtName } from '@/domain/regions/district-name';
import type { District, FarmerRecord } from '@/shared/api/record';
import { latinDigits } from '@/shared/forms/latin-digits';
import { visible } from '@/shared/forms/visible-text';
import { useLanguage } from '@/shared/i18n/language';
import { Button } from '@/shared/ui/button';
import { Combobox } from '@/shared/ui/combobox';
import { Question } from '@/shared/ui/question';
import { DistrictByState } from './district-by-state';
import { placeDetail, unknownPlace } from './place-detail';
import { placeAfterChoice } from './place-text';
import { type PlaceSuggestion, placesQuery } from './places';
import styles from './record-form.module.css';

interface PlaceFieldProps {
  record: FarmerRecord;
  /** The text with which it begins: the saved one, or that of a draft. */
  begin: string;
  /** Also called with the text while typing, for validation. */
  onText: (text: string) => void;
  error?: string | undefined;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
}

/** Text field for the place, with suggestions. Submits the district if the farmer chose one. */
export function PlaceField({ record, begin, onText, ...state }: PlaceFieldProps) {
  const [text, setText] = useState(begin);
  const [district, setDistrict] = useState<District | null>(begin === record.place ? record.district : null);
  const [typed, setTyped] = useState(begin === record.place ? '' : begin);
  const { items: suggestions, resolved, isUnknown } = usePlaceSuggestions(typed);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the language.
  const options = useMemo(
    () =>
      suggestions.map((one) => ({
        id: one.key,
        label: districtName(one),
        note: one.subdistrict ?? one.matched_name ?? undefined,
      })),
    [suggestions, language],
  );
  const count = options.length;
  const isSaved = text === record.place && !district;
  const candidates = isSaved ? record.candidates : [];
  const asksState = !district && (isUnknown || (isSaved && record.place_status === 'unknown'));
  const told = district ?? resolved;

  const write = (place: string, chosen: District | null) => {
    setText(place);
    setDistrict(chosen);
    onText(place);
  };

  return (
    <div className={styles.place}>
      <Combobox
        label={t`Place`}
        hint={t`Your village, district or PIN code`}
        name="place"
        value={text}
        onType={(place) => {
          write(place, null);
          setTyped(place);
        }}
        options={options}
        onChoose={(key) => {
          const chosen = suggestions.find((one) => one.key === key);
          if (chosen) write(placeAfterChoice(text, chosen), chosen);
          setTyped('');
        }}
        listLabel={t`Suggestions`}
        announcement={plural(count, { one: '# suggestion', other: '# suggestions' })}
        {...state}
      />
      {district && <input type="hidden" name="district" value={district.key} />}
      {/* Its room is kept: it comes when the field is left, and would push the button away under the finger. */}
      <p className={styles.district}>{told && <span className={styles.known}>{districtName(told)}</span>}</p>
      {asksState && <DistrictByState why={unknownPlace(text)} onChoose={(one) => write(text, one)} />}
      {candidates.length > 0 && (
        <Question question={placeDetail(record)}>
          {candidates.map((one) => (
            <Button key={one.key} look="secondary" onClick={() => write(text, one)}>
              {districtName(one)}
            </Button>
          ))}
        </Question>
      )}
    </div>
  );
}

/** Debounce time in ms: one request for a quickly typed word, without a noticeable delay. */
const PAUSE_MS = 150;
const NONE: readonly PlaceSuggestion[] = [];

interface PlaceSuggestions {
  items: readonly PlaceSuggestion[];
  /** The district that the text resolves to. */
  resolved: District | null;
  /** The whole text was looked up, and no place matches. */
  isUnknown: boolean;
}

/** Returns districts that match the text, debounced. Returns none without a network. */
function usePlaceSuggestions(text: string): PlaceSuggestions {
  // The server reads a PIN code of digits 0-9.
  const typed = latinDigits(visible(text));
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isPlaceholderData } = useQuery(placesQuery(asked, useLanguage()));
  const answer = typed && asked ? data : undefined;
  const isAnswered = !!answer && typed === asked && !isPlaceholderData;
  const items = answer?.items ?? NONE;
  const resolved = (isAnswered && answer.resolved) || null;
  return { items, resolved, isUnknown: isAnswered && !resolved && items.length === 0 };
}
