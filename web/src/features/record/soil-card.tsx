import { t } from '@lingui/core/macro';
import styles from './record-form.module.css';

/** Lines of the test results, and the part of the width that their names take. */
const LINES = [0.3, 0.62, 0.5, 0.7, 0.78, 0.74, 0.6, 0.45, 0.42, 0.4, 0.55, 0.48].map((part, index) => ({
  line: index + 1,
  part,
}));
const SOUGHT: Readonly<Record<number, string>> = { 4: 'N', 5: 'P', 6: 'K' };

/** Shows where N, P and K stand on a Soil Health Card. */
export const SoilCard = () => (
  <figure className={styles.card}>
    <svg
      viewBox="0 0 320 236"
      role="img"
      aria-label={t`A Soil Health Card: lines 4, 5 and 6 of its test results are marked N, P and K.`}
      fill="currentColor"
    >
      <rect x="1" y="1" width="318" height="234" rx="10" fill="none" stroke="currentColor" opacity=".5" />
      <rect x="1" y="1" width="318" height="30" rx="10" opacity=".15" />
      <circle cx="20" cy="16" r="8" />
      <rect x="40" y="11" width="130" height="10" rx="5" />
      {LINES.map(({ line, part }) => (
        <Line key={line} line={line} part={part} />
      ))}
    </svg>
    <figcaption>
      {t`The values stand in lines 4, 5 and 6 of the test results: available nitrogen (N), available phosphorus (P) and available potassium (K), in kg per hectare.`}
    </figcaption>
  </figure>
);

/** A line of the test results: number, name, value and unit. */
function Line({ line, part }: { line: number; part: number }) {
  const nutrient = SOUGHT[line];
  const y = 22 + line * 16;
  return (
    <g opacity={nutrient ? 1 : 0.5}>
      {nutrient && <rect x="6" y={y} width="308" height="15" rx="4" opacity=".2" />}
      <text x="24" y={y + 11.5} textAnchor="end" fontSize="11">
        {line}
      </text>
      <rect x="34" y={y + 4} width={part * 120} height="7" rx="3" opacity=".6" />
      {nutrient && (
        <text x="182" y={y + 12} textAnchor="middle" fontSize="13" fontWeight="700">
          {nutrient}
        </text>
      )}
      <rect
        x="204"
        y={y + 2}
        width="46"
        height="11"
        rx="3"
        fill="none"
        stroke="currentColor"
        strokeWidth={nutrient ? 2 : 1}
      />
      <rect x="262" y={y + 4} width="34" height="7" rx="3" opacity=".6" />
    </g>
  );
}
