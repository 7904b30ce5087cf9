import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { regionName } from '@/domain/regions/region-name';
import type { Attack, CropEntry } from '@/shared/api/crop-entry';
import { total } from '@/shared/format/numbers';
import { dialling } from '@/shared/forms/phone-number';
import styles from './entry.module.css';
import { Chips, FactGrid, KeyFigure, Note, Part, Points } from './entry-parts';
import { FieldFigures } from './field-panel';

interface Section {
  id: string;
  title: string;
  body: ReactNode;
  /** False for names and sources, which are in other languages. */
  isSpoken?: boolean;
}

const span = (min: number, max: number) => `${min} - ${max}`;

/**
 * Returns the sections of an entry: what a field needs, then those of the specification in its order and with its
 * headings.
 */
export function entrySections(entry: CropEntry): readonly Section[] {
  const {
    importance_in_india: importance,
    climate_and_soil_requirements: { climate, soil },
    affection_and_its_control: affection,
    harvesting_and_post_harvest_management: harvest,
  } = entry;
  return [
    {
      id: 'field',
      title: t`For your field`,
      body: <FieldFigures entry={entry} />,
    },
    {
      id: 'importance',
      title: t`Importance in India`,
      body: (
        <>
          <p className={styles.lead}>{importance.overview}</p>
          <Part title={t`Key States`}>
            <Chips items={importance.key_states.map(regionName)} />
          </Part>
        </>
      ),
    },
    {
      id: 'climate',
      title: t`Climate and Soil`,
      body: (
        <>
          <p>{climate.type}</p>
          <FactGrid>
            <KeyFigure
              label={t`Temperature`}
              value={span(climate.temperature_min_c, climate.temperature_max_c)}
              unit="°C"
            />
            <KeyFigure
              label={t`Humidity`}
              value={span(climate.humidity_min_percent, climate.humidity_max_percent)}
              unit="%"
            />
          </FactGrid>
          {climate.note && <Note>{climate.note}</Note>}
          <Part title={t`Soil`}>
            <p>{soil.type}</p>
            <p>{soil.properties}</p>
          </Part>
        </>
      ),
    },
    {
      id: 'nutrients',
      title: t`Nutrient Requirements`,
      body: <NutrientTable nutrients={entry.nutrient_requirements} />,
    },
    {
      id: 'varieties',
      title: t`Varieties`,
      body: <Chips items={entry.varieties} lang="en" />,
      isSpoken: false,
    },
    {
      id: 'cultivation',
      title: t`Cultivation Methods`,
      body: (
        <>
          <Part title={t`Sowing`}>
            <Points items={entry.cultivation_methods} />
          </Part>
          <Part title={t`Irrigation`}>
            <Points items={entry.irrigation_methods} />
          </Part>
          <Part title={t`Fertilization and Soil Management`}>
            <Points items={entry.fertilization_and_soil_management} />
          </Part>
          <Part title={t`Weed and Pest Management`}>
            <Points items={entry.weed_and_pest_management} />
          </Part>
        </>
      ),
    },
    {
      id: 'protection',
      title: t`Pest and Disease Management`,
      body: (
        <>
          <Points items={affection.general_control_methods} />
          <Part title={t`Pests`}>
            <Attacks items={affection.pests} />
          </Part>
          <Part title={t`Diseases`}>
            <Attacks items={affection.diseases} />
          </Part>
          <Note>
            {t`Spray only what is registered for the crop, in the dose on its label, and wait the days it names before harvest.`}
          </Note>
        </>
      ),
    },
    {
      id: 'harvest',
      title: t`Harvesting and Post-Harvest`,
      body: (
        <>
          <Part title={t`Maturity`}>
            <p>{harvest.maturity}</p>
          </Part>
          <Part title={t`Methods`}>
            <Points items={harvest.methods} />
          </Part>
          <Part title={t`Storage`}>
            <Points items={harvest.storage} />
          </Part>
        </>
      ),
    },
    { id: 'challenges', title: t`Challenges`, body: <Points items={entry.challenges} /> },
    {
      id: 'initiatives',
      title: t`Government Initiatives`,
      body: (
        <dl className={styles.initiatives}>
          {entry.government_initiatives_and_policies.map(({ name, description }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <p>
                  <WithPhoneLinks>{description}</WithPhoneLinks>
                </p>
              </dd>
            </div>
          ))}
        </dl>
      ),
    },
    {
      id: 'sources',
      title: t`Sources`,
      isSpoken: false,
      body: (
        <ul className={styles.sources}>
          {entry.sources.map(({ title, publisher, url }) => {
            const citation = (
              <>
                <cite lang="en">{title}</cite>
                <small lang="en">{publisher}</small>
              </>
            );
            return (
              <li key={`${publisher} ${title}`}>
                {url ? (
                  <a href={url} rel="external noreferrer">
                    {citation}
                  </a>
                ) : (
                  <span>{citation}</span>
                )}
              </li>
            );
          })}
        </ul>
      ),
    },
  ];
}

/** Renders a card for each pest or disease, with its symptoms and treatment. */
const Attacks = ({ items }: { items: readonly Attack[] }) => (
  <ul className={styles.attacks}>
    {items.map(({ name, description, control_measures }) => (
      <li key={name}>
        <h4>{name}</h4>
        <p>{description}</p>
        <h5>{t`Control measures`}</h5>
        <Points items={control_measures} />
      </li>
    ))}
  </ul>
);

/** Toll-free numbers, as they stand in texts: 1800-180-1551. */
const TOLL_FREE = /(1800-\d{3}-\d{4})/;

const WithPhoneLinks = ({ children }: { children: string }) =>
  children.split(TOLL_FREE).map((part) =>
    TOLL_FREE.test(part) ? (
      <a key={part} href={dialling(part)}>
        {part}
      </a>
    ) : (
      <span key={part}>{part}</span>
    ),
  );

/** Formats a dose without trailing zeros: 12.5, 50. */
const dose = (value: number) => total(value).replace(/\.?0+$/, '');

function NutrientTable({ nutrients }: { nutrients: CropEntry['nutrient_requirements'] }) {
  const rows = [
    { name: t`Nitrogen (N)`, form: '', range: nutrients.nitrogen },
    { name: t`Phosphorus (P)`, form: t`as P₂O₅`, range: nutrients.phosphorus },
    { name: t`Potassium (K)`, form: t`as K₂O`, range: nutrients.potassium },
  ];
  return (
    <>
      <table className={styles.nutrients}>
        <caption className="visually-hidden">{t`Nutrient requirements in kg per hectare`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Nutrient`}</th>
            <th scope="col" aria-label={t`Min, kg per hectare`}>
              <span>{t`Min`}</span> <small>{t`kg/ha`}</small>
            </th>
            <th scope="col" aria-label={t`Max, kg per hectare`}>
              <span>{t`Max`}</span> <small>{t`kg/ha`}</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, form, range }) => (
            <tr key={name}>
              <th scope="row">
                <span>{name}</span> {form && <small>{form}</small>}
              </th>
              <td>{dose(range.min_kg_per_ha)}</td>
              <td>{dose(range.max_kg_per_ha)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {nutrients.note && <Note>{nutrients.note}</Note>}
      <Note>{t`Have your soil tested first, and give only what it lacks.`}</Note>
    </>
  );
}
