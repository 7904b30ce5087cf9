import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ownWindowsQuery } from '@/shared/api/calendar';
import { dayMonth } from '../calendar/days';
import { useToday } from '../calendar/use-today';
import styles from './season-note.module.css';

/** Says before a sowing is saved that the crop is not sown in these weeks. Nothing is blocked. */
export function SeasonNote({ crop }: { crop: string }) {
  const { data } = useQuery(ownWindowsQuery);
  const next = data?.crops.find((window) => window.crop === crop);
  const today = useToday();
  if (!next || next.opens <= today) return null;
  const day = dayMonth(next.opens);
  return <p className={styles.note}>{t`Not sown in these weeks; next from ${day}`}</p>;
}
